import { describe, expect, it } from 'vitest';
import { momentText, parseMoment } from './moment-text.ts';

const now = Date.parse('2026-11-20T12:34:56.789Z');
const read = (text: string, edge: 'start' | 'end' = 'start', zone = 'Europe/Berlin') => {
  const time = parseMoment(text, now, zone, edge);
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
  ])('is not %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each(['2026-11-20T12:34:56.789Z', '2026-03-29T00:59:59.000Z', '2026-07-01T22:00:00.000Z'])(
    'is read back from its text: %s',
    (iso) => {
      for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])
        expect(read(momentText(Date.parse(iso), zone), 'start', zone)).toBe(iso);
    },
  );
});
