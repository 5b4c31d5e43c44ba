import type { GraphRange } from './api.ts';
import type { HealthView } from './view.ts';

/** The zoomed part when there is one, else the range back from now. */
export function graphRange(range: string, view: Pick<HealthView, 'from' | 'to'>): GraphRange {
  return view.from && view.to ? { start: view.from, end: view.to } : { start: range };
}
