import { describe, expect, it } from 'vitest';
import { localZone, momentOfWall, offsetAt, wallTimeAt } from './zone.ts';

const at = (text: string) => Date.parse(text);
const wall = (text: string) => wallTimeAt(at(`${text}Z`), 'UTC');
const momentOf = (text: string, zone: string) => new Date(momentOfWall(wall(text), zone)).toISOString();

describe('wall times', () => {
  it.each([
    ['2026-07-01T12:00:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-01-01T00:00:00', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
    ['2026-01-01T00:00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-01-01T00:00:00.250', 'UTC', '2026-01-01T00:00:00.250Z'],
  ])('%s in %s is %s', (text, zone, iso) => {
    expect(momentOf(text, zone)).toBe(iso);
    expect(wallTimeAt(at(iso), zone)).toEqual(wall(text));
  });

  it('that the clocks skip come out later, by the hour that is missing', () => {
    expect(momentOf('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(momentOf('2026-03-08T02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  });

  it('that the clocks show twice are the first of the two', () => {
    expect(momentOf('2026-10-25T02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(momentOf('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('take fields that run over', () => {
    expect(momentOfWall({ ...wall('2026-01-31T00:00:00'), month: 13, day: 0 }, 'UTC')).toBe(at('2026-12-31T00:00:00Z'));
  });

  it('know the zone of this process', () => {
    expect(Number.isFinite(offsetAt(0, localZone()))).toBe(true);
  });
});
