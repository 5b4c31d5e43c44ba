import { minutesOfRange } from '@watchroom/ui/logic';
import type { GraphRange } from './api.ts';
import type { HealthView } from './view.ts';

/** The zoomed part when there is one, else the range back from now. */
export function graphRange(range: string, view: Pick<HealthView, 'from' | 'to'>): GraphRange {
  return view.from && view.to ? { start: view.from, end: view.to } : { start: range };
}

/** The same part of time in milliseconds, for the axis; `now` is when the points were loaded. */
export function spanOf(
  range: string,
  from: string | undefined,
  to: string | undefined,
  now: number,
): readonly [number, number] {
  if (from && to) return [Date.parse(from), Date.parse(to)];
  return [now - (minutesOfRange(range) ?? 60) * 60_000, now];
}
