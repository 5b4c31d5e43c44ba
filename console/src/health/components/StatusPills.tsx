import { Tooltip } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import type { Coverage, HealthCounts } from '@watchroom/contract/health';
import { percent, StatusDot } from '@watchroom/ui';
import type { ChangeView } from '../use-view.ts';
import { plural } from '../check-words.ts';
import classes from './health.module.css';

interface Props {
  readonly counts: HealthCounts | undefined;
  readonly coverage: Coverage | undefined;
  readonly change: ChangeView;
}

/** Passing, failing and covered; the first two filter the list. */
export function StatusPills({ counts, coverage, change }: Props) {
  return (
    <>
      {counts && counts.total > 0 && (
        <>
          <button
            type="button"
            className={classes['pill']}
            data-health="healthy"
            title="Show all checks"
            onClick={() => change({ hidePassing: false })}
          >
            <StatusDot health="healthy" /> <span className="ui-num">{counts.healthy.toLocaleString('en')}</span>{' '}
            <span className={classes['pillWord']}>passing</span>
          </button>
          <button
            type="button"
            className={classes['pill']}
            data-health={counts.unhealthy > 0 ? 'unhealthy' : 'none'}
            title="Hide passing checks"
            onClick={() => change({ hidePassing: true })}
          >
            <StatusDot health={counts.unhealthy > 0 ? 'unhealthy' : 'unknown'} />{' '}
            <span className="ui-num">{counts.unhealthy.toLocaleString('en')}</span>{' '}
            <span className={classes['pillWord']}>failing</span>
          </button>
        </>
      )}
      {coverage && coverage.scheduled + coverage.not_runnable > 0 && <Covered coverage={coverage} />}
    </>
  );
}

function Covered({ coverage }: { readonly coverage: Coverage }) {
  const share = percent(coverage.on_time, coverage.scheduled) ?? '0.0';
  const gaps = [
    coverage.late > 0 && `${coverage.late} late`,
    coverage.never_run > 0 && `${coverage.never_run} never run`,
    coverage.not_runnable > 0 && `${coverage.not_runnable} cannot run`,
  ].filter(Boolean);
  const sentence = `${coverage.on_time} of ${plural(coverage.scheduled, 'scheduled check')} ran on time${gaps.length > 0 ? `; ${gaps.join(', ')}` : ''}`;
  return (
    <Tooltip label={sentence}>
      <span
        className={`${classes['pill']} ${classes['covered']}`}
        data-health={coverage.ratio < 0.99 ? 'warning' : 'none'}
        tabIndex={0}
        role="note"
        aria-label={sentence}
      >
        <IconRadar2 size={14} stroke={1.6} aria-hidden /> <span className="ui-num">{share} %</span> covered
      </span>
    </Tooltip>
  );
}
