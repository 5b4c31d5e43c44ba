import { Button } from '@mantine/core';
import { IconZoomOut } from '@tabler/icons-react';
import type { CheckDetail } from '@watchroom/contract/health';
import { clockTime, ErrorPanel, LatencyChart, Skeleton, TimeRangePicker } from '@watchroom/ui';
import { Suspense, useMemo } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { useGraph } from '../api.ts';
import { graphRange, spanOf } from '../graph-range.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import classes from './check.module.css';

interface Props {
  readonly check: CheckDetail;
  readonly range: string;
  readonly view: HealthView;
  readonly change: ChangeView;
}

const HEIGHT = 190;

/** Latency and failures over the range; dragging over it zooms the whole dialog. */
export function CheckChart({ check, range, view, change }: Props) {
  const graph = useGraph(check.id, graphRange(range, view));
  const points = useMemo(
    () =>
      (graph.data?.status ?? []).map((point) => ({
        time: point.time,
        average: point.duration,
        p95: point.p95,
        hasFailed: (point.failed ?? 0) > 0 || point.status !== true,
      })),
    [graph.data],
  );
  const span = useMemo(
    () => spanOf(range, view.from, view.to, graph.dataUpdatedAt),
    [range, view.from, view.to, graph.dataUpdatedAt],
  );
  const zoomed = view.from && view.to ? `${clockTime(view.from)} to ${clockTime(view.to)}` : undefined;
  const waiting = <Skeleton height={`${HEIGHT}px`} />;
  return (
    <section className={classes['chart']} aria-label="Health overview">
      <div className={classes['chartHead']}>
        <h3>Health overview</h3>
        {zoomed && (
          <Button leftSection={<IconZoomOut size={15} />} onClick={() => change({ from: undefined, to: undefined })}>
            Zoom out
          </Button>
        )}
        <TimeRangePicker range={range} label={zoomed} onChange={(timeRange) => change({ timeRange })} />
      </div>
      {graph.isError && !graph.data ? (
        <ErrorPanel message={errorMessage(graph.error)} onRetry={() => void graph.refetch()} />
      ) : graph.isPending ? (
        waiting
      ) : points.length === 0 ? (
        <p className={classes['noRuns']}>No runs in this time range</p>
      ) : (
        <Suspense fallback={waiting}>
          <LatencyChart points={points} span={span} height={HEIGHT} onZoom={(from, to) => change({ from, to })} />
        </Suspense>
      )}
    </section>
  );
}
