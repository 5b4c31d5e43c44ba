import { StaleNotice } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import { type useFirstChecks, useLabels } from '../api.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import { CheckRows } from './CheckRows.tsx';
import { CheckTabs } from './CheckTabs.tsx';
import { ChecksToolbar } from './ChecksToolbar.tsx';
import classes from './toolbar.module.css';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly first: ReturnType<typeof useFirstChecks>;
  /** Milliseconds between two loads. */
  readonly interval: number | false;
}

const NONE: readonly never[] = [];

/** Toolbar, tabs and rows. */
export function ChecksList({ view, change, first, interval }: Props) {
  const labels = useLabels().data;
  return (
    <>
      <div className={classes['head']}>
        <ChecksToolbar
          view={view}
          change={change}
          labelKeys={labels?.keys ?? NONE}
          labelPairs={labels?.pairs ?? NONE}
        />
        <CheckTabs view={view} change={change} tabs={first.data?.tabs ?? NONE} />
      </div>
      {first.isError && first.data && (
        <StaleNotice
          since={first.dataUpdatedAt}
          message={errorMessage(first.error)}
          onRetry={() => void first.refetch()}
        />
      )}
      <CheckRows view={view} change={change} first={first} interval={interval} />
    </>
  );
}
