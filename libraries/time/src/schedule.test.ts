import { describe, expect, it } from 'vitest';
import { parseSchedule, type Schedule } from './schedule.ts';

function scheduleOf(text: string, phase = 0): Schedule {
  const parsed = parseSchedule(text, phase);
  if (parsed === null || typeof parsed === 'string') throw new Error(`${text}: ${parsed}`);
  return parsed;
}

function runsAfter(text: string, from: string, count: number): string[] {
  const schedule = scheduleOf(text);
  const runs: string[] = [];
  for (let time = Date.parse(from); runs.length < count; ) {
    time = schedule.next(time) ?? Number.NaN;
    runs.push(new Date(time).toISOString().slice(0, 16));
  }
  return runs;
}

describe('an interval', () => {
  it.each([
    ['@every 30s', 30_000],
    ['@every 1h30m', 5_400_000],
    ['@every   2d', 172_800_000],
    ['  @every 1m  ', 60_000],
  ])('%s comes round every %d ms', (text, interval) => {
    const schedule = scheduleOf(text, 0.4);
    const first = schedule.next(1_000_000_000_000) ?? 0;
    expect(schedule.interval).toBe(interval);
    expect((schedule.next(first) ?? 0) - first).toBe(interval);
  });

  it.each(['@every 0', '@every 0s', '@every 1ms', '@every 999ms'])('%s is taken as a second', (text) => {
    expect(scheduleOf(text).interval).toBe(1_000);
  });

  it('is always strictly later and never skips a place, wherever it is asked', () => {
    for (const phase of [0, 0.1, 0.5, 0.999_999]) {
      const schedule = scheduleOf('@every 7s', phase);
      let place = schedule.next(1_764_000_000_000) ?? 0;
      for (let step = 0; step < 50; step += 1) {
        for (const before of [0, 1, 3_500, 6_999]) expect(schedule.next(place + before)).toBe(place + 7_000);
        place += 7_000;
      }
    }
  });
});

describe('a calendar schedule', () => {
  it.each([
    ['*/5 * * * *', ['2026-01-01T00:05', '2026-01-01T00:10']],
    ['30 */6 * * * *', ['2026-01-01T00:00', '2026-01-01T00:06']],
    ['@hourly', ['2026-01-01T01:00', '2026-01-01T02:00']],
    ['@daily', ['2026-01-02T00:00', '2026-01-03T00:00']],
    ['@midnight', ['2026-01-02T00:00', '2026-01-03T00:00']],
    ['@weekly', ['2026-01-04T00:00', '2026-01-11T00:00']],
    ['@monthly', ['2026-02-01T00:00', '2026-03-01T00:00']],
    ['@yearly', ['2027-01-01T00:00', '2028-01-01T00:00']],
    ['@annually', ['2027-01-01T00:00', '2028-01-01T00:00']],
    ['0 9 * * MON-FRI', ['2026-01-01T09:00', '2026-01-02T09:00', '2026-01-05T09:00']],
    ['CRON_TZ=Europe/Berlin 0 9 * * *', ['2026-01-01T08:00', '2026-01-02T08:00']],
    ['TZ=America/New_York @daily', ['2026-01-01T05:00', '2026-01-02T05:00']],
  ])('%s', (text, runs) => expect(runsAfter(text, '2026-01-01T00:00:00Z', runs.length)).toEqual(runs));

  it('has no interval, and is strictly later than a moment at which it runs', () => {
    const schedule = scheduleOf('0 * * * *');
    expect(schedule.interval).toBeUndefined();
    expect(schedule.next(Date.parse('2026-01-01T01:00:00Z'))).toBe(Date.parse('2026-01-01T02:00:00Z'));
    expect(schedule.next(Date.parse('2026-01-01T00:59:59.999Z'))).toBe(Date.parse('2026-01-01T01:00:00Z'));
  });

  it('runs once in the night that loses an hour, after the gap when its moment falls into it', () => {
    expect(runsAfter('CRON_TZ=Europe/Berlin 30 2 * * *', '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(runsAfter('CRON_TZ=Europe/Berlin 0 4 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T02:00',
      '2026-03-30T02:00',
    ]);
  });

  it('runs once in the night that has an hour twice', () => {
    expect(runsAfter('CRON_TZ=Europe/Berlin 30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('runs every hour through both nights', () => {
    expect(runsAfter('CRON_TZ=Europe/Berlin 0 * * * *', '2026-10-24T23:00:00Z', 4)).toEqual(
      ['00', '01', '02', '03'].map((hour) => `2026-10-25T${hour}:00`),
    );
    expect(runsAfter('CRON_TZ=Europe/Berlin 0 * * * *', '2026-03-29T00:00:00Z', 3)).toEqual(
      ['01', '02', '03'].map((hour) => `2026-03-29T${hour}:00`),
    );
  });
});

describe('@never', () => {
  it('is a schedule that never runs', () => expect(parseSchedule(' @never ', 0)).toBeNull());
});

describe('a text that is no schedule', () => {
  it.each([
    ['', 'is not a schedule'],
    ['every minute', 'is not a schedule; write "@every 30s"'],
    ['@every', 'is not a schedule'],
    ['@every soon', '"soon" is not a duration'],
    ['@every -5s', '"-5s" is not a duration'],
    ['@every 5000y', 'longer than ten years'],
    [`@every ${'9'.repeat(400)}s`, 'longer than ten years'],
    ['99 * * * *', 'minute'],
    ['* * * *', 'is not a schedule'],
    ['* * * * * * *', 'is not a schedule'],
    ['0 0 30 2 *', 'never runs'],
    ['@reboot', 'is not a schedule; write "@every 30s", "@hourly"'],
    ['@sometimes', '"@sometimes" is not a schedule'],
    ['CRON_TZ=Mars/Base 0 9 * * *', '"Mars/Base" is not a time zone; write for example CRON_TZ=Europe/Berlin'],
  ])('"%s" is told in a sentence', (text, part) => {
    const parsed = parseSchedule(text, 0);
    const said = typeof parsed === 'string' ? parsed : '';
    expect(said).toContain(part);
    expect(said.length).toBeLessThan(600);
  });
});
