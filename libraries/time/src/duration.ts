const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
  d: 8.64e13,
  w: 6.048e14,
  mo: 2.592e15,
  y: 3.1536e16,
};

/** A whole duration without spaces around it, for schemas. Both ways to write a micro sign are taken, as Go does. */
export const DURATION = /^(0|([0-9]+(\.[0-9]+)?(ns|us|µs|μs|ms|mo|s|m|h|d|w|y))+)$/;
/** Sticky, so that a long row of digits without a unit is read once, not again from each of its digits. */
const PART = /([0-9]+(?:\.[0-9]+)?)(ns|us|µs|μs|ms|mo|s|m|h|d|w|y)/y;

/**
 * Reads a duration such as `30s`, `1h30m` or `2d`: Go's units, and d (24 h), w (7 d), mo (30 d) and y (365 d). `0` needs no
 * unit.
 * @returns nanoseconds, or undefined if the text is not a duration; a sign makes it none
 */
export function parseNanoseconds(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '0') return 0;
  if (trimmed === '') return undefined;
  let sum = 0;
  PART.lastIndex = 0;
  for (let at = 0; at < trimmed.length; at = PART.lastIndex) {
    const [, count, unit = ''] = PART.exec(trimmed) ?? [];
    if (count === undefined) return undefined;
    sum += Number(count) * (NANOSECONDS[unit] ?? 0);
  }
  return sum;
}

/** Reads a duration as {@link parseNanoseconds} does. @returns milliseconds, or undefined if the text is not a duration */
export function parseDuration(text: string): number | undefined {
  const nanoseconds = parseNanoseconds(text);
  return nanoseconds === undefined ? undefined : nanoseconds / 1e6;
}

/** The exact duration as a person writes it, for example `2h30m`. */
export function formatNanoseconds(nanoseconds: number): string {
  let rest = nanoseconds;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms', 'us', 'ns']) {
    const size = NANOSECONDS[unit] ?? 1;
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text || '0';
}
