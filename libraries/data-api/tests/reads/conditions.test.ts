import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(`
    create table api.shapes (id int primary key, spans int4multirange, boxes box, at timestamptz[], state api.genre);
    insert into api.shapes values (1, '{[1,3),[7,9)}', '(1,1),(0,0)', '{2026-01-01T00:00:00Z}', 'drama');
    grant select on api.shapes to {admin};`);
});
afterAll(() => stage[Symbol.asyncDispose]());

async function ids(relation: string, where: string): Promise<unknown[]> {
  const { body } = await stage.read(`${relation}?select=id&order=id&${where}`);
  return Array.isArray(body) ? body.map((row: { id: unknown }) => row.id) : [];
}

describe('films where', () => {
  it.each([
    ['year=eq.1958', [2]],
    ['year=neq.1958', [1, 3, 4, 5]],
    ['year=gt.1972', [4]],
    ['year=gte.1972', [4, 5]],
    ['year=lt.1958', [1]],
    ['year=lte.1958', [1, 2]],
    ['year=not.lte.1958', [3, 4, 5]],
    ['genre=eq.thriller', [2, 3]],
    ['rating=in.(8.3,8.50)', [1, 2, 3]],
    ['genre=in.(drama,scifi)', [1, 4, 5]],
    ['tags=in.({classic},{slow})', [2, 4]],
    ['id=in.()', []],
    ['id=not.in.()', [1, 2, 3, 4, 5, 6]],
    ['title=like.S*', [4, 5]],
    ['title=ilike.*O*', [1, 2, 3, 5]],
    ['title=like(any).{S*,*ycho}', [3, 4, 5]],
    ['title=ilike(all).{s*,*S}', [5]],
    ['title=match.^[PS]', [3, 4, 5]],
    ['title=imatch(any).{^v,^u}', [2, 6]],
    ['year=eq(any).{1927,1979}', [1, 4]],
    ['year=gt(all).{1927,1960}', [4, 5]],
    ['year=not.eq(any).{1927,1979}', [2, 3, 5]],
    ['year=is.null', [6]],
    ['year=is.not_null', [1, 2, 3, 4, 5]],
    ['year=not.is.null', [1, 2, 3, 4, 5]],
    ['year=isdistinct.1927', [2, 3, 4, 5, 6]],
    ['tags=cs.{classic,silent}', [1]],
    ['tags=cd.{slow}', [4, 6]],
    ['tags=ov.{slow,horror}', [3, 4, 5]],
    ['details=cs.{"length":109}', [3]],
    ['released=cs.1958-06-01', [2]],
    ['released=cs.[1958-06-01,1958-06-03)', [2]],
    ['released=sl.[1958-01-01,)', [1]],
    ['released=sr.(,1960-01-01)', [3, 5]],
    ['released=nxr.(,1958-09-01)', [1, 2]],
    ['released=nxl.[1960-01-01,)', [3, 5]],
    ['released=adj.[1958-08-01,1958-08-02)', [2]],
    ['search=fts(english).machines', [1]],
    ['search=plfts(english).afraid of heights', [2]],
    ['search=phfts(english).city of machines', [1]],
    ['search=wfts(english).motel or ocean', [3, 5]],
    ['summary=fts(english).walking', [4]],
    ['details=fts(simple).restored', [1]],
    ['details->>length=eq.109', [3]],
    ['details->length=gt.150', [1, 4, 5]],
    ['details->awards->0->>name=eq.Restored', [1]],
    ['details->>length=in.(109,128)', [2, 3]],
    ['details->length=in.(109,128)', [2, 3]],
    ['details->none=is.null', [1, 2, 3, 4, 5, 6]],
    ['full_title=eq.Vertigo (1958)', [2]],
    ['full_title=in.("Vertigo (1958)",Untitled)', [2, 6]],
    ['or=(id.eq.1,and(year.gt.1970,not.or(id.eq.4,id.eq.2)))', [1, 5]],
    ['not.and=(id.gt.2,id.lt.5)', [1, 2, 5, 6]],
    ['year=gt.1950&year=lt.1970', [2, 3]],
  ])('%s', async (where, expected) => {
    expect(await ids('films', where)).toEqual(expected);
  });
});

it.each([
  ['things', 'uid=eq.00000000-0000-0000-0000-000000000002', [2]],
  ['things', 'contact=eq.a@example.com', [1]],
  ['things', 'flag=is.unknown', [3]],
  ['things', 'flag=not.is.TRUE', [2, 3]],
  ['things', 'numbers->0=eq.3', [2]],
  ['things', 'span=cs.3', [1]],
  ['shapes', 'spans=cs.8', [1]],
  ['shapes', 'at=cs.{2026-01-01T01:00:00+01:00}', [1]],
  ['documents', 'raw->a->1=eq."two"', [1]],
  ['strings', 'value=eq.null', [12]],
  ['strings', 'value=in.("","a,b","quo\\"te","back\\\\slash"," space ",null)', [2, 4, 6, 7, 12, 18]],
  ['strings', 'value=like.*a*c*', [7, 17, 18]],
])('%s where %s', async (relation, where, expected) => {
  expect(await ids(relation, where)).toEqual(expected);
});

it.each([
  ['films?nope=eq.1', '42703'],
  ['films?or=(id.eq.1,and(nope.eq.1,id.eq.2))', '42703'],
  ['films?search=fts(klingon).x', '42704'],
  ['films?year->x=eq.1', 'PGRST100'],
])('%s is refused', (url, code) => {
  expect(() => stage.statement(url)).toThrow(expect.objectContaining({ status: 400, code }));
});

it.each([
  ['films?year=eq.soon', '22P02'],
  ['films?title=match.(', '2201B'],
  ['things?span=ov.[9,1]', '22000'],
  ['films?year=adj.[1,2)', '42883'],
])('%s is refused by PostgreSQL', async (url, code) => {
  await expect(stage.read(url)).rejects.toThrow(expect.objectContaining({ code }));
});
