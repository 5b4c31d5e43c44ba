import { describe, expect, it } from 'vitest';
import { requestOf, schemaOf } from './testing/schema.ts';
import { times } from './times.ts';

const schema = schemaOf({
  books: {
    id: 'uuid',
    name: 'text',
    lent_at: 'timestamptz',
    due: 'date',
    opens: 'time without time zone',
    loan: 'interval',
    shelf_id: '-> shelves',
  },
  shelves: { id: 'uuid', built_at: 'timestamptz' },
});
const adapt = times({ now: () => Date.parse('2026-03-18T14:35:40Z') });
const NOW = '2026-03-18T14:35:40.000Z';
const write = (body: unknown, method = 'PATCH') => adapt(requestOf('books', '', { method, body }), schema).body;

describe('the body of a write', () => {
  it.each([
    ['now-2d', '2026-03-16T14:35:40.000Z'],
    ['now+1h30m', '2026-03-18T16:05:40.000Z'],
    ['2026-01-01||+1M/d', '2026-02-01T00:00:00.000Z'],
  ])('takes %s of a column of dates as %s', (text, time) => {
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(write({ name: 'now', lent_at: text, due: text }, method)).toEqual({
        name: 'now',
        lent_at: time,
        due: time,
      });
  });

  it('takes now beside date math as the time that both mean', () => {
    for (const text of ['now', 'now()'])
      expect(write({ lent_at: text, due: 'now/d' })).toEqual({ lent_at: NOW, due: '2026-03-18T00:00:00.000Z' });
  });

  it('is mended row by row', () => {
    const plain = { name: 'a', lent_at: '2026-01-01T00:00:00.123456Z' };
    const mended = write([plain, { lent_at: 'now/s' }, null, 1]);
    expect(mended).toEqual([plain, { lent_at: NOW }, null, 1]);
    expect(Array.isArray(mended) && mended[0]).toBe(plain);
  });

  it.each([
    [{ lent_at: 'now()', due: 'now' }],
    [[{ lent_at: 'now()' }, { lent_at: 'now' }]],
    [{ lent_at: 'now-2x' }],
    [{ lent_at: 'infinity', due: 'today' }],
    [{ lent_at: null, due: 5 }],
    [{ name: 'now()', other: 'now', opens: 'now' }],
    [[]],
    [[{ lent_at: '2026-01-01' }]],
    ['now'],
    [undefined],
  ])('%j goes on as the same object', (body) => expect(write(body)).toBe(body));

  it('is none of a read, an unknown relation or a function', () => {
    const body = { lent_at: 'now-1d' };
    for (const more of [
      { method: 'GET' },
      { method: 'POST', name: 'nothing' },
      { method: 'POST', kind: 'function' as const },
    ]) {
      const request = requestOf('books', '', { body, ...more });
      expect(adapt(request, schema)).toBe(request);
    }
  });
});

describe('a filter', () => {
  const filter = (query: string) => adapt(requestOf('books', query), schema).query.at(-1)?.[1];
  it.each([
    ['lent_at=gt.now-1d', 'gt.2026-03-17T14:35:40.000Z'],
    ['lent_at=not.lte.now%2Fd', 'not.lte.2026-03-18T00:00:00.000Z'],
    ['due=eq.2026-01-01||%2B1M', 'eq.2026-02-01T00:00:00.000Z'],
    ['shelves.built_at=gt.now', `gt.${NOW}`],
    ['select=*,at:shelf_id(*)&at.built_at=gt.now', `gt.${NOW}`],
    ['lent_at=gt.now()', `gt.${NOW}`],
    ['and=(lent_at.gt.now-1d,lent_at.lt.now)', `(lent_at.gt.2026-03-17T14:35:40.000Z,lent_at.lt.${NOW})`],
    [
      'not.or=(name.eq.now,and( lent_at.not.gt.now,due.is.null))',
      `(name.eq.now,and( lent_at.not.gt.${NOW},due.is.null))`,
    ],
    ['shelves.or=(built_at.eq.now,id.eq.1)', `(built_at.eq.${NOW},id.eq.1)`],
  ])('%s compares with %s', (query, value) => expect(filter(query)).toBe(value));

  it.each([
    ['name=eq.now', 'eq.now'],
    ['lent_at=gt.now-2x', 'gt.now-2x'],
    ['lent_at=gt.yesterday', 'gt.yesterday'],
    ['lent_at=is.null', 'is.null'],
    ['or=(name.eq."a,lent_at.gt.now,b",id.eq.1)', '(name.eq."a,lent_at.gt.now,b",id.eq.1)'],
    ['or=(name.eq."a\\",lent_at.gt.now,b",id.eq.1)', '(name.eq."a\\",lent_at.gt.now,b",id.eq.1)'],
    ['or=(name.in.(a,lent_at.gt.now,b),id.eq.1)', '(name.in.(a,lent_at.gt.now,b),id.eq.1)'],
    ['limit=now', 'now'],
  ])('%s is left as it is', (query, value) => expect(filter(query)).toBe(value));

  it.each(['"\\', '\\"', ' ', '(', '.in.(', '(lent_at', '(lent_at.gt.now ', ','])(
    'made of many %j is read once',
    (part) => {
      const value = `(now${part.repeat(60_000 / part.length)}`;
      expect(filter(`or=${encodeURIComponent(value)}`)).toHaveLength(value.length);
    },
  );
});
