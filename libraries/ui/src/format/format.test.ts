import { describe, expect, it } from 'vitest';
import { age, clockTime, exactTime, timeUntil } from './age.ts';
import { compactDuration, durationText, millisecondsFromText } from './duration.ts';
import { percent } from './percent.ts';

describe('durationText', () => {
  it.each([
    [0, '0 ms'],
    [-5, '0 ms'],
    [999, '999 ms'],
    [999.6, '1.00 s'],
    [1_000, '1.00 s'],
    [1_840, '1.84 s'],
    [12_340, '12.3 s'],
    [59_949, '59.9 s'],
    [60_000, '1.00 m'],
    [3_600_000, '1.00 h'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe('compactDuration', () => {
  it.each([
    [0, '0s'],
    [450, '450ms'],
    [7_500_000, '2h 5m'],
    [86_400_000, '1d'],
    [90_061_001, '1d 1h'],
    [3_600_001, '1h'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(compactDuration(ms)).toBe(text);
  });
});

describe('millisecondsFromText', () => {
  it('reads milliseconds and seconds and nothing else', () => {
    expect(millisecondsFromText('500ms')).toBe(500);
    expect(millisecondsFromText(' 1.5 s ')).toBe(1_500);
    for (const text of ['5m', '500', 'ms', '-1s', '']) expect(millisecondsFromText(text)).toBeUndefined();
  });
});

describe('age', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T12:00:05Z', '0s'],
    ['2026-11-20T11:59:18Z', '42s'],
    ['2026-11-20T11:57:00Z', '3m'],
    ['2026-11-20T01:00:00Z', '11h'],
    ['2026-11-11T12:00:00Z', '9d'],
    ['2026-08-01T12:00:00Z', '3mo'],
    ['2024-01-01T12:00:00Z', '2y'],
  ])('of %s is %s', (time, text) => {
    expect(age(time, now)).toBe(text);
  });

  it('counts towards a moment that comes', () => {
    expect(timeUntil('2026-11-20T12:00:26Z', now)).toBe('26s');
  });
});

describe('the clock', () => {
  it.each([
    [15, '15:04:05'],
    [0, '00:04:05'],
  ])('has 24 hours in lists and in tooltips, at hour %d too', (hour, text) => {
    const moment = new Date(2026, 0, 2, hour, 4, 5);
    for (const written of [exactTime(moment), clockTime(moment)]) {
      expect(written).toContain(text);
      expect(written).not.toMatch(/[ap]\.?m/i);
    }
  });
});

describe('percent', () => {
  it('shows one decimal', () => {
    expect(percent(107, 120)).toBe('89.2');
  });

  it('says 100.0 only when nothing failed and 0.0 only when nothing passed', () => {
    expect(percent(99_999, 100_000)).toBe('99.9');
    expect(percent(1, 100_000)).toBe('0.1');
    expect(percent(5, 5)).toBe('100.0');
    expect(percent(0, 5)).toBe('0.0');
  });

  it('is nothing when there were no runs', () => {
    expect(percent(0, 0)).toBeUndefined();
  });
});
