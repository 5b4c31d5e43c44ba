import { describe, expect, it } from 'vitest';
import { compare, field, parse, refusal, where } from './testkit.ts';

describe('filters', () => {
  it('take everything after the operator literally, quotes included', () => {
    expect(where('a', 'eq."x",(y).eq.z\\')).toEqual([compare('a', 'eq', '"x",(y).eq.z\\')]);
    expect(where('a', 'not.like.')).toEqual([compare('a', 'like', '', { negated: true })]);
  });

  it('read every operator', () => {
    for (const operator of [
      'neq',
      'match',
      'imatch',
      'isdistinct',
      'cs',
      'cd',
      'ov',
      'sl',
      'sr',
      'nxr',
      'nxl',
      'adj',
    ]) {
      expect(where('a', `${operator}.v`)).toEqual([compare('a', operator, 'v')]);
    }
  });

  it('read lists with quotes, escapes and empty elements', () => {
    expect(where('a', 'in.()')).toEqual([compare('a', 'in', [])]);
    expect(where('a', 'in.("")')).toEqual([compare('a', 'in', [''])]);
    expect(where('a', 'not.in.(a b,"c,)\\"\\\\",,"d"e)')).toEqual([
      compare('a', 'in', ['a b', 'c,)"\\', '', '"d"e'], { negated: true }),
    ]);
  });

  it('read quantifiers as array literals', () => {
    expect(where('a', 'like(any).{a*, "b,\\"c" ,d\\,e,"NULL"}')).toEqual([
      compare('a', 'like', ['a*', 'b,"c', 'd,e', 'NULL'], { quantifier: 'any' }),
    ]);
    expect(where('a', 'eq(all).{}')).toEqual([compare('a', 'eq', [], { quantifier: 'all' })]);
  });

  it('read text search configurations, and the words of is in any case', () => {
    expect(where('a', 'not.wfts(english).cat & dog')).toEqual([
      compare('a', 'wfts', 'cat & dog', { negated: true, language: 'english' }),
    ]);
    expect(where('a', 'is.NOT_NULL')).toEqual([compare('a', 'is', 'not_null')]);
  });

  it('keep everything up to the next arrow in a JSON key', () => {
    expect(where('labels->>app.k8s.io/a-b c,(d)', 'eq.1')).toEqual([
      { ...compare('', 'eq', '1'), field: field('labels', 'app.k8s.io/a-b c,(d)') },
    ]);
    expect(where('"a.b"->"x->y"->0->>z', 'eq.1')).toEqual([
      { ...compare('', 'eq', '1'), field: field('a.b', 'x->y', 0, 'z') },
    ]);
  });

  it('are ANDed when repeated, and may name a column by a reserved word in quotes', () => {
    expect(parse('a=gt.1&a=lt.2&"order"=eq.1').rows.where).toEqual([
      compare('a', 'gt', '1'),
      compare('a', 'lt', '2'),
      compare('order', 'eq', '1'),
    ]);
  });

  it.each([
    ['bar', 1],
    ['eq', 3],
    ['foo.bar', 1],
    ['not.not.eq.1', 5],
    ['in.a', 4],
    ['in.(a', 6],
    ['in.(a)b', 7],
    ['is.nul', 4],
    ['eq(some).{a}', 4],
    ['neq(any).{a}', 4],
    ['eq(any).a', 9],
    ['eq(any).{a', 11],
    ['eq(any).{{a}}', 10],
    ['eq(any).{null}', 10],
    ['fts().a', 5],
    ['fts(a.b', 5],
  ])('name the column where %s breaks', (text, column) => {
    const error = refusal(`a=${encodeURIComponent(text)}`);
    expect(error).toMatchObject({ code: 'PGRST100', status: 400 });
    expect(error.message).toBe(`"failed to parse filter a (${text})" (line 1, column ${column})`);
  });
});

describe('and, or', () => {
  const logic = (text: string) => where('or', text)[0];

  it('nest, with and without not', () => {
    expect(where('not.and', '(a.eq.1, not.or( b.is.null ,and(c.in.(1,2),d.not.gt.3)))')).toEqual([
      {
        kind: 'and',
        negated: true,
        conditions: [
          compare('a', 'eq', '1'),
          {
            kind: 'or',
            negated: true,
            conditions: [
              compare('b', 'is', 'null'),
              {
                kind: 'and',
                negated: false,
                conditions: [compare('c', 'in', ['1', '2']), compare('d', 'gt', '3', { negated: true })],
              },
            ],
          },
        ],
      },
    ]);
  });

  it('keep commas of arrays, ranges, JSON and quoted values', () => {
    expect(
      logic('(a.cs.{"x}",{y}},b.ov.[1,2),c.adj.(1,2],d.eq."a,\\"b)",e.cs.[{"k":[1,2]}],f.eq(any).{a,b},g.eq.(x)'),
    ).toMatchObject({
      conditions: [
        compare('a', 'cs', '{"x}",{y}}'),
        compare('b', 'ov', '[1,2)'),
        compare('c', 'adj', '(1,2]'),
        compare('d', 'eq', 'a,"b)'),
        compare('e', 'cs', '[{"k":[1,2]}]'),
        compare('f', 'eq', ['a', 'b'], { quantifier: 'any' }),
        compare('g', 'eq', '(x'),
      ],
    });
  });

  it('take the first dot of a column and the last operator of a JSON path', () => {
    expect(
      logic('(a.eq.b.eq.c,l->>x.eq.y.not.eq.v,l->>x.eq."y.eq.z",l->"a.eq.b"->>c.gt.1,l->a->>b.in.(c.eq.d))'),
    ).toEqual({
      kind: 'or',
      negated: false,
      conditions: [
        compare('a', 'eq', 'b.eq.c'),
        { ...compare('', 'eq', 'v', { negated: true }), field: field('l', 'x.eq.y') },
        { ...compare('', 'eq', 'y.eq.z'), field: field('l', 'x') },
        { ...compare('', 'gt', '1'), field: field('l', 'a.eq.b', 'c') },
        { ...compare('', 'in', ['c.eq.d']), field: field('l', 'a', 'b') },
      ],
    });
  });

  it('read columns that are named like operators', () => {
    expect(logic('(not.eq.1,and.eq.2,"or".is.true)')).toMatchObject({
      conditions: [compare('not', 'eq', '1'), compare('and', 'eq', '2'), compare('or', 'is', 'true')],
    });
  });

  it.each(['', 'a', '()', '(a.eq.1', '(a.eq.1))', '(a.eq.1)b', '(a.foo.1)', '(a->b)', '(and())', '(a.cs.{b)', '(,)'])(
    'refuse %s',
    (text) => {
      expect(refusal(`or=${encodeURIComponent(text)}`)).toMatchObject({ code: 'PGRST100', status: 400 });
    },
  );
});
