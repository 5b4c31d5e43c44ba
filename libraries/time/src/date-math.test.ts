import { describe, expect, it } from 'vitest';
import { parseDateMath } from './date-math.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-03-18T14:35:40.123Z');
const read = (text: string, now = NOW): string | undefined => {
  const time = parseDateMath(text, now);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('date math', () => {
  it.each([
    ['now', '2026-03-18T14:35:40.123Z'],
    ['now-2d', '2026-03-16T14:35:40.123Z'],
    ['now+1h30m', '2026-03-18T16:05:40.123Z'],
    ['now-1h30m', '2026-03-18T13:05:40.123Z'],
    ['now+1w-10s', '2026-03-25T14:35:30.123Z'],
    ['now/s', '2026-03-18T14:35:40.000Z'],
    ['now/m', '2026-03-18T14:35:00.000Z'],
    ['now/h', '2026-03-18T14:00:00.000Z'],
    ['now/d', '2026-03-18T00:00:00.000Z'],
    ['now/w', '2026-03-16T00:00:00.000Z'],
    ['now-1M/M', '2026-02-01T00:00:00.000Z'],
    ['now/y', '2026-01-01T00:00:00.000Z'],
    ['now/d+7d/w', '2026-03-23T00:00:00.000Z'],
    ['2026-01-01||+1M/d', '2026-02-01T00:00:00.000Z'],
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T10:20', '2026-01-01T10:20:00.000Z'],
    ['2026-01-01T10:20:30.123456+02:00', '2026-01-01T08:20:30.123Z'],
    ['2026-01-01T10:20:30-0530||-1s', '2026-01-01T15:50:29.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
    ['now-123ms', '2026-03-18T14:35:40.000Z'],
    ['now/ms', '2026-03-18T14:35:40.123Z'],
    ['now-1M/M+1d', '2026-02-02T00:00:00.000Z'],
  ])('reads %s as %s', (text, time) => expect(read(text)).toBe(time));

  it.each([
    ['2026-01-31||+1M', '2026-02-28T00:00:00.000Z'],
    ['2024-01-31||+1M', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29||+1y', '2025-02-28T00:00:00.000Z'],
    ['2026-03-31||-1M', '2026-02-28T00:00:00.000Z'],
    ['2026-01-15||-13M', '2024-12-15T00:00:00.000Z'],
  ])('ends at the last day of a shorter month: %s is %s', (text, time) => expect(read(text)).toBe(time));

  it('rounds a Sunday to the Monday before it', () => {
    expect(read('2026-03-22||/w')).toBe('2026-03-16T00:00:00.000Z');
  });

  it.each([
    '', 'new', 'NOW', 'now()', 'nowadays', 'now-', 'now-d', 'now-2', 'now-2x', 'now 1d', 'now - 2d', 'now--2d', 'now-2d ', 'now/', 'now/2d', 'now||+1d',
    'now-1.5h', '2d', '2026-02-30', '2026-13-01', '2026-01-01T24:00', '2026-01-01+1d', '2026-01-01||2d',
    '||+1d', 'today', '1', '2026-01-01T10:00:60Z', '２026-01-01',
    '2026-11-20Z', '2026-01-01T10:00+16:00',
  ])('refuses "%s"', (text) => expect(read(text)).toBeUndefined()); // biome-ignore format: a list

  it.each([
    'now+999999999y',
    'now+999999999d1h',
    'now-999999999M',
    'now+9999999999s',
    'now-2026y',
    'now+8000y-8000y',
    '0000-01-01',
  ])('refuses %s, which leaves the years 1 to 9999', (text) => expect(read(text)).toBeUndefined());

  it('reads a text of many steps one after the other', () => {
    expect(read(`now${'+1d-1d'.repeat(10_000)}`)).toBe(new Date(NOW).toISOString());
    expect(read(`now+${'1'.repeat(100_000)}d`)).toBeUndefined();
    expect(read(`now+${'1d'.repeat(50_000)}x`)).toBeUndefined();
  });
});
