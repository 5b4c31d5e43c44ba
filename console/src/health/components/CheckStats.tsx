import type { ListedCheck } from '@watchroom/contract/health';
import { RelativeTime, TimeUntil } from '@watchroom/ui';
import type { ReactNode } from 'react';
import { useGraph } from '../api.ts';
import { graphRange, type RangeWindow } from '../graph-range.ts';
import classes from './check.module.css';
import { Milliseconds, Uptime } from './check-columns.tsx';

/** The figures of the chosen time range, and when the check ran and runs. */
export function CheckStats({ check, window }: { readonly check: ListedCheck; readonly window: RangeWindow }) {
  const graph = useGraph(check.id, graphRange(window));
  const { uptime, latency } = graph.data ?? check;
  return (
    <div className={classes['stats']}>
      <Stat title="Uptime" below={<Counts {...uptime} />}>
        <Uptime {...uptime} />
      </Stat>
      <Stat title="Latency 95%">
        <Milliseconds value={latency.p95} />
      </Stat>
      <Stat title="97%">
        <Milliseconds value={latency.p97} />
      </Stat>
      <Stat title="99%">
        <Milliseconds value={latency.p99} />
      </Stat>
      <Stat title="Severity">{check.severity ? check.severity[0]?.toUpperCase() + check.severity.slice(1) : '–'}</Stat>
      <dl className={classes['times']}>
        <div>
          <dt>Last run</dt>
          <dd>
            <RelativeTime time={check.last_runtime} />
          </dd>
        </div>
        <div>
          <dt>Next run</dt>
          <dd>{check.next_runtime && !check.problem ? <TimeUntil time={check.next_runtime} /> : '–'}</dd>
        </div>
        <div>
          <dt>Transitioned</dt>
          <dd>
            <RelativeTime time={check.last_transition_time} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Stat({
  title,
  below,
  children,
}: {
  readonly title: string;
  readonly below?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <dl className={classes['stat']}>
      <dt>{title}</dt>
      <dd className={classes['figure']}>{children}</dd>
      {below && <dd className={classes['below']}>{below}</dd>}
    </dl>
  );
}

function Counts({ passed, failed }: { readonly passed: number; readonly failed: number }) {
  return (
    <>
      {passed.toLocaleString('en')} passed,{' '}
      <span className={failed > 0 ? classes['bad'] : undefined}>{failed.toLocaleString('en')} failed</span>
    </>
  );
}
