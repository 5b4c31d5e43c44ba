import { ActionIcon, Autocomplete } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ListedCheck } from '@watchroom/contract/health';
import { ChoiceMenu, clockTime, ErrorPanel, exactTime, matchingOptions, Skeleton, StatusDot } from '@watchroom/ui';
import { useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { useHistory } from '../api.ts';
import { DURATION_ERROR, DURATION_PRESETS, HISTORY_PAGE, type HistoryRow, isDurationFilter } from '../history.ts';
import type { RangeWindow } from '../graph-range.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import shared from './check.module.css';
import { Milliseconds } from './check-columns.tsx';
import classes from './history.module.css';

interface Props {
  readonly check: ListedCheck;
  readonly window: RangeWindow;
  readonly view: HealthView;
  readonly change: ChangeView;
}

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'healthy', label: 'Healthy' },
  { value: 'unhealthy', label: 'Unhealthy' },
] as const;

/** The runs of the time range by pages of 50. */
export function CheckHistory({ check, window, view, change }: Props) {
  const { historyStatus, historyDuration, historyPage } = view;
  const history = useHistory(check.id, {
    status: historyStatus,
    duration: isDurationFilter(historyDuration) ? historyDuration : '',
    page: historyPage,
    minutes: window.minutes,
    from: window.from,
    to: window.to,
  });
  const total = history.data?.total ?? 0;
  const first = historyPage * HISTORY_PAGE;
  const last = Math.min(first + HISTORY_PAGE, total);
  const turn = (step: number) => change({ historyPage: historyPage + step }, { replace: true });
  return (
    <>
      <div className={classes['historyBar']}>
        <ChoiceMenu
          label="Status"
          value={historyStatus}
          options={STATUSES}
          onChange={(value) =>
            change({ historyStatus: STATUSES.find((status) => status.value === value)?.value ?? 'all' })
          }
        />
        <DurationFilter
          value={historyDuration}
          onChange={(duration) => change({ historyDuration: duration }, { replace: true })}
        />
        {total > 0 && (
          <span className={classes['pager']}>
            <span className="ui-num">
              {first + 1}–{last} of {total.toLocaleString('en')}
            </span>
            <ActionIcon aria-label="Newer runs" disabled={historyPage === 0} onClick={() => turn(-1)}>
              <IconChevronLeft size={17} stroke={1.6} />
            </ActionIcon>
            <ActionIcon aria-label="Older runs" disabled={last >= total} onClick={() => turn(1)}>
              <IconChevronRight size={17} stroke={1.6} />
            </ActionIcon>
          </span>
        )}
      </div>
      {history.isError && !history.data ? (
        <ErrorPanel message={errorMessage(history.error)} onRetry={() => void history.refetch()} />
      ) : (
        <HistoryTable rows={history.data?.rows} />
      )}
    </>
  );
}

function HistoryTable({ rows }: { readonly rows: readonly HistoryRow[] | undefined }) {
  if (rows?.length === 0) return <p className={shared['noRuns']}>No data available</p>;
  return (
    <table className={classes['history']}>
      <colgroup>
        <col className={classes['timeColumn']} />
        <col className={classes['durationColumn']} />
        <col />
      </colgroup>
      <thead className="ui-hidden">
        <tr>
          <th>Time</th>
          <th>Duration</th>
          <th>Message</th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => {
          const text = row.error || row.message || '';
          return (
            <tr key={row.time}>
              <td className="ui-num" title={exactTime(row.time)}>
                <StatusDot health={row.status ? 'healthy' : 'unhealthy'} label={row.status ? 'Passed' : 'Failed'} />{' '}
                {clockTime(row.time)}
              </td>
              <td>
                <Milliseconds value={row.duration ?? undefined} />
              </td>
              <td title={text}>{row.invalid ? `Misconfigured: ${text}` : text}</td>
            </tr>
          );
        }) ??
          [0, 1, 2, 3, 4, 5].map((row) => (
            <tr key={row}>
              <td>
                <Skeleton width="90px" />
              </td>
              <td>
                <Skeleton width="50px" />
              </td>
              <td>
                <Skeleton width={`${30 + row * 6}%`} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function DurationFilter({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (duration: string) => void;
}) {
  const [text, setText] = useState(value || 'All');
  const apply = useDebouncedCallback(onChange, 300);
  const asked = text === 'All' ? '' : text;
  return (
    <Autocomplete
      size="xs"
      w={190}
      aria-label="Slower than"
      placeholder="Duration, for example 500ms"
      leftSection={<span className={classes['durationLabel']}>Duration</span>}
      leftSectionWidth={68}
      data={['All', ...DURATION_PRESETS]}
      filter={({ options, search }) => matchingOptions(options, search)}
      value={text}
      error={isDurationFilter(asked) ? undefined : DURATION_ERROR}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(next) => {
        setText(next);
        const duration = next === 'All' ? '' : next;
        if (isDurationFilter(duration)) apply(duration);
      }}
    />
  );
}
