import { ErrorPanel, Notice, PanelBoundary, PanelTabs, rangeForAge, Sheet, Skeleton, tabId } from '@watchroom/ui';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { type ShownCheck, useRunCheck, useShownCheck } from '../api.ts';
import { shownRange } from '../graph-range.ts';
import type { ChangeView } from '../use-view.ts';
import { useWindow } from '../use-window.ts';
import type { HealthView } from '../view.ts';
import { CheckChart } from './CheckChart.tsx';
import { CheckFooter } from './CheckFooter.tsx';
import { CheckHead } from './CheckHead.tsx';
import { CheckHistory } from './CheckHistory.tsx';
import { CheckSpec } from './CheckSpec.tsx';
import { CheckStats } from './CheckStats.tsx';
import classes from './check.module.css';
import { ResultLine } from './ResultLine.tsx';

interface Props {
  readonly id: string;
  readonly view: HealthView;
  readonly change: ChangeView;
}

/** Everything about one check, over the list. */
export function CheckDialog({ id, view, change }: Props) {
  const check = useShownCheck(id);
  const close = () => change({ checkId: undefined });
  if (check.shown)
    return (
      <LoadedDialog key={id} check={check.shown} failure={check.error} view={view} change={change} onClose={close} />
    );
  return (
    <Sheet label="Check" size="full" onClose={close} header={<Skeleton width="220px" height="18px" />}>
      {check.isError ? (
        <ErrorPanel message={errorMessage(check.error)} onRetry={() => void check.refetch()} />
      ) : (
        <div className={classes['loading']}>
          <Skeleton height="72px" />
          <Skeleton height="200px" />
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height="20px" />
          ))}
        </div>
      )}
    </Sheet>
  );
}

interface LoadedProps {
  readonly check: ShownCheck;
  /** Why it could not be loaded again; what is shown is older then. */
  readonly failure: Error | null;
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly onClose: () => void;
}

const TABS = { history: 'History', graph: 'Graph', spec: 'Spec' } as const;
const PANEL = 'check-panel';

function LoadedDialog({ check, failure, view, change, onClose }: LoadedProps) {
  // Fixed at opening: the range must not jump when the next run comes in.
  const [fitting] = useState(() => rangeForAge(check.last_runtime, Date.now()));
  const range = useMemo(() => shownRange(view, fitting), [view, fitting]);
  const window = useWindow(range);
  const run = useRunCheck();
  const isShort = useMediaQuery('(max-height: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const panels = isShort ? (['history', 'graph', 'spec'] as const) : (['history', 'spec'] as const);
  const panel = panels.find((each) => each === view.panel) ?? 'history';
  const chart = (
    <PanelBoundary>
      <CheckChart check={check} range={range} window={window} view={view} change={change} />
    </PanelBoundary>
  );
  return (
    <Sheet
      label={check.name}
      size="full"
      onClose={onClose}
      header={<CheckHead check={check} />}
      footer={<CheckFooter check={check} run={run} change={change} />}
    >
      {failure && (
        <div className={classes['notices']}>
          <Notice tone="warning">This may be out of date. {errorMessage(failure)}</Notice>
        </div>
      )}
      <Notices check={check} />
      {run.data && (
        <div className={classes['ran']}>
          <ResultLine result={run.data} />
        </div>
      )}
      {run.isError && (
        <div className={classes['notices']}>
          <Notice tone="unhealthy">{errorMessage(run.error)}</Notice>
        </div>
      )}
      <PanelBoundary>
        <CheckStats check={check} window={window} />
      </PanelBoundary>
      {!isShort && chart}
      <div className={classes['tabs']}>
        <PanelTabs
          label="Details"
          tabs={panels.map((each) => ({ id: each, title: TABS[each] }))}
          selected={panel}
          onSelect={(each) => change({ panel: each })}
          panel={PANEL}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, panel)}>
        {panel === 'graph' && chart}
        <PanelBoundary key={panel}>
          {panel === 'history' && <CheckHistory check={check} window={window} view={view} change={change} />}
          {panel === 'spec' && <CheckSpec check={check} />}
        </PanelBoundary>
      </div>
    </Sheet>
  );
}

/** Why the check does not run as written; before anything else. */
function Notices({ check }: { readonly check: ShownCheck }) {
  const { schedule_error: scheduleError = null, warnings = [] } = check.canary ?? {};
  if (!check.problem && !scheduleError && warnings.length === 0) return null;
  return (
    <div className={classes['notices']}>
      {check.problem && (
        <Notice tone="unhealthy">
          <b>This check cannot run.</b> {check.problem}
        </Notice>
      )}
      {scheduleError && (
        <Notice tone="unhealthy">
          <b>The schedule is not valid, so the check does not run.</b> {scheduleError}
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="warning">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}
