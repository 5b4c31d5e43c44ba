import { describe, expect, it } from 'vitest';
import { field, parse, refusal, select } from './testkit.ts';

describe('select', () => {
  it('means all columns when absent or empty', () => {
    const all = [{ kind: 'all' }];
    expect(parse('').rows).toEqual({ select: all, where: [], order: [] });
    expect(parse('select=').rows.select).toEqual(all);
    expect(parse('select').rows.select).toEqual(all);
  });

  it('reads aliases, JSON paths, indexes and casts', () => {
    expect(select('a:col->b->>0::text, c , "d,e"->"x.y"->>-1, f::double precision')).toEqual([
      { kind: 'column', alias: 'a', field: field('col', 'b', 0), cast: 'text' },
      { kind: 'column', field: field('c') },
      { kind: 'column', field: field('d,e', 'x.y', -1) },
      { kind: 'column', field: field('f'), cast: 'double precision' },
    ]);
  });

  it('keeps dots, slashes, dashes and single colons in an unquoted JSON key', () => {
    expect(select('labels->>app.kubernetes.io/name-x:y,b')).toEqual([
      { kind: 'column', field: field('labels', 'app.kubernetes.io/name-x:y') },
      { kind: 'column', field: field('b') },
    ]);
  });

  it('reads aggregates with casts before and after', () => {
    expect(select('count(),n:count()::text,amount.sum(),t:amount::int.avg()::text,d->a.b.max()')).toEqual([
      { kind: 'column', aggregate: 'count' },
      { kind: 'column', alias: 'n', aggregate: 'count', aggregateCast: 'text' },
      { kind: 'column', field: field('amount'), aggregate: 'sum' },
      { kind: 'column', alias: 't', field: field('amount'), cast: 'int', aggregate: 'avg', aggregateCast: 'text' },
      {
        kind: 'column',
        field: { name: 'd', path: [{ operator: '->', key: 'a.b' }] },
        aggregate: 'max',
      },
    ]);
  });

  it('reads embeds with alias, hint and join, nested, spread and empty', () => {
    const rows = (...items: object[]) => ({ select: items, where: [], order: [] });
    const embed = (relation: string, inner: object, more: object = {}) => ({
      kind: 'embed',
      relation,
      isSpread: false,
      rows: inner,
      ...more,
    });
    const id = { kind: 'column', field: field('id') };
    expect(select('id, c:clients!fk!inner( id, ...owner!left(*) ),empty(),r!inner!hint(id)')).toEqual([
      id,
      embed('clients', rows(id, embed('owner', rows({ kind: 'all' }), { isSpread: true, join: 'left' })), {
        alias: 'c',
        hint: 'fk',
        join: 'inner',
      }),
      embed('empty', rows()),
      embed('r', rows(id), { hint: 'hint', join: 'inner' }),
    ]);
  });

  it('uses the first of several', () => {
    expect(parse('select=id&select=name').rows.select).toEqual([{ kind: 'column', field: field('id') }]);
  });

  it.each([
    ['a,,b', 3],
    ['a,', 3],
    ['a)', 2],
    ['a(b', 4],
    ['a.foo()', 3],
    ['a->', 4],
    ['"a', 3],
    ['a::', 4],
    ['a!b', 4],
    ['a!b!c(d)', 5],
    ['a!inner!left(d)', 9],
    ['x:...a(b)', 3],
    ['a->b(c)', 5],
  ])('names the column where %s breaks', (text, column) => {
    const error = refusal(`select=${encodeURIComponent(text)}`);
    expect(error).toMatchObject({ code: 'PGRST100', status: 400 });
    expect(error.message).toBe(`"failed to parse select parameter (${text})" (line 1, column ${column})`);
    expect(error.details).toMatch(/^unexpected .+ expecting .+/);
  });
});
