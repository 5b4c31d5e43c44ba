import { describe, expect, it } from 'vitest';
import {
  allowedRate,
  isRateDisabled,
  REFRESH_RATES,
  refreshMilliseconds,
  refreshRateFromText,
} from './refresh-rate.ts';

const disabledAt = (minutes: number) =>
  REFRESH_RATES.map(({ label }) => label).filter((label) => isRateDisabled(label, minutes));

describe('refresh rates', () => {
  it('are all allowed under an hour', () => {
    expect(disabledAt(59)).toEqual([]);
  });

  it('lose 15s and 30s from an hour on, and 2m and 3m too from three hours on', () => {
    expect(disabledAt(60)).toEqual(['15s', '30s']);
    expect(disabledAt(179)).toEqual(['15s', '30s']);
    expect(disabledAt(180)).toEqual(['15s', '30s', '2m', '3m']);
  });

  it('move to the next allowed one when the range forbids the current', () => {
    expect(allowedRate('15s', 60)).toBe('60s');
    expect(allowedRate('2m', 180)).toBe('5m');
    expect(allowedRate('5m', 180)).toBe('5m');
    expect(allowedRate('None', 180)).toBe('None');
  });

  it('read what was kept and take anything else for None', () => {
    expect(refreshRateFromText('30s')).toBe('30s');
    expect(refreshRateFromText('7s')).toBe('None');
    expect(refreshRateFromText(null)).toBe('None');
    expect(refreshMilliseconds('2m')).toBe(120_000);
    expect(refreshMilliseconds('None')).toBe(false);
  });
});
