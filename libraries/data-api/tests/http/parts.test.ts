import { describe, expect, it } from 'vitest';
import { contentRange, pageStatus } from '../../src/http/content-range.ts';
import { locationOf } from '../../src/http/location.ts';
import { checkPreferences } from '../../src/http/preferences.ts';
import { responseSettings } from '../../src/http/response-settings.ts';

describe('contentRange', () => {
  it.each([
    [0, 25, 573, '0-24/573'],
    [0, 25, null, '0-24/*'],
    [50, 1, 51, '50-50/51'],
    [0, 0, 0, '*/0'],
    [0, 0, null, '*/*'],
    [10, 0, 10, '*/10'],
  ])('of %d, %d rows of %s is %s', (first, rows, total, range) => {
    expect(contentRange(first, rows, total)).toBe(range);
  });
});

describe('pageStatus', () => {
  it.each([
    [0, 5, null, 200],
    [0, 5, 5, 200],
    [0, 0, 0, 200],
    [0, 5, 6, 206],
    [5, 1, 6, 206],
    [6, 0, 6, 206],
  ])('of offset %d, %d rows of %s is %d', (offset, rows, total, status) => {
    expect(pageStatus(offset, rows, total)).toBe(status);
  });

  it('refuses a page behind the last row', () => {
    expect(() => pageStatus(7, 0, 6)).toThrow('Requested range not satisfiable');
  });
});

describe('locationOf', () => {
  it('keeps large numbers, encodes texts and knows null', () => {
    const key = '{"id": 9007199254740993, "a b": "x&y=ü", "other": null, "flag": true}';
    expect(locationOf('/data/notes', key)).toBe(
      '/data/notes?id=eq.9007199254740993&a%20b=eq.x%26y%3D%C3%BC&other=is.null&flag=eq.true',
    );
  });

  it('quotes the columns whose names would mean something else', () => {
    const location = locationOf('/odd', JSON.stringify({ 'a.b': 1, select: 2, 'x->y': 3, 'q"\\': 4, größe: 5 }));
    expect(decodeURIComponent(location)).toBe(
      String.raw`/odd?"a.b"=eq.1&"select"=eq.2&"x->y"=eq.3&"q\"\\"=eq.4&größe=eq.5`,
    );
  });
});

describe('responseSettings', () => {
  const envelope = { body: null, rows: 1, total: null, key: null, inserted: null };
  it('reads what a function has left', () => {
    expect(responseSettings({ ...envelope, status: null, headers: null })).toEqual({ headers: {} });
    expect(responseSettings({ ...envelope, status: '201', headers: '[{"X-A": "1"}, {"X-B": "2"}]' })).toEqual({
      status: 201,
      headers: { 'x-a': '1', 'x-b': '2' },
    });
  });
});

describe('checkPreferences', () => {
  const knows = (name: string) => name === 'UTC';
  it('leaves out what cannot be obeyed', () => {
    const sent = { timezone: 'Mars', maxAffected: 1, count: 'exact', invalid: ['x=y'] } as const;
    expect(checkPreferences(sent, knows)).toEqual({ count: 'exact', invalid: ['x=y', 'timezone=Mars'] });
    const strict = { timezone: 'UTC', maxAffected: 1, handling: 'strict', invalid: [] } as const;
    expect(checkPreferences(strict, knows)).toEqual(strict);
  });

  it('refuses it with strict handling and names it', () => {
    const sent = { timezone: 'Mars', handling: 'strict', invalid: ['x=y'] } as const;
    expect(() => checkPreferences(sent, knows)).toThrow(
      expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: x=y, timezone=Mars' }),
    );
  });
});
