import { describe, expect, it } from 'vitest';
import { parseDateMath } from './date-math.ts';

const now = Date.parse('2026-11-20T12:34:56.789Z');
const read = (text: string, given: { zone?: string; edge?: 'start' | 'end'; from?: number } = {}) => {
  const time = parseDateMath(text, given.from ?? now, { zone: given.zone, edge: given.edge });
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('date math of a zone', () => {
  it.each([
    ['now/s', '2026-11-20T12:34:56.999Z'],
    ['now/h', '2026-11-20T12:59:59.999Z'],
    ['now/d', '2026-11-20T23:59:59.999Z'],
    ['now/w', '2026-11-22T23:59:59.999Z'],
    ['now-1M/M', '2026-10-31T23:59:59.999Z'],
    ['now/y', '2026-12-31T23:59:59.999Z'],
  ])('rounds %s at the end to %s', (text, iso) => {
    expect(read(text, { edge: 'end' })).toBe(iso);
  });

  it('counts a Sunday to the week that began on Monday', () => {
    const from = Date.parse('2026-11-22T23:00:00Z');
    expect(read('now/w', { from })).toBe('2026-11-16T00:00:00.000Z');
    expect(read('now/w', { from, zone: 'Europe/Berlin' })).toBe('2026-11-22T23:00:00.000Z');
  });

  it('knows days of 23 and of 25 hours', () => {
    const spring = { zone: 'Europe/Berlin', from: Date.parse('2026-03-29T12:00:00Z') };
    expect(read('now/d', spring)).toBe('2026-03-28T23:00:00.000Z');
    expect(read('now/d', { ...spring, edge: 'end' })).toBe('2026-03-29T21:59:59.999Z');
    expect(read('now-1d', spring)).toBe('2026-03-28T13:00:00.000Z');
    expect(read('now-24h', spring)).toBe('2026-03-28T12:00:00.000Z');
    const autumn = { zone: 'Europe/Berlin', from: Date.parse('2026-10-25T12:00:00Z') };
    expect(read('now/d', autumn)).toBe('2026-10-24T22:00:00.000Z');
    expect(read('now/d', { ...autumn, edge: 'end' })).toBe('2026-10-25T22:59:59.999Z');
  });

  it('begins a day whose midnight the clocks skip at its first moment', () => {
    const from = Date.parse('2018-11-04T15:00:00Z');
    expect(read('now/d', { from, zone: 'America/Sao_Paulo' })).toBe('2018-11-04T03:00:00.000Z');
  });

  it('rounds hours by the clocks of a zone with half an hour', () => {
    expect(read('now/h', { zone: 'Asia/Kolkata' })).toBe('2026-11-20T12:30:00.000Z');
  });

  it('reads a date in the zone, unless it names an offset', () => {
    const zone = 'Europe/Berlin';
    expect(read('2026-11-20', { zone })).toBe('2026-11-19T23:00:00.000Z');
    expect(read('2026-11-20T14:30', { zone })).toBe('2026-11-20T13:30:00.000Z');
    expect(read('2026-11-20T14:30Z', { zone })).toBe('2026-11-20T14:30:00.000Z');
    expect(read('2026-11-20||+1M/M', { zone })).toBe('2026-11-30T23:00:00.000Z');
  });

  it('ends a date at its last millisecond, but counts steps from its first', () => {
    expect(read('2026-11-20', { edge: 'end' })).toBe('2026-11-20T23:59:59.999Z');
    expect(read('2026-11-20T14:30', { edge: 'end' })).toBe('2026-11-20T14:30:00.000Z');
    expect(read('2026-11-20||+1d', { edge: 'end' })).toBe('2026-11-21T00:00:00.000Z');
    expect(read('2026-11-20||/M', { edge: 'end' })).toBe('2026-11-30T23:59:59.999Z');
  });

  it.each(['now+999999999d', 'now-999999999w', 'now+999999999y', 'now+999999999d/d', 'now+999999999h'])(
    'refuses %s, which leaves all dates, in any zone',
    (text) => expect(read(text, { zone: 'Europe/Berlin' })).toBeUndefined(),
  );
});
