import { describe, expect, it } from 'vitest';
import { compare, field, order, parse, refusal } from './testkit.ts';

describe('order, limit and offset', () => {
  it('read directions, nulls, JSON paths and embeds', () => {
    expect(order('a.desc.nullslast, b ,c.nullsfirst,d->>x.y.asc,e("f g"->h.i).desc,"j.k".asc')).toEqual([
      { field: field('a'), direction: 'desc', nulls: 'last' },
      { field: field('b') },
      { field: field('c'), nulls: 'first' },
      { field: field('d', 'x.y'), direction: 'asc' },
      { field: { name: 'f g', path: [{ operator: '->', key: 'h.i' }] }, relation: 'e', direction: 'desc' },
      { field: field('j.k'), direction: 'asc' },
    ]);
    expect(order('')).toEqual([]);
  });

  it('use the last of several', () => {
    expect(parse('order=a&&order=b&limit=1&limit=2&offset=3&offset=0').rows).toMatchObject({
      order: [{ field: field('b') }],
      limit: 2,
      offset: 0,
    });
  });

  it('go to the embed that is named before them', () => {
    const { rows } = parse(
      'clients.order=a&clients.limit=2&clients.projects.or=(x.eq.1)&clients.projects.not.and=(y.eq.2)' +
        '&clients.name=eq.z&clients=is.null&select=id,clients:people(name,projects(id)),clients(x)',
    );
    expect(rows.where).toEqual([compare('clients', 'is', 'null')]);
    expect(rows.select[1]).toMatchObject({
      rows: {
        order: [{ field: field('a') }],
        limit: 2,
        where: [compare('name', 'eq', 'z')],
        select: [
          { field: field('name') },
          {
            rows: {
              where: [
                { kind: 'or', negated: false },
                { kind: 'and', negated: true },
              ],
            },
          },
        ],
      },
    });
    expect(rows.select[2]).toMatchObject({ rows: { where: [], order: [] } });
  });

  it.each(['order=x', 'limit=1', 'offset=1', 'name=eq.1', 'or=(a.eq.1)', 'not.or=(a.eq.1)'])(
    'refuse clients.%s without that embed',
    (parameter) => {
      expect(refusal(`select=id&clients.${parameter}`)).toMatchObject({
        code: 'PGRST108',
        message: "'clients' is not an embedded resource in this request",
        hint: "Verify that 'clients' is included in the 'select' query parameter.",
      });
    },
  );

  it('refuse what is no count and name the parameter', () => {
    expect(refusal('limit=1e3').message).toContain('failed to parse limit (1e3)');
    expect(refusal('select=a(b)&a.offset=x').message).toContain('failed to parse a.offset (x)');
    expect(refusal('limit=9007199254740992').code).toBe('PGRST100');
    expect(parse('limit=9007199254740991').rows.limit).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('answer 416 to a negative count', () => {
    expect(refusal('limit=-1')).toMatchObject({ status: 416, code: 'PGRST103' });
    expect(refusal('offset=-1').details).toBe('Offset should be greater than or equal to zero.');
  });

  it.each(['a.sc', 'a.desc.asc', 'a,', 'a.nullslast.desc', 'a(b', 'a(b,c)', 'a->'])('refuse the order %s', (text) => {
    expect(refusal(`order=${encodeURIComponent(text)}`)).toMatchObject({ code: 'PGRST100' });
  });
});

describe('columns, on_conflict and arguments', () => {
  it('read names once each', () => {
    expect(parse('columns=a,"b,c", a&on_conflict=id')).toMatchObject({ columns: ['a', 'b,c'], onConflict: ['id'] });
    for (const search of ['columns=', 'on_conflict=', 'columns=a,']) {
      expect(refusal(search)).toMatchObject({ code: 'PGRST100' });
    }
  });

  it('take arguments in the order sent, and as filters what has an operator', () => {
    const query = parse('b=eq.1&a=x&b=2&limit=3&c=gt.1&unknown=y&a.b=eq.1&select=a(*)', ['a', 'b']);
    expect(query.arguments).toEqual([
      ['a', 'x'],
      ['b', '2'],
      ['unknown', 'y'],
    ]);
    expect(query.rows).toMatchObject({ limit: 3, where: [compare('b', 'eq', '1'), compare('c', 'gt', '1')] });
  });
});

describe('limits', () => {
  const over = (search: string) => expect(refusal(search)).toMatchObject({ code: 'PGRST900', status: 400 });

  it('hold for nested conditions of any depth', () => {
    const nested = (depth: number) => `or=(${'and('.repeat(depth - 1)}a.eq.1${')'.repeat(depth)}`;
    expect(parse(nested(20)).rows.where).toHaveLength(1);
    over(nested(21));
    over(nested(1000));
    over(nested(400_000));
  });

  it('hold for conditions in the whole request', () => {
    expect(parse('a=eq.1&'.repeat(500)).rows.where).toHaveLength(500);
    over('a=eq.1&'.repeat(501));
    over(`or=(${Array.from({ length: 600 }, () => 'a.eq.1').join()})`);
  });

  it('hold for embeds, nested and side by side', () => {
    const nested = (depth: number) => `select=${'a('.repeat(depth)}${')'.repeat(depth)}`;
    expect(parse(nested(6)).rows.select).toHaveLength(1);
    over(nested(7));
    over(nested(500_000));
    over(`select=${Array.from({ length: 31 }, (_, index) => `a${index}()`).join()}`);
  });
});
