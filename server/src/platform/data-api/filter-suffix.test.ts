import { describe, expect, it } from 'vitest';
import { filterSuffix } from './filter-suffix.ts';
import { requestOf, schemaOf } from './testing/schema.ts';

const NOW = Date.parse('2026-03-18T14:35:40Z');
const schema = schemaOf(
  {
    books: { id: 'uuid', kind: 'text', lent_at: 'timestamptz', shelf_id: '-> shelves' },
    shelves: { id: 'uuid', name: 'text', built_at: 'timestamptz' },
  },
  { find_books: 'books' },
);
const adapt = filterSuffix({ now: () => NOW });
const pairs = (query: string, name = 'books') => adapt(requestOf(name, query), schema).query;

describe('the suffix .filter', () => {
  it.each([
    ['a,b', ['in.("a","b")']],
    ['!a,!b', ['not.in.("a","b")']],
    ['a,!b', ['in.("a")', 'not.in.("b")']],
    ['!b,a', ['in.("a")', 'not.in.("b")']],
    ['pre*', ['like.pre*']],
    ['*suf', ['like.*suf']],
    ['*mid*', ['like.*mid*']],
    ['pre*,*suf,!x,y', ['in.("y")', 'not.in.("x")', 'like.pre*', 'like.*suf']],
    ['!pre*', ['not.in.("pre*")']],
    ['!*suf', ['not.in.("*suf")']],
    ['A::B,!C::D', ['in.("A::B")', 'not.in.("C::D")']],
    ['A job (x)', ['in.("A job (x)")']],
    ['say "hi"\\', ['in.("say \\"hi\\"\\\\")']],
    ['a,,b,', ['in.("a","b")']],
    ['!', ['not.in.("")']],
    ['', []],
    [',', []],
  ])('takes %s as %j', (value, filters) => {
    expect(pairs(`kind.filter=${encodeURIComponent(value)}`)).toEqual(filters.map((filter) => ['kind', filter]));
  });

  it.each([
    ['now-1d', ['lt.2026-03-17T14:35:40.000Z']],
    ['<now-1d', ['lt.2026-03-17T14:35:40.000Z']],
    ['>now/d', ['gt.2026-03-18T00:00:00.000Z']],
    ['=2026-01-01', ['eq.2026-01-01T00:00:00.000Z']],
    ['>2026-01-01||+1M,<now', ['gt.2026-02-01T00:00:00.000Z', 'lt.2026-03-18T14:35:40.000Z']],
    ['>soon', ['gt.soon']],
    ['', []],
  ])('takes %s of a column of dates as %j', (value, filters) => {
    expect(pairs(`lent_at.filter=${encodeURIComponent(value)}`)).toEqual(filters.map((filter) => ['lent_at', filter]));
  });

  it('reaches the columns of embeds, by name, alias and key, and those of a function', () => {
    expect(pairs('shelves.name.filter=a')).toEqual([['shelves.name', 'in.("a")']]);
    for (const [select, path] of [
      ['*', 'shelves'],
      ['*', 'shelf_id'],
      ['*,at:shelf_id(*)', 'at'],
    ])
      expect(pairs(`select=${select}&${path}.built_at.filter=>now`)[1]).toEqual([
        `${path}.built_at`,
        'gt.2026-03-18T14:35:40.000Z',
      ]);
    const call = requestOf('find_books', 'kind.filter=a&lent_at.filter=now&kind_filter=all', { kind: 'function' });
    expect(adapt(call, schema).query).toEqual([
      ['kind', 'in.("a")'],
      ['lent_at', 'lt.2026-03-18T14:35:40.000Z'],
      ['kind_filter', 'all'],
    ]);
  });

  it('counts once for a name, and stands beside a plain filter of the same column', () => {
    expect(pairs('kind.filter=a&kind.filter=b&kind=neq.c&kind.filter=')).toEqual([
      ['kind', 'in.("a")'],
      ['kind', 'neq.c'],
    ]);
  });

  it('goes on as plain text where the relation is not known, and leaves other requests as the same object', () => {
    expect(pairs('x.filter=now', 'nothing')).toEqual([['x', 'in.("now")']]);
    const plain = requestOf('books', 'filter=eq.1&.filter=a&kind=eq.a.filter');
    expect(adapt(plain, schema)).toBe(plain);
  });
});
