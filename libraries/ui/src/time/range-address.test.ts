import { describe, expect, it } from 'vitest';
import { absoluteRange, mappedRange, relativeRange } from './range.ts';
import { RANGE_PARAMETERS, readTimeRange, writeTimeRange } from './range-address.ts';

const from = '2026-11-20T12:00:00.000Z';
const to = '2026-11-20T14:00:00.000Z';

describe('a range in the address', () => {
  it.each([
    relativeRange('now-2d'),
    relativeRange('now+1w', 'UTC'),
    mappedRange('Previous month'),
    mappedRange('Today', 'UTC'),
    absoluteRange(Date.parse(from), Date.parse(to)),
    absoluteRange(Date.parse(from), Date.parse(to), 'UTC'),
  ])('survives the way there and back: $display', (range) => {
    const address = writeTimeRange(range);
    expect(readTimeRange(address)).toEqual(range);
    expect(RANGE_PARAMETERS).toEqual(expect.arrayContaining(Object.keys(address)));
  });

  it('has the parameters of its type', () => {
    expect(writeTimeRange(relativeRange('2d'))).toEqual({
      rangeType: 'relative',
      display: 'Last 2 days',
      range: 'now-2d',
    });
    expect(writeTimeRange(mappedRange('Today'))).toEqual({ rangeType: 'mapped', display: 'Today', timeRange: 'Today' });
    expect(writeTimeRange(absoluteRange(Date.parse(from), Date.parse(to), 'UTC'))).toEqual({
      rangeType: 'absolute',
      display: '2026-11-20 12:00 to 14:00',
      timeZone: 'UTC',
      from,
      to,
    });
    expect(writeTimeRange(undefined)).toEqual({});
  });

  it.each([
    [{ timeRange: '1h' }, relativeRange('1h')],
    [{ range: 'now-2d' }, relativeRange('2d')],
    [{ rangeType: 'relative', range: '2d', display: 'whatever' }, relativeRange('2d')],
    [{ rangeType: 'relative', timeRange: '2d' }, relativeRange('2d')],
    [{ rangeType: 'mapped', range: 'previousMonth' }, mappedRange('Previous month')],
    [{ timeRange: 'this_week' }, mappedRange('This week')],
    [{ from, to }, absoluteRange(Date.parse(from), Date.parse(to))],
    [{ rangeType: 'absolute', from: String(Date.parse(from)), to }, absoluteRange(Date.parse(from), Date.parse(to))],
    [{ rangeType: 'oblique', range: 'now-1h' }, relativeRange('1h')],
  ])('is read from %j', (address, range) => {
    expect(range).toBeDefined();
    expect(readTimeRange(address)).toEqual(range);
  });

  it.each([
    {},
    { rangeType: 'relative' },
    { rangeType: 'relative', range: 'now-2parsecs' },
    { rangeType: 'mapped', timeRange: 'Next blue moon' },
    { rangeType: 'mapped', range: 'now-1h' },
    { rangeType: 'absolute', from },
    { rangeType: 'absolute', from: to, to: from },
    { rangeType: 'absolute', from: 'never', to },
    { rangeType: 'absolute', from: '12', to: '13' },
    { range: '', timeRange: '7x', from: '', to: '<script>' },
  ])('is nothing in %j', (address) => {
    expect(readTimeRange(address)).toBeUndefined();
  });

  it('is told in its own words, whatever the link says', () => {
    expect(readTimeRange({ rangeType: 'relative', display: 'Last hour', range: 'now-5y' })?.display).toBe(
      'Last 5 years',
    );
  });
});
