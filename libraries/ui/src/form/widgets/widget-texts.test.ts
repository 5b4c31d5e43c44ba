import { describe, expect, it } from 'vitest';
import { nanosecondsOf, textOfNanoseconds } from './duration-text.ts';
import { nextRuns } from './next-runs.ts';
import { readSchedule, scheduleChoices } from './schedule-text.ts';

const NOW = Date.parse('2026-01-01T00:00:30Z');
const runsOf = (text: string) => {
  const found = nextRuns(text, NOW);
  return 'runs' in found ? found.runs.map((run) => new Date(run).toISOString()) : found.problem;
};

describe('a duration', () => {
  it.each([
    ['30s', 3e10],
    ['2h30m', 9e12],
    ['1d', 8.64e13],
    ['250ms', 2.5e8],
    ['0', 0],
  ])('%s is %d nanoseconds, and back', (text, nanoseconds) => {
    expect(nanosecondsOf(text)).toBe(nanoseconds);
    expect(textOfNanoseconds(nanoseconds)).toBe(text);
  });

  it.each(['', 'soon', '5', '-5s', '1h 30m'])('"%s" is none', (text) => expect(nanosecondsOf(text)).toBeUndefined());
});

describe('a schedule', () => {
  it('offers the choices of its list', () => {
    expect(scheduleChoices('short')).toContain('@every 30s');
    expect(scheduleChoices('medium')).not.toContain('@daily');
    expect(scheduleChoices(undefined)).toContain('@weekly');
    expect(scheduleChoices('generic')).toContain('@every 6h');
  });

  it('counts an interval from now and a calendar in UTC', () => {
    expect(runsOf('@every 90s')).toEqual([
      '2026-01-01T00:02:00.000Z',
      '2026-01-01T00:03:30.000Z',
      '2026-01-01T00:05:00.000Z',
    ]);
    expect(runsOf('0 9 * * *')).toEqual([
      '2026-01-01T09:00:00.000Z',
      '2026-01-02T09:00:00.000Z',
      '2026-01-03T09:00:00.000Z',
    ]);
  });

  it('counts in the zone that it names', () => {
    expect(runsOf('CRON_TZ=Europe/Berlin 0 9 * * *').slice(0, 1)).toEqual(['2026-01-01T08:00:00.000Z']);
  });

  it('says in a sentence what cannot be read', () => {
    expect(runsOf('@every soon')).toContain('is not a duration');
    expect(runsOf('often')).toContain('five cron fields');
    expect(runsOf('@sometimes')).toContain('@hourly');
    expect(runsOf('99 * * * *')).toContain('minute, hour');
    expect(readSchedule('@never')).toEqual({ never: true });
  });
});
