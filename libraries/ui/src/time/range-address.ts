import { absoluteRange, mappedRange, relativeRange, type TimeRange } from './range.ts';

/** The parameters that hold a range in the address; all of them go when it is cleared. */
export const RANGE_PARAMETERS = ['rangeType', 'display', 'from', 'to', 'range', 'timeRange', 'timeZone'] as const;

type Address = Readonly<Record<string, string | undefined>>;
export type RangeAddress = Readonly<Partial<Record<(typeof RANGE_PARAMETERS)[number], string>>>;

/**
 * Reads a range from an address. `rangeType` decides; without it the parameters that are there do, so that a link with
 * nothing but `timeRange=1h` works. The words of `display` are made anew, since a link could say anything.
 * @returns undefined when there is no range or one that is not understood
 */
export function readTimeRange(address: Address): TimeRange | undefined {
  const zone = address['timeZone'] === 'UTC' ? 'UTC' : undefined;
  const relative = () => {
    const text = address['range'] ?? address['timeRange'];
    return text === undefined ? undefined : relativeRange(text, zone);
  };
  const mapped = () => {
    const name = address['timeRange'] ?? address['range'];
    return name === undefined ? undefined : mappedRange(name, zone);
  };
  const absolute = () => {
    const { from, to } = { from: momentOf(address['from']), to: momentOf(address['to']) };
    return from !== undefined && to !== undefined && from < to ? absoluteRange(from, to, zone) : undefined;
  };
  if (address['rangeType'] === 'relative') return relative();
  if (address['rangeType'] === 'mapped') return mapped();
  if (address['rangeType'] === 'absolute') return absolute();
  return relative() ?? mapped() ?? absolute();
}

/** ISO 8601, or milliseconds since the epoch. */
function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{12,14}$/.test(text) ? Number(text) : /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The parameters of a range; none for undefined. */
export function writeTimeRange(range: TimeRange | undefined): RangeAddress {
  if (!range) return {};
  const shared = { rangeType: range.type, display: range.display, ...(range.timeZone && { timeZone: range.timeZone }) };
  if (range.type === 'relative') return { ...shared, range: range.range };
  if (range.type === 'mapped') return { ...shared, timeRange: range.timeRange };
  return { ...shared, from: range.from, to: range.to };
}
