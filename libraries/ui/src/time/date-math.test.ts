import { describe, expect, it } from 'vitest';
import { parseDateMath } from './date-math.ts';

const now = Date.parse('2026-11-20T12:34:56.789Z');
const read = (text: string, given: { zone?: string; edge?: 'start' | 'end'; from?: number } = {}) => {
  const time = parseDateMath(text, given.from ?? now, given.zone ?? 'UTC', given.edge);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('date math', () => {
  it.each([
    ['now', '2026-11-20T12:34:56.789Z'],
    ['now-789ms', '2026-11-20T12:34:56.000Z'],
    ['now+5s', '2026-11-20T12:35:01.789Z'],
    ['now-90m', '2026-11-20T11:04:56.789Z'],
    ['now-1h30m', '2026-11-20T11:04:56.789Z'],
    ['now-2d', '2026-11-18T12:34:56.789Z'],
    ['now+1w', '2026-11-27T12:34:56.789Z'],
    ['now-5y', '2021-11-20T12:34:56.789Z'],
    ['now/ms', '2026-11-20T12:34:56.789Z'],
    ['now/s', '2026-11-20T12:34:56.000Z'],
    ['now/m', '2026-11-20T12:34:00.000Z'],
    ['now/h', '2026-11-20T12:00:00.000Z'],
    ['now/d', '2026-11-20T00:00:00.000Z'],
    ['now/w', '2026-11-16T00:00:00.000Z'],
    ['now/M', '2026-11-01T00:00:00.000Z'],
    ['now/y', '2026-01-01T00:00:00.000Z'],
    ['now-1M/M+1d', '2026-10-02T00:00:00.000Z'],
  ])('reads %s as %s', (text, iso) => {
    expect(read(text)).toBe(iso);
  });

  it.each([
    '',
    'new',
    'now-',
    'now-d',
    'now-1',
    'now-1x',
    'now/2d',
    'now 1d',
    '2026-11-20',
    'now-99999y',
    'now+9999999999d',
  ])('refuses %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

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

  it('ends a month that is shorter at its last day', () => {
    const from = Date.parse('2024-03-31T10:00:00Z');
    expect(read('now-1M', { from })).toBe('2024-02-29T10:00:00.000Z');
    expect(read('now+1M', { from })).toBe('2024-04-30T10:00:00.000Z');
    expect(read('now-1y', { from: Date.parse('2024-02-29T00:00:00Z') })).toBe('2023-02-28T00:00:00.000Z');
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
});
