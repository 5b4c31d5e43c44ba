import { describe, expect, it } from 'vitest';
import { nextRuns } from './next-runs.ts';
import { scheduleChoices } from './schedule-choices.ts';

const NOW = Date.parse('2026-01-01T00:00:30Z');
const runsOf = (text: string) => {
  const found = nextRuns(text, NOW);
  return 'runs' in found ? found.runs.map((run) => new Date(run).toISOString()) : found.problem;
};

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

  it('runs never, or says what cannot be read', () => {
    expect(runsOf('@never')).toEqual([]);
    expect(runsOf('often')).toContain('five cron fields');
    expect(runsOf('CRON_TZ=Mars/Base 0 9 * * *')).toContain('"Mars/Base" is not a time zone');
  });
});
