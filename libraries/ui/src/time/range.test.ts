import { describe, expect, it } from 'vitest';
import {
  absoluteRange,
  inZone,
  isSameRange,
  listedTimeRange,
  MAPPED_RANGES,
  mappedRange,
  minutesOfTimeRange,
  rangeOfEnds,
  relativeRange,
  resolveTimeRange,
  type TimeRange,
} from './range.ts';

const now = Date.parse('2026-11-20T12:34:56Z');
const resolve = (range: TimeRange | undefined, zone = 'UTC') => {
  if (!range) throw new Error('no range');
  const { from, to, endsNow } = resolveTimeRange(range, now, zone);
  return [new Date(from).toISOString(), new Date(to).toISOString(), endsNow];
};

describe('a range', () => {
  it.each([
    ['5m', 'Last 5 minutes', 'now-5m'],
    ['1h', 'Last hour', 'now-1h'],
    ['1mo', 'Last month', 'now-1M'],
    ['now-5y', 'Last 5 years', 'now-5y'],
    ['now+2w', 'Next 2 weeks', 'now+2w'],
    ['now-90m', 'now-90m to now', 'now-90m'],
    ['now+90m', 'now to now+90m', 'now+90m'],
  ])('that is relative is %s, in words %s', (range, display, text) => {
    expect(relativeRange(range)).toMatchObject({ type: 'relative', display, range: text });
  });

  it.each(['', 'now', '7 parsecs', 'yesterday', '2026-01-01'])('that is relative is not %j', (range) => {
    expect(relativeRange(range)).toBeUndefined();
  });

  it('reaches from its moment to now, or from now to its moment', () => {
    expect(resolve(relativeRange('now-2d'))).toEqual(['2026-11-18T12:34:56.000Z', '2026-11-20T12:34:56.000Z', true]);
    expect(resolve(relativeRange('now+2d'))).toEqual(['2026-11-20T12:34:56.000Z', '2026-11-22T12:34:56.000Z', false]);
  });

  it.each([
    ['Yesterday', '2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
    ['Day before yesterday', '2026-11-18T00:00:00.000Z', '2026-11-18T23:59:59.999Z'],
    ['This day last week', '2026-11-13T00:00:00.000Z', '2026-11-13T23:59:59.999Z'],
    ['Previous week', '2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z'],
    ['Previous month', '2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z'],
    ['Previous year', '2025-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
    ['Today', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['Today so far', '2026-11-20T00:00:00.000Z', '2026-11-20T12:34:56.000Z'],
    ['This week', '2026-11-16T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['This month', '2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z'],
    ['This year so far', '2026-01-01T00:00:00.000Z', '2026-11-20T12:34:56.000Z'],
  ])('by the name %s is that part of the calendar', (name, from, to) => {
    expect(resolve(mappedRange(name)).slice(0, 2)).toEqual([from, to]);
  });

  it('by a name can be resolved, whichever it is', () => {
    for (const { name } of MAPPED_RANGES) {
      const { from, to } = resolveTimeRange({ type: 'mapped', display: name, timeRange: name }, now, 'Asia/Kolkata');
      expect(from).toBeLessThan(to);
    }
  });

  it('by a name follows its zone', () => {
    expect(resolve(mappedRange('today'), 'Pacific/Auckland').slice(0, 2)).toEqual([
      '2026-11-20T11:00:00.000Z',
      '2026-11-21T10:59:59.999Z',
    ]);
    expect(resolve(mappedRange('Today', 'UTC'))).toEqual(resolve(mappedRange('Today'), 'UTC'));
  });

  it('that means nothing throws', () => {
    const unknown = { type: 'mapped', display: 'x', timeRange: 'Next blue moon' } as const;
    expect(() => resolveTimeRange(unknown, now)).toThrow('Invalid mapped time range');
    expect(() => resolveTimeRange({ type: 'relative', display: 'x', range: '7x' }, now)).toThrow(
      'Invalid relative time range',
    );
    expect(() => listedTimeRange('7x')).toThrow('has no 7x');
  });

  it('says its ends in its zone', () => {
    const from = Date.parse('2026-11-20T22:30:00Z');
    expect(absoluteRange(from, from + 3_600_000, 'UTC').display).toBe('2026-11-20 22:30 to 23:30');
    expect(absoluteRange(from, from + 7_200_000, 'UTC').display).toBe('2026-11-20 22:30 to 2026-11-21 00:30');
    expect(absoluteRange(from, from + 61_000, 'UTC').display).toBe('2026-11-20 22:30:00 to 22:31:01');
  });

  it('changes its zone and not its part of time, unless the calendar decides', () => {
    const absolute = absoluteRange(now, now + 60_000);
    expect(inZone(absolute, 'UTC')).toMatchObject({ timeZone: 'UTC', from: '2026-11-20T12:34:56.000Z' });
    expect(inZone(listedTimeRange('1h'), 'UTC')).toMatchObject({ range: 'now-1h', timeZone: 'UTC' });
    expect(isSameRange(inZone(absolute, 'UTC'), absolute)).toBe(false);
    expect(isSameRange(mappedRange('Today'), mappedRange('today'))).toBe(true);
  });

  it('of two typed ends moves with now when one end is now', () => {
    const span = { from: now - 60_000, to: now };
    expect(rangeOfEnds({ from: 'now - 2d', to: 'now' }, span)).toMatchObject({ type: 'relative', range: 'now-2d' });
    expect(rangeOfEnds({ from: 'now', to: 'now+2d' }, span)).toMatchObject({ type: 'relative', range: 'now+2d' });
    expect(rangeOfEnds({ from: 'now-2d', to: 'now-1d' }, span)).toMatchObject({
      type: 'absolute',
      to: '2026-11-20T12:34:56.000Z',
    });
  });

  it('has the minutes of the list, else those between its ends', () => {
    expect(minutesOfTimeRange(listedTimeRange('1mo'), now)).toBe(43_200);
    expect(minutesOfTimeRange(absoluteRange(now, now + 120_000), now)).toBe(2);
    expect(
      minutesOfTimeRange({ type: 'mapped', display: 'Today', timeRange: 'Today', timeZone: 'UTC' }, now),
    ).toBeCloseTo(1_440);
  });
});
