import type { CheckGroup, ListedCheck } from '@watchroom/contract/health';
import type { ListedKind } from '@watchroom/contract/kinds';
import { type Column, duration, percent, RelativeTime, StatusDot, StatusWord, UptimeStrip } from '@watchroom/ui';
import { healthOf, healthWord, plural, reasonOf } from '../check-words.ts';
import classes from './health.module.css';
import { KindIcon } from './KindIcon.tsx';

/** The columns of the health page. */
export function checkColumns(kinds: readonly ListedKind[]): readonly Column<ListedCheck, CheckGroup>[] {
  return [
    {
      id: 'name',
      title: 'Checks',
      // The name has 220 px, its icon beside it and its place under the heading of a group.
      width: 'minmax(267px, 1.9fr)',
      isSortable: true,
      cell: (check) => <CheckName check={check} kinds={kinds} />,
    },
    {
      id: 'status',
      title: 'Health',
      width: 'minmax(104px, 0.6fr)',
      isSortable: true,
      cell: (check) => (
        <span title={check.problem ?? check.message}>
          <StatusWord health={healthOf(check)} word={healthWord(check)} />
        </span>
      ),
      groupCell: (group) => (group.counts.unhealthy > 0 ? <FailingCount count={group.counts.unhealthy} /> : null),
    },
    {
      id: 'strip',
      title: 'Last 36 runs',
      width: 'minmax(48px, 214px)',
      cell: (check) => <UptimeStrip bars={check.strip} />,
    },
    {
      id: 'uptime',
      title: 'Uptime',
      width: 'minmax(60px, 0.6fr)',
      align: 'right',
      isSortable: true,
      cell: ({ uptime }) => <Uptime {...uptime} />,
      groupCell: ({ uptime }) => <Uptime {...uptime} />,
    },
    {
      id: 'latency',
      title: 'Latency',
      width: 'minmax(62px, 0.6fr)',
      align: 'right',
      isSortable: true,
      cell: (check) => <Milliseconds value={check.status === null ? undefined : check.latency.rolling1h} />,
      groupCell: ({ latency }) => <Milliseconds value={latency.rolling1h} />,
    },
    {
      id: 'transition',
      title: 'Transition',
      width: 'minmax(70px, 0.6fr)',
      align: 'right',
      isSortable: true,
      cell: (check) => <RelativeTime time={check.last_transition_time} />,
    },
  ];
}

function CheckName({ check, kinds }: { readonly check: ListedCheck; readonly kinds: readonly ListedKind[] }) {
  const reason = reasonOf(check);
  const icon = check.icon ?? kinds.find((kind) => kind.id === check.type)?.icon;
  return (
    <>
      <KindIcon name={icon} />
      <span className={classes['who']}>
        <span className={classes['names']}>
          <span
            className={`ui-cut ${classes['name']}`}
            title={check.description ? `${check.name}: ${check.description}` : check.name}
          >
            {check.name}
          </span>
          {check.namespace && <span className={classes['tag']}>{check.namespace}</span>}
        </span>
        {reason && (
          <span className={`ui-cut ${classes['reason']}`} title={reason}>
            {reason}
          </span>
        )}
      </span>
    </>
  );
}

export function GroupTitle({ group }: { readonly group: CheckGroup }) {
  return (
    <>
      <span className="ui-cut" title={group.key}>
        {group.key || 'none'}
      </span>
      <span className={classes['count']}>
        {group.shown < group.counts.total && `${group.shown} of `}
        {plural(group.counts.total, 'check')}
      </span>
    </>
  );
}

/** A check on a phone: the same fields in three lines. */
export function CheckCard({ check, kinds }: { readonly check: ListedCheck; readonly kinds: readonly ListedKind[] }) {
  return (
    <span className={classes['card']}>
      <span className={classes['cardName']}>
        <CheckName check={check} kinds={kinds} />
        <span className={classes['cardHealth']}>
          <StatusWord health={healthOf(check)} word={healthWord(check)} />
        </span>
      </span>
      <UptimeStrip bars={check.strip} slots={36} />
      <span className={classes['cardFigures']}>
        <span>
          Uptime <Uptime {...check.uptime} />
        </span>
        <span>
          Latency <Milliseconds value={check.status === null ? undefined : check.latency.rolling1h} />
        </span>
        <span>
          Transition <RelativeTime time={check.last_transition_time} />
        </span>
      </span>
    </span>
  );
}

function FailingCount({ count }: { readonly count: number }) {
  return (
    <span className={classes['failing']}>
      <StatusDot health="unhealthy" /> {count} failing
    </span>
  );
}

export function Uptime({ passed, failed }: { readonly passed: number; readonly failed: number }) {
  const text = percent(passed, passed + failed);
  if (text === undefined) return <span className="ui-num">–</span>;
  return (
    <span className="ui-num" title={`${passed} passed, ${failed} failed`}>
      {text}
      <span className="ui-unit">%</span>
    </span>
  );
}

export function Milliseconds({ value }: { readonly value: number | undefined }) {
  if (value === undefined) return <span className="ui-num">–</span>;
  const shown = duration(value);
  return (
    <span className="ui-num">
      {shown.value}
      <span className="ui-unit">{shown.unit}</span>
    </span>
  );
}
