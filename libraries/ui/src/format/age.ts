const STEPS = [
  ['y', 31_536_000],
  ['mo', 2_592_000],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** The age of a moment in one unit of s, m, h, d, mo, y; a moment in the future counts as now. */
export function age(time: string | number | Date, now: number): string {
  const seconds = Math.max(0, Math.floor((now - new Date(time).getTime()) / 1_000));
  for (const [unit, size] of STEPS) if (seconds >= size) return `${Math.floor(seconds / size)}${unit}`;
  return `${seconds}s`;
}

/** How long until a moment, in the same units; `0s` when it has passed. */
export function timeUntil(time: string | number | Date, now: number): string {
  return age(now, new Date(time).getTime());
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** Date and time in the reader's zone, for tooltips. */
export function exactTime(time: string | number | Date): string {
  return exact.format(new Date(time));
}

/** `12:57:42` for today, `Nov 3 12:57:42` for another day. */
export function clockTime(time: string | number | Date, now: number = Date.now()): string {
  const moment = new Date(time);
  const isToday = moment.toDateString() === new Date(now).toDateString();
  return isToday ? clock.format(moment) : `${day.format(moment)} ${clock.format(moment)}`;
}
