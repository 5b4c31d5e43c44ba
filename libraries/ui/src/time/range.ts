import { localZone, parseDateMath } from '@watchroom/time';
import { spanText } from './moment-text.ts';
import { dateMathOf, listedRange, minutesOfRange, TIME_RANGES } from './time-range.ts';

/** A part of time as a person chooses it. `timeZone` is absent for the zone of the browser. */
export type TimeRange = { readonly display: string; readonly timeZone?: 'UTC' | undefined } & (
  | {
      readonly type: 'relative';
      /** Date math of the end that is not now: `now-2d` lies behind, `now+2d` ahead. */
      readonly range: string;
    }
  /** A part of the calendar by its name, for example `Yesterday`. */
  | { readonly type: 'mapped'; readonly timeRange: string }
  /** Both ends in ISO 8601, UTC. */
  | { readonly type: 'absolute'; readonly from: string; readonly to: string }
);

type Zone = TimeRange['timeZone'];

/** The named parts of the calendar. Equal ends mean the whole unit. */
export const MAPPED_RANGES = [
  { name: 'Yesterday', from: 'now-1d/d', to: 'now-1d/d' },
  { name: 'Day before yesterday', from: 'now-2d/d', to: 'now-2d/d' },
  { name: 'This day last week', from: 'now-7d/d', to: 'now-7d/d' },
  { name: 'Previous week', from: 'now-1w/w', to: 'now-1w/w' },
  { name: 'Previous month', from: 'now-1M/M', to: 'now-1M/M' },
  { name: 'Previous year', from: 'now-1y/y', to: 'now-1y/y' },
  { name: 'Today', from: 'now/d', to: 'now/d' },
  { name: 'Today so far', from: 'now/d', to: 'now' },
  { name: 'This week', from: 'now/w', to: 'now/w' },
  { name: 'This week so far', from: 'now/w', to: 'now' },
  { name: 'This month', from: 'now/M', to: 'now/M' },
  { name: 'This month so far', from: 'now/M', to: 'now' },
  { name: 'This year', from: 'now/y', to: 'now/y' },
  { name: 'This year so far', from: 'now/y', to: 'now' },
] as const;

/** @param range date math, or an entry of the list such as `1mo` (then of the past). @returns undefined when it is neither. */
export function relativeRange(range: string, timeZone?: Zone): TimeRange | undefined {
  const text = minutesOfRange(range) === undefined ? range : dateMathOf(range);
  if (text === 'now' || momentFromNow(text, Date.UTC(2000, 0), 'UTC') === undefined) return undefined;
  return { type: 'relative', display: wordsOf(text), range: text, timeZone };
}

/** The range of an entry of the list, for example of `1h`. @throws Error when the list has no such entry. */
export function listedTimeRange(range: string): TimeRange {
  const found = minutesOfRange(range) === undefined ? undefined : relativeRange(range);
  if (!found) throw new Error(`The list of time ranges has no ${range}`);
  return found;
}

/** Date math that starts from now, and not from a date. */
function momentFromNow(text: string, now: number, zone: string): number | undefined {
  return text.startsWith('now') ? parseDateMath(text, now, { zone }) : undefined;
}

function wordsOf(range: string): string {
  for (const listed of TIME_RANGES) {
    if (range === dateMathOf(listed.range)) return `Last ${listed.words}`;
    if (range === dateMathOf(listed.range, 'future')) return `Next ${listed.words}`;
  }
  return range.startsWith('now+') ? `now to ${range}` : `${range} to now`;
}

/** @param name compared without case and spaces. @returns undefined when no part of the calendar has that name. */
export function mappedRange(name: string, timeZone?: Zone): TimeRange | undefined {
  const found = MAPPED_RANGES.find((candidate) => plain(candidate.name) === plain(name));
  return found && { type: 'mapped', display: found.name, timeRange: found.name, timeZone };
}

const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase();

/** @param from milliseconds since the epoch, as `to`. */
export function absoluteRange(from: number, to: number, timeZone?: Zone): TimeRange {
  const display = spanText(from, to, timeZone ?? localZone());
  return { type: 'absolute', display, from: new Date(from).toISOString(), to: new Date(to).toISOString(), timeZone };
}

/** Whether both choose the same part of time, shown in the same zone. */
export function isSameRange(one: TimeRange | undefined, other: TimeRange | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The range of two typed ends: relative when one is `now` and the other date math, else absolute. */
export function rangeOfEnds(
  ends: { readonly from: string; readonly to: string },
  span: Pick<Span, 'from' | 'to'>,
  timeZone?: Zone,
): TimeRange {
  const [from, to] = [ends.from.replaceAll(' ', ''), ends.to.replaceAll(' ', '')];
  const open =
    to === 'now' && from.startsWith('now-') ? from : from === 'now' && to.startsWith('now+') ? to : undefined;
  const relative = open === undefined ? undefined : relativeRange(open, timeZone);
  return relative ?? absoluteRange(span.from, span.to, timeZone);
}

/** The same part of time, shown in another zone. */
export function inZone(range: TimeRange, timeZone: Zone): TimeRange {
  if (range.type === 'absolute') return absoluteRange(Date.parse(range.from), Date.parse(range.to), timeZone);
  return { ...range, timeZone };
}

export interface Span {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** The end is now and moves with it. */
  readonly endsNow: boolean;
}

/**
 * The part of time that a range means at a moment.
 * @param now milliseconds since the epoch.
 * @throws Error 'Invalid mapped time range' for an unknown name, 'Invalid relative time range' for no date math.
 */
export function resolveTimeRange(range: TimeRange, now: number, zone: string = range.timeZone ?? localZone()): Span {
  if (range.type === 'absolute') return { from: Date.parse(range.from), to: Date.parse(range.to), endsNow: false };
  if (range.type === 'relative') {
    const moment = momentFromNow(range.range, now, zone);
    if (moment === undefined) throw new Error('Invalid relative time range');
    return { from: Math.min(moment, now), to: Math.max(moment, now), endsNow: moment <= now };
  }
  const mapped = MAPPED_RANGES.find(({ name }) => name === range.timeRange);
  const from = mapped && parseDateMath(mapped.from, now, { zone });
  const to = mapped && parseDateMath(mapped.to, now, { zone, edge: mapped.from === mapped.to ? 'end' : 'start' });
  if (from === undefined || to === undefined) throw new Error('Invalid mapped time range');
  return { from, to, endsNow: mapped?.to === 'now' };
}

/** Minutes that a range is long, at a moment; those of the list as the list says. */
export function minutesOfTimeRange(range: TimeRange, now: number): number {
  const listed = range.type === 'relative' ? listedRange(range.range) : undefined;
  const minutes = listed === undefined ? undefined : minutesOfRange(listed);
  if (minutes !== undefined) return minutes;
  const { from, to } = resolveTimeRange(range, now);
  return (to - from) / 60_000;
}
