import { Button } from '@mantine/core';
import { IconZoomOut } from '@tabler/icons-react';
import type { ListedCheck } from '@watchroom/contract/health';
import { ErrorPanel, LatencyChart, Skeleton, type TimeRange, TimeRangePicker } from '@watchroom/ui';
import { Suspense, useMemo } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { useGraph } from '../api.ts';
import { graphRange, type RangeWindow, spanOf } from '../graph-range.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import classes from './check.module.css';

interface Props {
  readonly check: ListedCheck;
  readonly range: TimeRange;
  readonly window: RangeWindow;
  readonly view: HealthView;
  readonly change: ChangeView;
}

const HEIGHT = 190;

/** Latency and failures over the range; dragging over it zooms the whole dialog. */
export function CheckChart({ check, range, window, view, change }: Props) {
  const graph = useGraph(check.id, graphRange(window));
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
  const span = useMemo(() => spanOf(window, graph.dataUpdatedAt), [window, graph.dataUpdatedAt]);
  const waiting = <Skeleton height={`${HEIGHT}px`} />;
  return (
    <section className={classes['chart']} aria-label="Health overview">
      <div className={classes['chartHead']}>
        <h3>Health overview</h3>
        {view.from && (
          <Button leftSection={<IconZoomOut size={15} />} onClick={() => change({ from: undefined, to: undefined })}>
            Zoom out
          </Button>
        )}
        <TimeRangePicker range={range} onChange={(next) => change({ range: next })} />
      </div>
      {graph.isError && !graph.data ? (
        <ErrorPanel message={errorMessage(graph.error)} onRetry={() => void graph.refetch()} />
      ) : graph.isPending ? (
        waiting
      ) : points.length === 0 ? (
        <p className={classes['noRuns']} style={{ height: HEIGHT }}>
          No runs in this time range
        </p>
      ) : (
        <Suspense fallback={waiting}>
          <LatencyChart points={points} span={span} height={HEIGHT} onZoom={(from, to) => change({ from, to })} />
        </Suspense>
      )}
    </section>
  );
}
