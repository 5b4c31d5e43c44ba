import { describe, expect, it } from 'vitest';
import { parseMoment } from './moment.ts';

const now = Date.parse('2026-11-20T12:34:56.789Z');
const read = (text: string, edge: 'start' | 'end' = 'start', zone = 'Europe/Berlin') => {
  const time = parseMoment(text, now, { zone, edge });
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('a typed moment', () => {
  it.each([
    ['now', '2026-11-20T12:34:56.789Z'],
    [' now - 2d ', '2026-11-18T12:34:56.789Z'],
    ['now/d', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['2026-1-5 9:05', '2026-01-05T08:05:00.000Z'],
    ['2026-11-20 14:30', '2026-11-20T13:30:00.000Z'],
    ['2026-11-20T14:30:15', '2026-11-20T13:30:15.000Z'],
    ['2026-11-20 14:30:15.25', '2026-11-20T13:30:15.250Z'],
    ['2026-11-20T14:30:00Z', '2026-11-20T14:30:00.000Z'],
    ['2026-11-20T14:30:00.000z', '2026-11-20T14:30:00.000Z'],
    ['2026-11-20T14:30+05:30', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T14:30-0500', '2026-11-20T19:30:00.000Z'],
    ['2026-11-20 14:30 +05:30', '2026-11-20T09:00:00.000Z'],
    ['2026-11-5 9:30 || +1M -1m', '2026-12-05T08:29:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(read(text)).toBe(iso);
  });

  it('is the end of its day or unit where a range ends', () => {
    expect(read('2026-11-20', 'end')).toBe('2026-11-20T22:59:59.999Z');
    expect(read('now/d', 'end')).toBe('2026-11-20T22:59:59.999Z');
    expect(read('2026-11-20 14:30', 'end')).toBe('2026-11-20T13:30:00.000Z');
  });

  it.each([
    '',
    'soon',
    'now-2',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20 24:00',
    '2026-11-20 12:60',
    '2026-11-20Z',
    '20.11.2026',
    '2026-11-20 14:30 15:30',
    '2026-11-20T14:30+99:00',
  ])('is not %j', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
