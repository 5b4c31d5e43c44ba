import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { exactTime } from '../format/age.ts';
import { durationText } from '../format/duration.ts';
import { StatusDot } from '../status/StatusDot.tsx';
import classes from './chart.module.css';
import { type ChartPoint, chartColumns, chartSentence } from './chart-data.ts';
import { chartOptions } from './chart-options.ts';

interface Props {
  readonly points: readonly ChartPoint[];
  /** First and last moment of the axis in milliseconds, whatever part of it has points. */
  readonly span: readonly [number, number];
  /** Told the ISO times of a range that was drawn over the chart. */
  readonly onZoom: (from: string, to: string) => void;
  readonly height?: number;
}

/** Average latency as a line, its 95th percentile as a band, failures as marks on the axis. Drag to zoom. */
export function LatencyChart({ points, span, onZoom, height = 190 }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const shown = useRef({ points, span });
  const zoom = useRef(onZoom);
  const [pointed, setPointed] = useState<{ readonly index: number; readonly left: number }>();
  const scheme = useComputedColorScheme('light');

  useEffect(() => {
    zoom.current = onZoom;
  }, [onZoom]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = new uPlot(
      chartOptions(element, height, {
        span: () => shown.current.span,
        hasFailed: (index) => shown.current.points[index]?.hasFailed ?? false,
        point: (index, left) => setPointed(index === undefined ? undefined : { index, left }),
        zoom: (from, to) => zoom.current(from, to),
      }),
      chartColumns(shown.current.points),
      element,
    );
    plot.current = chart;
    const resizing = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      chart.destroy();
    };
    // The colours are read from the theme, so another scheme draws a new chart.
  }, [height, scheme]);
  useEffect(() => {
    shown.current = { points, span };
    plot.current?.setData(chartColumns(points));
  }, [points, span]);

  const tip = pointed && points[pointed.index];
  return (
    <div className={classes['chart']}>
      <div ref={place} role="img" aria-label={chartSentence(points, durationText)} style={{ height }} />
      {tip && (
        <div className={classes['tip']} style={{ left: `clamp(175px, ${pointed.left}px, calc(100% - 175px))` }}>
          <span className={classes['when']}>{exactTime(tip.time)}</span>
          <span>
            average <b className="ui-num">{durationText(tip.average)}</b>
          </span>
          <span>
            95 % <b className="ui-num">{durationText(tip.p95)}</b>
          </span>
          {tip.hasFailed && (
            <span className={classes['failed']}>
              <StatusDot health="unhealthy" size={10} /> failed
            </span>
          )}
        </div>
      )}
    </div>
  );
}
