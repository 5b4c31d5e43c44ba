import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataApiError } from '../../src/errors.ts';
import { readEstimate } from '../../src/plan/estimate.ts';
import { estimateStatement } from '../../src/plan/read.ts';
import { raisedBy } from '../../src/sql/raised.ts';
import { containing, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const counted = { options: { count: 'exact' } } as const;

describe('an exact count', () => {
  it.each([
    ['films?select=id', 6, 6],
    ['films?select=id&limit=6', 6, 6],
    ['films?select=id&limit=2', 2, 6],
    ['films?select=id&limit=2&offset=4', 2, 6],
    ['films?select=id&limit=3&offset=4', 2, 6],
    ['films?select=id&offset=6', 0, 6],
    ['films?select=id&offset=50', 0, 6],
    ['films?select=id&limit=0', 0, 6],
    ['films?select=id&id=eq.0', 0, 0],
    ['films?select=id&id=eq.0&offset=1', 0, 0],
    ['films?select=id&year=gt.1950&limit=1', 1, 4],
    ['films?select=id,directors!inner()&directors.id=eq.2&limit=1', 1, 2],
  ])('of %s', async (url, rows, total) => {
    expect(await stage.read(url, counted)).toMatchObject({ rows, total });
    expect(await stage.read(url, { options: { count: 'exact', hasBody: false } })).toMatchObject({ rows, total });
  });

  it('is not made where nobody asks', async () => {
    expect(await stage.read('films?limit=1')).toMatchObject({ rows: 1, total: null });
    expect(await stage.read('films?limit=1', { options: { count: 'planned' } })).toMatchObject({ total: null });
  });
});

describe('the most rows', () => {
  it('are a limit that the statement refuses to exceed, with rows or without', async () => {
    for (const hasBody of [true, false]) {
      const more = { options: { hasBody }, plan: { maxRows: 1000 } };
      // Where there is no body the statement counts, and refuses itself.
      await expect(stage.read('measures?select=id', more)).rejects.toSatisfy(
        (error) => raisedBy(error) === 'too_many_rows' || (error as Partial<DataApiError>).code === 'PGRST901',
      );
    }
    expect(await stage.read('measures?select=id', { plan: { maxRows: 1500 } })).toMatchObject({ rows: 1500 });
  });

  it.each([
    ['measures?limit=1001', 'limit=1001'],
    ['directors?select=films(id,roles(part))&films.roles.limit=5000', 'films.roles.limit=5000'],
  ])('refuse %s', (url, place) => {
    expect(() => stage.statement(url)).toThrow(
      expect.objectContaining({ code: 'PGRST900', message: containing(`${place} is above 1000`) }),
    );
  });
});

it('an estimate is what the planner expects', async () => {
  const { text, values } = estimateStatement(stage.context(), stage.relation('measures'), stage.query('limit=10'));
  const { rows } = await stage.database.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, values);
  expect(readEstimate(JSON.stringify(rows[0]?.['QUERY PLAN'])).rows).toBe(1500);
});

it('rows keep their order when embeds are joined to a page', async () => {
  for (const order of ['title.desc', 'details->length.desc.nullslast', 'full_title', 'directors(name).nullsfirst,id']) {
    const list = async (url: string) => {
      const { body } = await stage.read(url);
      return Array.isArray(body) ? body.map((row: { id: unknown }) => row.id) : [];
    };
    const plain = await list(`films?select=id,directors()&order=${order}`);
    expect(await list(`films?select=id,directors(name),roles(part,actors(name))&order=${order}&limit=5`)).toEqual(
      plain.slice(0, 5),
    );
  }
});
