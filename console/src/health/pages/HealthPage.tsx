import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  allowedRate,
  ErrorPanel,
  minutesOfTimeRange,
  PanelBoundary,
  refreshMilliseconds,
  RefreshRatePicker,
  useClockText,
} from '@watchroom/ui';
import { lazy, Suspense, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { useLostSince } from '../../app/connection.ts';
import { Page } from '../../app/Page.tsx';
import { usePageRefresh } from '../../app/page-refresh.ts';
import { useSession } from '../../app/session.ts';
import { useCoverage, useFirstChecks } from '../api.ts';
import { ChecksList } from '../components/ChecksList.tsx';
import { StatusPills } from '../components/StatusPills.tsx';
import { listQueryOf } from '../list-query.ts';
import { useRefreshRate } from '../refresh-choice.ts';
import { useHealthView } from '../use-view.ts';

const CheckDialog = lazy(() => import('../components/CheckDialog.tsx').then((file) => ({ default: file.CheckDialog })));
const CheckForm = lazy(() => import('../components/CheckForm.tsx').then((file) => ({ default: file.CheckForm })));
const FirstCheck = lazy(() => import('../components/FirstCheck.tsx').then((file) => ({ default: file.FirstCheck })));

/** The health dashboard; what it shows is all in the address. */
export function HealthPage() {
  const { session } = useSession();
  const [view, change] = useHealthView();
  const [chosenRate, chooseRate] = useRefreshRate();
  const [isWelcoming, setWelcoming] = useState(false);
  const rangeMinutes = Number(
    useClockText((now) => String(view.range ? Math.round(minutesOfTimeRange(view.range, now)) : 60)),
  );
  const rate = allowedRate(chosenRate, rangeMinutes);
  const interval = refreshMilliseconds(rate);
  const first = useFirstChecks(listQueryOf(view), interval);
  const coverage = useCoverage(interval);
  const { isBusy, refresh } = usePageRefresh();
  const lostSince = useLostSince();
  const page = first.data;
  const canAdd = session?.can('canaries:write') ?? false;
  const isFiltered = view.query !== '' || Object.keys(view.labels).length > 0 || view.tab !== undefined;
  const isFirstStart = canAdd && (isWelcoming || (page?.counts.total === 0 && !isFiltered));
  return (
    <Page
      title="Health"
      failing={page?.counts.unhealthy}
      lead={
        canAdd &&
        !isFirstStart && (
          <ActionIcon
            aria-label="Add check"
            title="Add check"
            onClick={() => change({ form: { mode: 'add', kind: '' } })}
          >
            <IconPlus size={18} stroke={1.8} color="var(--ui-accent)" />
          </ActionIcon>
        )
      }
      status={<StatusPills counts={page?.counts} coverage={coverage.data} change={change} />}
      refresh={
        <RefreshRatePicker
          rate={rate}
          rangeMinutes={rangeMinutes}
          isBusy={isBusy}
          isLive={lostSince === undefined}
          onChange={chooseRate}
          onRefresh={() => void refresh()}
        />
      }
    >
      <PanelBoundary>
        {first.isError && !page ? (
          <ErrorPanel message={errorMessage(first.error)} onRetry={() => void first.refetch()} />
        ) : isFirstStart ? (
          <Suspense>
            <FirstCheck
              onForm={() => change({ form: { mode: 'add', kind: '' } })}
              onCreated={() => setWelcoming(true)}
              onDone={() => {
                setWelcoming(false);
                change({ hidePassing: false });
              }}
            />
          </Suspense>
        ) : (
          <ChecksList view={view} change={change} first={first} interval={interval} />
        )}
      </PanelBoundary>
      <PanelBoundary>
        <Suspense>
          {view.checkId && !(view.form && canAdd) && <CheckDialog id={view.checkId} view={view} change={change} />}
          {view.form && canAdd && <CheckForm key={view.checkId ?? 'new'} view={view} change={change} />}
        </Suspense>
      </PanelBoundary>
    </Page>
  );
}
