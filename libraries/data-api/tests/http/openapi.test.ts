import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

describe('the OpenAPI root', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ openApi: { title: 'Notes', version: '2', basePath: '/data' }, schemaPoll: 3_600_000 });
    await stage.database.query(`
      create type api.mood as enum ('good', 'bad');
      create table api.pages (
        id int primary key default 5, note bigint references api.notes, title varchar(20) not null,
        mood api.mood, tags text[], extra jsonb, flag boolean, at timestamptz
      );
      comment on column api.pages.title is 'What it says';
      comment on schema api is 'All of it';
      create function api.twice(n int, times int default 2) returns int immutable language sql as 'select n * times';
      create function api.locked() returns int immutable language sql as 'select 1';
      revoke execute on function api.locked() from public;
      grant select, insert on api.pages to ${stage.database.role('writer')};
    `);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const root = async (role: string) => (await stage.ask('GET', '/data/', { headers: { 'x-role': role } })).json();

  it('describes what the role may use', async () => {
    expect(await root('writer')).toMatchObject({
      swagger: '2.0',
      info: { title: 'Notes', version: '2', description: 'All of it' },
      basePath: '/data',
      paths: {
        '/notes': { get: { summary: 'Notes', description: 'of people.' }, post: {}, patch: {}, delete: {} },
        '/rpc/twice': { get: {}, post: {} },
        '/rpc/fail': { post: {} },
      },
      definitions: {
        pages: {
          required: ['id', 'title'],
          properties: {
            id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
            note: { description: "Note:\nThis is a Foreign Key to `notes.id`.<fk table='notes' column='id'/>" },
            title: { type: 'string', maxLength: 20, description: 'What it says' },
            mood: { type: 'string', enum: ['good', 'bad'] },
            tags: { type: 'array', items: { type: 'string' } },
            extra: { format: 'jsonb' },
            flag: { type: 'boolean' },
            at: { type: 'string', format: 'timestamp with time zone' },
          },
        },
      },
      parameters: { 'rowFilter.notes.body': { in: 'query', name: 'body', format: 'text' } },
    });
  });

  it('hides what it may not', async () => {
    const document = JSON.stringify(await root('reader'));
    for (const hidden of ['"/pages"', 'secret', 'locked', '"patch"', '"delete"', '/log']) {
      expect(document).not.toContain(hidden);
    }
  });

  it('describes the schema of the profile', async () => {
    const { headers, json } = await stage.ask('GET', '/data/', { headers: { 'accept-profile': 'other' } });
    expect(headers['content-type']).toBe('application/openapi+json; charset=utf-8');
    expect(json()).toMatchObject({ definitions: { notes: { properties: { id: {} } } } });
  });

  it('has a head', async () => {
    const { status, text } = await stage.ask('HEAD', '/data/');
    expect([status, text]).toEqual([200, '']);
  });

  it('can be switched off', async () => {
    await using silent = await openStage();
    const { status, json } = await silent.ask('GET', '/data/');
    expect([status, json()]).toEqual([404, expect.objectContaining({ code: 'PGRST126' })]);
  });
});
