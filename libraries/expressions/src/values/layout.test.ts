import { describe, expect, it } from 'vitest';
import { parseLayout } from './layout.ts';
import { formatTimestamp } from './time.ts';

const parse = (layout: string, text: string, zone = 'UTC') => formatTimestamp(parseLayout(layout, text, zone));

describe('a layout', () => {
  it.each([
    ['2006-01-02', '2023-09-26', '2023-09-26T00:00:00Z'],
    ['Mon, 02 Jan 2006 15:04:05 MST', 'Tue, 26 Sep 2023 14:30:05 GMT', '2023-09-26T14:30:05Z'],
    ['2006-01-02T15:04:05Z07:00', '2023-09-26T14:30:05.25+02:00', '2023-09-26T12:30:05.25Z'],
    ['2006-01-02T15:04:05.000-0700', '2023-09-26T14:30:05.125-0130', '2023-09-26T16:00:05.125Z'],
    ['January _2, 2006 3:04 PM', 'march  5, 2023 12:07 am', '2023-03-05T00:07:00Z'],
    ['02/01/06', '26/09/71', '1971-09-26T00:00:00Z'],
  ])('%s reads %s', (layout, text, expected) => {
    expect(parse(layout, text)).toBe(expected);
  });

  it('takes the time of a zone where the text names none, in summer as in winter', () => {
    expect(parse('2006-01-02 15:04', '2023-07-01 12:00', 'Europe/Berlin')).toBe('2023-07-01T10:00:00Z');
    expect(parse('2006-01-02 15:04', '2023-01-01 12:00', 'Europe/Berlin')).toBe('2023-01-01T11:00:00Z');
  });

  it.each([
    ['nothing', '2023', /no part of a date/],
    ['2006-01-02', '26.09.2023', /is not written like/],
    ['2006-01-02', '2023-02-30', /does not exist/],
    ['2006-01-02', '2023-09-26 ', /is not written like/],
    ['Jan 2006', 'Foo 2023', /is not written like/],
  ])('%s does not read %s', (layout, text, reason) => {
    expect(() => parse(layout, text)).toThrow(reason);
  });
});
