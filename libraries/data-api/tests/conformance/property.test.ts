import { dataApi } from '@watchroom/data-api';
import fastify from 'fastify';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDatabase } from '../database.ts';
import { evaluate } from './property/evaluate.ts';
import { printRequest } from './property/print.ts';
import { type Item, items, type Note, notes, request } from './property/requests.ts';

const TABLES = `
  create schema api;
  create table api.items (
    id int primary key, n int, t text collate "C", b boolean, data jsonb, tags text[]
  );
  create table api.notes (id int primary key, item_id int, text text collate "C");
  alter table api.notes add foreign key (item_id) references api.items not valid;
`;

it('gives the rows that an independent evaluation gives', async () => {
  await using database = await createDatabase(['reader']);
  const role = database.role('reader');
  await database.query(TABLES);
  await database.query(`grant usage on schema api to ${role}; grant select on all tables in schema api to ${role}`);
  await using app = fastify();
  await app.register(dataApi, {
    prefix: '/',
    pool: database.pool({ max: 1 }),
    schemas: ['api'],
    authenticate: () => Promise.resolve({ role }),
  });

  const fill = async (rows: readonly Item[], more: readonly Note[]) => {
    await database.query('truncate api.notes, api.items');
    await database.query(
      `insert into api.items select id, n, t, b, data, case when tags is not null then array(select jsonb_array_elements_text(tags)) end
       from jsonb_to_recordset($1) as row (id int, n int, t text, b boolean, data jsonb, tags jsonb)`,
      [JSON.stringify(rows)],
    );
    await database.query('insert into api.notes select * from jsonb_populate_recordset(null::api.notes, $1)', [
      JSON.stringify(more.filter((note) => note.item_id === null || note.item_id <= rows.length)),
    ]);
  };
  await fc.assert(
    fc.asyncProperty(items, notes, fc.array(request, { minLength: 6, maxLength: 6 }), async (rows, more, requests) => {
      await fill(rows, more);
      for (const asked of requests) {
        const pairs = printRequest(asked);
        const response = await app.inject(`/items?${new URLSearchParams(pairs)}`);
        const answer = { pairs, status: response.statusCode, body: response.json<unknown>() };
        expect(answer).toEqual({ pairs, status: 200, body: evaluate(asked, rows, more) });
      }
    }),
    { seed: 20_260_101, numRuns: 60 },
  );
}, 30_000);
