import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../platform/http/errors.ts';
import { readMoment } from './time-range.ts';

const NOW = Date.parse('2026-03-18T14:35:40Z');
const read = (text: string): string => new Date(readMoment('start', text, NOW)).toISOString();

describe('a moment of a request', () => {
  it.each([
    ['now', '2026-03-18T14:35:40.000Z'],
    ['1h', '2026-03-18T13:35:40.000Z'],
    ['2w', '2026-03-04T14:35:40.000Z'],
    ['1.5h', '2026-03-18T13:05:40.000Z'],
    ['1mo', '2026-02-16T14:35:40.000Z'],
    ['now-500ms', '2026-03-18T14:35:39.500Z'],
    ['now-1M/d', '2026-02-18T00:00:00.000Z'],
    ['now+1d', '2026-03-19T14:35:40.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T10:00:00+02:00', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31||+1M', '2026-02-28T00:00:00.000Z'],
  ])('%s is %s', (text, time) => expect(read(text)).toBe(time));

  it.each(['', 'tomorrowish', '2026-02-30', '-1h', 'now-', '101y', '99999y', '1900-01-01', '10:00'])(
    '"%s" is refused with the name of the parameter',
    (text) => {
      expect(() => read(text)).toThrow(CatalogueError);
      expect(() => read(text)).toThrow(`start: "${text}" is no time`);
    },
  );
});
