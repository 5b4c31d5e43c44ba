import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, refusal, someList } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

async function ids(url: string): Promise<unknown> {
  const { status, body } = await api.get(`${url}&select=id&order=id`);
  expect([status, body]).toEqual([200, someList]);
  return Array.isArray(body) ? body.map((row: { id: unknown }) => row.id) : body;
}

describe('comparison', () => {
  it.each([
    ['year=eq.1958', [2]],
    ['year=neq.1958', [1, 3, 4, 5]],
    ['year=gt.1960', [4, 5]],
    ['year=gte.1960', [3, 4, 5]],
    ['year=lt.1958', [1]],
    ['year=lte.1958', [1, 2]],
    ['rating=eq.8.30', [1, 2]],
    ['genre=eq.thriller', [2, 3]],
    ['year=not.eq.1958', [1, 3, 4, 5]],
    ['year=not.gt.1960', [1, 2, 3]],
    ['year=gte.1950&year=lt.1970', [2, 3]],
    ['title=eq.', []],
  ])('answers films?%s', async (filter, expected) => {
    expect(await ids(`/films?${filter}`)).toEqual(expected);
  });

  it('compares booleans, uuids, timestamps and big numbers by their type', async () => {
    expect(await ids('/things?flag=eq.true')).toEqual([1, 4]);
    expect(await ids('/things?uid=eq.00000000-0000-0000-0000-000000000002')).toEqual([2]);
    expect(await ids('/things?at=gte.2026-06-01T14:30:00+02:00')).toEqual([2, 4]);
    expect(await ids('/things?amount=eq.12345678901234567890.123')).toEqual([4]);
    expect(await ids('/things?contact=eq.b@example.com')).toEqual([3]);
  });

  it('refuses a value that is not of the type', async () => {
    const { status, body } = await api.get('/films?year=eq.soon');
    expect([status, body]).toEqual([400, refusal('22P02', 'soon')]);
  });

  it('refuses an operator that does not exist', async () => {
    const { status, body } = await api.get('/films?year=near.1960');
    expect([status, body]).toEqual([400, refusal('PGRST100', /near|year/)]);
  });
});

describe('patterns', () => {
  it.each([
    ['title=like.S*', [4, 5]],
    ['title=like.s*', []],
    ['title=ilike.s*', [4, 5]],
    ['title=like.*tal*', [4]],
    ['title=like.Psych%', [3]],
    ['title=not.like.S*', [1, 2, 3, 6]],
    ['title=match.^S.*s$', [5]],
    ['title=imatch.^s.*S$', [5]],
    ['title=not.imatch.^s', [1, 2, 3, 6]],
    ['title=like(any).{S*,P*}', [3, 4, 5]],
    ['title=like(all).{S*,*ker}', [4]],
    ['title=ilike(any).{s*,p*}', [3, 4, 5]],
    ['title=not.like(any).{S*,P*}', [1, 2, 6]],
    ['title=match(any).{^S,^P}', [3, 4, 5]],
  ])('answers films?%s', async (filter, expected) => {
    expect(await ids(`/films?${filter}`)).toEqual(expected);
  });

  it('refuses a broken regular expression', async () => {
    const { status, body } = await api.get('/films?title=match.(');
    expect([status, body]).toEqual([400, refusal('2201B', 'parentheses')]);
  });
});

describe('any and all', () => {
  it.each([
    ['year=eq(any).{1927,1958}', [1, 2]],
    ['year=gt(all).{1927,1958}', [3, 4, 5]],
    ['year=lte(any).{1927,1958}', [1, 2]],
    ['year=not.eq(any).{1927,1958}', [3, 4, 5]],
  ])('answers films?%s', async (filter, expected) => {
    expect(await ids(`/films?${filter}`)).toEqual(expected);
  });

  it('refuses a quantifier on an operator that has none', async () => {
    const { status, body } = await api.get('/films?year=is(any).{null}');
    expect([status, body]).toEqual([400, refusal('PGRST100', /is|any/)]);
  });
});

describe('in', () => {
  it.each([
    ['films?id=in.(1,3)', [1, 3]],
    ['films?id=not.in.(1,3)', [2, 4, 5, 6]],
    ['films?title=in.("Psycho","Solaris")', [3, 5]],
    ['strings?value=in.("a,b","(x)")', [4, 5]],
    ['strings?value=in.("quo\\"te","back\\\\slash")', [6, 7]],
    ['strings?value=in.("")', [2]],
    ['strings?value=in.(null)', [12]],
    ['films?id=in.()', []],
  ])('answers %s', async (url, expected) => {
    expect(await ids(`/${url}`)).toEqual(expected);
  });

  it('refuses a list without parentheses', async () => {
    const { status, body } = await api.get('/films?id=in.1,2');
    expect([status, body]).toEqual([400, refusal('PGRST100', /id|in\.1,2/)]);
  });
});

describe('is and isdistinct', () => {
  it.each([
    ['films?year=is.null', [6]],
    ['films?year=not.is.null', [1, 2, 3, 4, 5]],
    ['films?year=is.not_null', [1, 2, 3, 4, 5]],
    ['things?flag=is.true', [1, 4]],
    ['things?flag=is.false', [2]],
    ['things?flag=is.unknown', [3]],
    ['things?flag=not.is.true', [2, 3]],
    ['things?flag=is.NULL', [3]],
    ['films?year=isdistinct.1958', [1, 3, 4, 5, 6]],
    ['films?year=not.isdistinct.1958', [2]],
  ])('answers %s', async (url, expected) => {
    expect(await ids(`/${url}`)).toEqual(expected);
  });

  it('refuses another word after is', async () => {
    const { status, body } = await api.get('/things?flag=is.maybe');
    expect([status, body]).toEqual([400, refusal('PGRST100', /maybe|flag/)]);
  });
});

describe('arrays and ranges', () => {
  it.each([
    ['films?tags=cs.{classic}', [1, 2, 3, 5]],
    ['films?tags=cs.{classic,horror}', [3]],
    ['films?tags=cd.{classic,slow}', [2, 4, 5, 6]],
    ['films?tags=ov.{silent,horror}', [1, 3]],
    ['films?tags=not.ov.{classic,slow}', [6]],
    ['films?tags=eq.{}', [6]],
    ['films?details=cs.{"color":true}', [2, 4, 5]],
    ['things?numbers=cs.{3}', [1, 2]],
    ['things?span=ov.[4,6]', [1, 2]],
    ['things?span=sl.[5,6)', [1]],
    ['things?span=sr.(1,6)', [4]],
    ['things?span=nxr.[0,10)', [1, 2]],
    ['things?span=nxl.[5,6)', [2, 4]],
    ['things?span=adj.[5,10)', [1]],
    ['things?span=cs.[1,2]', [1]],
    ['things?span=cd.[0,100)', [1, 2, 3]],
    ['films?released=cs.1927-02-01', [1]],
  ])('answers %s', async (url, expected) => {
    expect(await ids(`/${url}`)).toEqual(expected);
  });

  it('refuses an operator that the type does not know', async () => {
    const { status, body } = await api.get('/films?year=adj.[1,2)');
    expect([400, 404]).toContain(status);
    expect(body).toEqual(refusal(status === 404 ? '42883' : '22P02', /integer|adj|year/));
  });

  it('refuses a malformed range', async () => {
    const { status, body } = await api.get('/things?span=ov.[9,1]');
    expect([status, body]).toEqual([400, refusal('22000', 'range')]);
  });
});

describe('text search', () => {
  it.each([
    ['search=fts.machin', [1]],
    ['search=fts(english).machines', [1]],
    ['search=fts(english).machine|motel', [1, 3]],
    ['search=plfts(english).afraid heights', [2]],
    ['search=phfts(english).city of machines', [1]],
    ['search=phfts(english).machines city', []],
    ['search=wfts(english).motel or ocean', [3, 5]],
    ['search=not.fts(english).city', [2, 3, 4, 5, 6]],
    ['summary=fts(english).walk', [4]],
  ])('answers films?%s', async (filter, expected) => {
    expect(await ids(`/films?${filter}`)).toEqual(expected);
  });

  it('refuses a configuration that does not exist', async () => {
    const { status, body } = await api.get('/films?search=fts(klingon).x');
    expect(status).toBe(400);
    expect(body).toEqual(having({ message: containing('klingon') }));
  });
});

describe('hostile values', () => {
  it.each([
    [2, ''],
    [4, 'a,b'],
    [5, '(x)'],
    [6, 'quo"te'],
    [7, 'back\\slash'],
    [8, '50%'],
    [9, 'star*'],
    [10, 'ünïcödé ☃ 𝄞'],
    [11, "it's"],
    [12, 'null'],
    [13, 'a.b'],
    [14, '{curly}'],
    [16, 'line\nbreak'],
    [17, 'a&b=c'],
    [18, ' space '],
    [19, '"'],
    [20, '\\'],
  ])('finds string %s by its exact value', async (id, value) => {
    const plain = await api.query('/strings', [['value', `eq.${value}`]]);
    expect(plain.body).toEqual([{ id, value }]);
    const quoted = `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    expect((await api.query('/strings', [['value', `in.(${quoted})`]])).body).toEqual([{ id, value }]);
    expect((await api.query('/strings', [['value', `eq(any).{${quoted}}`]])).body).toEqual([{ id, value }]);
    expect((await api.query('/strings', [['or', `(value.eq.${quoted},id.eq.-1)`]])).body).toEqual([{ id, value }]);
  });

  it('reads names with spaces, commas and quotes', async () => {
    expect((await api.query('/Odd Name', [['"odd, column"', 'eq.comma']])).body).toHaveLength(1);
    expect((await api.query('/Odd Name', [['select', 'select,"qu\\"ote","odd, column"']])).body).toEqual([
      { select: 'keyword', 'qu"ote': 'quoted', 'odd, column': 'comma' },
    ]);
  });
});
