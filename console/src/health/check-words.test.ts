import { describe, expect, it } from 'vitest';
import { healthOf, healthSince, plural } from './check-words.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const failing = { status: 'unhealthy', problem: null, last_transition_time: '2026-11-20T11:57:00Z' } as const;

describe('the words of a check', () => {
  it('tell its health and for how long', () => {
    expect(healthSince(failing, now)).toBe('Unhealthy for 3m');
    expect(healthOf(failing)).toBe('unhealthy');
  });

  it('tell that it cannot run, whatever its last result was', () => {
    const stuck = { ...failing, problem: 'test is not supported yet' };
    expect(healthOf(stuck)).toBe('unknown');
    expect(healthSince(stuck, now)).toBe('Cannot run');
  });

  it('tell that it has not run yet', () => {
    expect(healthSince({ status: null, problem: null, last_transition_time: null }, now)).toBe('Not run yet');
  });

  it('count in words', () => {
    expect(plural(1, 'check')).toBe('1 check');
    expect(plural(1_000, 'check')).toBe('1,000 checks');
  });
});
