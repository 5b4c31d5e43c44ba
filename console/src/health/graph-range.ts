import {
  absoluteRange,
  listedRange,
  listedTimeRange,
  minutesOfTimeRange,
  resolveTimeRange,
  type TimeRange,
} from '@watchroom/ui/logic';
import type { GraphRange } from './api.ts';
import type { HealthView } from './view.ts';

/** A part of time as the queries take it: fixed ends, or minutes back from now where an end is missing. */
export interface RangeWindow {
  readonly minutes: number;
  /** ISO 8601. */
  readonly from?: string | undefined;
  /** ISO 8601; undefined is now. */
  readonly to?: string | undefined;
  /** The start as the graph is asked for it. */
  readonly start: string;
}

/** The zoomed part when there is one, else the chosen range, else the one that fits. @param fitting for example `1h`. */
export function shownRange(view: Pick<HealthView, 'range' | 'from' | 'to'>, fitting: string): TimeRange {
  if (view.from && view.to) return absoluteRange(Date.parse(view.from), Date.parse(view.to), view.range?.timeZone);
  return view.range ?? listedTimeRange(fitting);
}

/** What a range means at a moment; equal as long as the same rows belong to it. @param now milliseconds since the epoch. */
export function windowOf(range: TimeRange, now: number): RangeWindow {
  const minutes = minutesOfTimeRange(range, now);
  if (range.type === 'relative' && !range.range.includes('/'))
    return { minutes, start: listedRange(range.range) ?? `${Math.max(1, Math.round(minutes * 60))}s` };
  const { from, to, endsNow } = resolveTimeRange(range, now);
  const start = new Date(from).toISOString();
  return { minutes, start, from: start, to: endsNow ? undefined : new Date(to).toISOString() };
}

/** The query of the chart and of the figures. */
export function graphRange({ start, to }: RangeWindow): GraphRange {
  return to === undefined ? { start } : { start, end: to };
}

/** The window in milliseconds, for the axis; `now` is when the points were loaded. */
export function spanOf({ minutes, from, to }: RangeWindow, now: number): readonly [number, number] {
  return [from === undefined ? now - minutes * 60_000 : Date.parse(from), to === undefined ? now : Date.parse(to)];
}
