import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRows } from '../../src/plan/rows.ts';
import { envelope } from '../../src/sql/envelope.ts';
import { columnsNeeded, renderRows } from '../../src/sql/rows.ts';
import { quoteIdentifier, sqlWriter } from '../../src/sql/writer.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const planOf = (relation: string, search: string) =>
  planRows(stage.context(), stage.relation(relation), stage.query(search).rows);

describe('rows of a CTE', () => {
  it.each([
    ['select=title,full_title,d:directors(name),...roles(part)&limit=1', ['title', 'full_title', 'd', 'part']],
    ['select=title,details->>length&order=full_title', ['title', 'length']],
  ])('have embeds and computed columns: %s', async (search, keys) => {
    const writer = sqlWriter();
    const plan = planOf('films', search);
    const columns = columnsNeeded(plan).map(quoteIdentifier).join(', ');
    const changed = `changed as (update api.films set year = year + 1 where id = ${writer.bind(1)} returning ${columns})`;
    const rows = renderRows(writer, plan, 'changed', 'json');
    const { body, rows: count } = await stage.run(
      envelope(writer, { with: [changed], rows, format: 'object', maxBodyBytes: 1000 }),
    );
    expect([Object.keys(body ?? {}), count]).toEqual([keys, 1]);
  });

  it('need no more columns than they read', () => {
    expect(columnsNeeded(planOf('films', 'select=title,directors(name)&order=year'))).toEqual([
      'title',
      'year',
      'director_id',
    ]);
    expect(columnsNeeded(planOf('directors', 'select=name,films(id)'))).toEqual(['id', 'name']);
    expect(columnsNeeded(planOf('films', 'select=full_title'))).toEqual([...stage.relation('films').columns.keys()]);
  });
});

it('rows of a function take all that rows of a table take', async () => {
  const writer = sqlWriter();
  const plan = planOf('films', 'select=id,full_title,directors(name)&year=gt.1972&order=id');
  const rows = renderRows(writer, plan, `api.films_since(${writer.bind(1950)})`, 'json');
  const { body } = await stage.run(envelope(writer, { rows, format: 'array', maxBodyBytes: 1000 }));
  expect(body).toEqual([{ id: 4, full_title: 'Stalker (1979)', directors: { name: 'Andrei Tarkovsky' } }]);
});

it('an envelope without rows has what its parts give, and what a function set', async () => {
  const { database, run } = stage;
  const parts = { format: 'array', maxBodyBytes: 10, count: '(select called from call)', readsSettings: true } as const;
  const statement = envelope(sqlWriter(), {
    ...parts,
    with: [`call as (select api.teapot() as called)`],
    key: `json_build_object('id', 1)`,
    inserted: '2',
  });
  expect(await run(statement)).toMatchObject({ text: null, rows: 1, total: null });
  const { rows } = await database.query(statement.text, statement.values);
  expect(rows).toEqual([
    {
      body: null,
      rows: '1',
      total: null,
      key: '{"id" : 1}',
      inserted: '2',
      status: '418',
      headers: '[{"X-Pot": "tea"}, {"Cache-Control": "no-cache"}]',
    },
  ]);
});
