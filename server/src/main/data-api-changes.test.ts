import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CanaryWriter, canaryWriter, specOf } from './testing/canary-writer.ts';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const LOCAL = '00000000-0000-0000-0000-000000000000';

const someText: unknown = expect.any(String);

let server: DataApiServer;
let writer: CanaryWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = canaryWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.query('delete from health.canaries');
});

describe('a canary that is patched', () => {
  it('derives its checks anew from another spec, and keeps them otherwise', async () => {
    const { id } = await writer.make('one', 'a', 'b');
    await writer.write('PATCH', `canaries?id=eq.${id}`, { labels: { team: 'x' } });
    expect(await writer.checks()).toHaveLength(2);
    await writer.write('PATCH', `canaries?id=eq.${id}`, { spec: specOf('b', 'c') });
    expect(await writer.checks()).toEqual([
      { name: 'b', due: true },
      { name: 'c', due: true },
    ]);
  });

  it('keeps the secrets that come back hidden with the whole row', async () => {
    const made = await writer.make();
    const [changed] = await writer.write('PATCH', `canaries?id=eq.${made.id}`, { ...made, name: 'renamed' });
    expect(changed).toMatchObject({ name: 'renamed', spec: made.spec });
    const stored = await server.database.query<{ spec: object }>('select spec from health.canaries');
    expect(stored.rows[0]?.spec).toEqual(specOf('page'));
  });

  it('is changed by the first of two people who edit it, and not by the second', async () => {
    const made = await writer.make();
    const seen = `canaries?id=eq.${made.id}&updated_at=eq.${encodeURIComponent(String(made['updated_at']))}`;
    expect(await writer.write('PATCH', seen, { name: 'first' })).toMatchObject([{ name: 'first' }]);
    expect(await writer.write('PATCH', seen, { name: 'second' })).toEqual([]);
    expect((await server.ask('editor', 'GET', 'canaries?select=name')).body).toEqual([{ name: 'first' }]);
  });

  it('is refused with a character that cannot be stored', async () => {
    const { id, spec } = await writer.make();
    for (const description of ['nul \0', 'half \ud800']) {
      const odd = { ...spec, http: [{ ...spec.http[0], description }] };
      const refused = await writer.refusal('PATCH', `canaries?id=eq.${id}`, { spec: odd });
      expect([description, refused]).toEqual([description, expect.objectContaining({ status: 400 })]);
    }
    expect(await writer.checks()).toHaveLength(1);
  });

  it.each(['now()', 'now', 'now-5m', '2026-01-01T00:00:00Z'])(
    'is deleted softly by %s and comes back',
    async (time) => {
      const { id } = await writer.make();
      const [deleted] = await writer.write('PATCH', `canaries?id=eq.${id}`, { deleted_at: time });
      expect(Date.parse(String(deleted?.['deleted_at']))).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(await writer.checks()).toEqual([]);
      expect((await server.ask('viewer', 'GET', 'check_names')).body).toEqual([]);
      await writer.write('PATCH', `canaries?id=eq.${id}`, { deleted_at: null });
      expect(await writer.checks()).toEqual([{ name: 'page', due: true }]);
    },
  );

  it('is several at a time, all or none', async () => {
    await writer.make('one', 'a');
    await writer.make('two', 'b');
    expect(await writer.write('PATCH', 'canaries?name=in.(one,two)&select=name', { labels: { x: 'y' } })).toHaveLength(
      2,
    );
    expect(await writer.refusal('PATCH', 'canaries?name=in.(one,two)', { spec: {} })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^row 1: /) as unknown,
    });
    expect(await writer.checks()).toHaveLength(2);
  });

  it('needs a filter, and may match nothing', async () => {
    await writer.make();
    for (const query of [
      '', 'select=name&order=name', 'order=nothing', 'name.filter=', 'name.filter=,', '&&', 'select=*,checks!inner(name)',
      'select=*,checks!inner(name)&checks.name=eq.x', 'checks.name=eq.x', 'checks.or=(name.eq.x)', 'or=()', 'and=()', 'limit=1&order=id',
    ]) // biome-ignore format: a list
      expect([query, await writer.refusal('PATCH', `canaries?${query}`, { labels: { a: 'b' } })]).toMatchObject([
        query,
        { status: 400 },
      ]);
    expect((await server.ask('editor', 'GET', 'canaries?select=labels')).body).toEqual([{ labels: {} }]);
    expect(await writer.write('PATCH', 'canaries?id=in.()', { labels: {} })).toEqual([]);
    expect(await writer.write('PATCH', `canaries?id=eq.${LOCAL}`, { labels: {} })).toEqual([]);
  });

  it('is not deleted for good by anybody', async () => {
    const { id } = await writer.make();
    for (const caller of ['admin', 'editor'] as const)
      for (const url of [`canaries?id=eq.${id}`, 'canaries'])
        expect(await writer.refusal('DELETE', url, undefined, caller)).toMatchObject({ status: 403, code: '42501' });
    expect(await writer.checks()).toHaveLength(1);
  });

  it('is left to the document that owns it', async () => {
    const { id } = await writer.make();
    await server.database.query(`update health.canaries set source = 'file:a.yaml'`);
    const owned = { status: 409, code: 'source_owned' };
    for (const body of [{ labels: {} }, { deleted_at: 'now()' }, { source: 'UI' }])
      expect(await writer.refusal('PATCH', `canaries?id=eq.${id}`, body)).toMatchObject(owned);
    const row = { id, name: 'stolen', source: 'UI', spec: specOf('page') };
    expect(await writer.refusal('PUT', `canaries?id=eq.${id}`, row)).toMatchObject(owned);
    const merge = { prefer: 'resolution=merge-duplicates' };
    expect(await writer.refusal('POST', 'canaries?on_conflict=id', row, 'editor', merge)).toMatchObject(owned);
  });

  it('is heard of in the change stream, and a refused write is not', async () => {
    const stream = await server.listen('viewer');
    try {
      const { id } = await writer.make();
      const made = await server.database.query<{ id: string }>('select id from health.checks');
      // The checks are the last that the write announces.
      await expect.poll(() => stream.text()).toContain(made.rows[0]?.id);
      const heard = stream.text();
      expect(heard).toContain(`{"table":"canaries","ids":["${id}"]`);
      await writer.refusal('PATCH', `canaries?id=eq.${id}`, { spec: {} });
      await server.ask('editor', 'PATCH', `agents?id=eq.${LOCAL}`, { body: { properties: { a: 'b' } } });
      await expect.poll(() => stream.tables()).toContain('agents');
      expect(stream.text().slice(heard.length)).not.toContain('canaries');
    } finally {
      stream.close();
    }
  });
});

describe('an agent', () => {
  const url = `agents?id=eq.${LOCAL}`;

  it('has its properties, its cleaning up and its deletion written, and nothing else', async () => {
    const [row] = await writer.write('PATCH', url, {
      id: LOCAL,
      properties: { a: 'b' },
      cleanup: false,
      created_by: null,
      created_at: '1999-01-01',
      updated_at: '1999-01-01',
    });
    expect(row).toMatchObject({ name: 'local', properties: { a: 'b' }, cleanup: false });
    expect(row?.['created_at']).not.toContain('1999');
    for (const column of ['name', 'hostname', 'person_id', 'last_seen', 'username', 'version'])
      expect(await writer.refusal('PATCH', url, { properties: {}, [column]: null })).toMatchObject({
        status: 403,
        code: '42501',
      });
    expect((await server.ask('admin', 'GET', `${url}&select=name,properties`)).body).toEqual([
      { name: 'local', properties: { a: 'b' } },
    ]);
  });

  it('is deleted by its time of deletion, unless it is this server', async () => {
    const made = await server.database.query<{ id: string }>(
      `insert into agents.agents (name) values ('far') returning id`,
    );
    const [row] = await writer.write('PATCH', `agents?id=eq.${made.rows[0]?.id}`, {
      deleted_at: 'now()',
      cleanup: true,
    });
    expect(row).toMatchObject({ name: 'far', cleanup: true, deleted_at: someText });
    expect(await writer.refusal('PATCH', url, { deleted_at: 'now()' })).toMatchObject({ status: 400, code: '23514' });
    expect(await writer.refusal('POST', 'agents', { name: 'new' }, 'admin')).toMatchObject({ status: 403 });
    expect(await writer.refusal('DELETE', url, undefined, 'admin')).toMatchObject({ status: 403 });
  });
});
