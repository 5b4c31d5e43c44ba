import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Property } from '@watchroom/contract/features';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallerName, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchroom-properties-'));
const file = join(folder, 'local.properties');
const LOCAL = 'topology.disable=true\nflanksource.ui.snippets=window.local = 1\n';
const SELECT = 'properties?select=*,created_by(id,name,avatar)';
const representation = { prefer: 'return=representation' };

let server: DataApiServer;
beforeAll(async () => {
  writeFileSync(file, LOCAL);
  server = await startDataApiServer(['--properties', file]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => server.database.query('delete from features.properties'));

async function list(caller: CallerName = 'viewer'): Promise<readonly Property[]> {
  const { status, body } = await server.ask(caller, 'GET', '/api/properties');
  expect(status).toBe(200);
  return body as readonly Property[];
}
const store = (name: string, value: string) =>
  server.database.query('insert into features.properties (name, value) values ($1, $2)', [name, value]);

describe('properties without sign-in', () => {
  it('are the features that are off, and no other value', async () => {
    await store('logs.disable', 'true');
    await store('agents.disable', 'a secret by mistake');
    await store('smtp.password', 'true');
    await server.database.query(`update features.properties set description = 'a secret remark', type = 'secret'`);
    const { status, text } = await server.ask('health_only', 'GET', '/api/properties');
    expect(status).toBe(200);
    expect(text).not.toMatch(/secret|smtp|agents/);
    expect(text).toContain(
      '{"name":"logs.disable","value":"true","source":"db","type":"","description":"","created_by":null}',
    );
    expect((await server.ask('viewer', 'GET', '/api/properties')).text).toContain('a secret remark');
    // Rows of the data API are kept by no cache either.
    expect((await server.ask('viewer', 'GET', 'properties')).headers['cache-control']).toBe('no-store');
  });
});

describe('properties in the data API', () => {
  it('give a spreadsheet no formula in CSV', async () => {
    await store('a', '=HYPERLINK("http://127.0.0.1/")');
    await store('b', '-5');
    const { text } = await server.ask('viewer', 'GET', 'properties?select=name,value&order=name', {
      headers: { accept: 'text/csv' },
    });
    expect(text).toBe('name,value\na,"\'=HYPERLINK(""http://127.0.0.1/"")"\nb,-5');
  });

  it('are found, made, changed and deleted by name, as old clients do it', async () => {
    const me = server.people.get('editor');
    const made = await server.ask('editor', 'POST', 'properties', {
      body: { name: 'health.disable', value: 'true', created_by: me, description: 'Off for the move' },
      headers: representation,
    });
    expect(made).toMatchObject({ status: 201, body: [{ name: 'health.disable', source: 'db', created_by: me }] });

    const found = await server.ask('viewer', 'GET', `${SELECT}&name=eq.health.disable&value=eq.true`);
    expect(found.body).toEqual([
      expect.objectContaining({
        description: 'Off for the move',
        created_by: { id: me, name: 'editor', avatar: null },
        created_at: expect.any(String) as string,
      }),
    ]);

    const [row] = found.body as [Record<string, unknown>];
    const changed = await server.ask('admin', 'PATCH', 'properties?name=eq.health.disable', {
      body: { ...row, value: 'false', created_by: me },
      headers: representation,
    });
    expect(changed).toMatchObject({ status: 200, body: [{ value: 'false', created_by: me, source: 'db' }] });
    const { body } = await server.ask('admin', 'DELETE', 'properties?name=eq.health.disable', {
      headers: representation,
    });
    expect(body).toHaveLength(1);
    expect((await server.database.query('select from features.properties')).rowCount).toBe(0);
  });

  it('keep maker and time of making when they are merged by name', async () => {
    const headers = { prefer: 'resolution=merge-duplicates,return=representation' };
    const upsert = (caller: CallerName, value: string) =>
      server.ask(caller, 'POST', 'properties', { body: { name: 'a', value }, headers });
    const [first] = (await upsert('editor', '1')).body as [Record<string, unknown>];
    const [second] = (await upsert('admin', '2')).body as [Record<string, unknown>];
    expect(second).toMatchObject({ value: '2', created_by: first['created_by'], created_at: first['created_at'] });
    expect(Date.parse(String(second['updated_at']))).toBeGreaterThan(Date.parse(String(first['updated_at'])));
  });

  it('take nobody else as their maker, no other time and no other source', async () => {
    const forged = {
      name: 'a',
      value: '1',
      source: 'local',
      created_by: server.people.get('viewer'),
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
    };
    const made = await server.ask('admin', 'POST', 'properties', { body: forged, headers: representation });
    const changed = await server.ask('admin', 'PATCH', 'properties?name=eq.a', {
      body: forged,
      headers: representation,
    });
    for (const { body } of [made, changed]) {
      const [row] = body as [Record<string, unknown>];
      expect(row).toMatchObject({ source: 'db', created_by: server.people.get('admin') });
      expect(JSON.stringify(row)).not.toContain('2000-01-01');
    }
  });

  it('want a name and a value, and one row a name', async () => {
    const post = async (body: object) => (await server.ask('admin', 'POST', 'properties', { body })).status;
    expect(await post({ name: 'a' })).toBe(400);
    expect(await post({ name: '', value: 'x' })).toBe(400);
    expect(await post({ value: 'x' })).toBe(400);
    expect(await post({ name: 'a', value: 'x' })).toBe(201);
    expect(await post({ name: 'a', value: 'y' })).toBe(409);
  });

  it.each(['commander', 'responder', 'viewer', 'roleless', 'nobody', 'health_only'] as const)(
    'are not written by %s',
    async (caller) => {
      await store('a', '1');
      const refused = caller === 'nobody' ? 401 : 403;
      const body = { name: 'a', value: '2' };
      for (const [method, url] of [
        ['POST', 'properties'],
        ['PATCH', 'properties?name=eq.a'],
        ['PUT', 'properties?name=eq.a'],
        ['DELETE', 'properties?name=eq.a'],
      ] as const)
        expect([method, (await server.ask(caller, method, url, { body })).status]).toEqual([method, refused]);
      expect(await list('admin')).toContainEqual(expect.objectContaining({ name: 'a', value: '1' }));
    },
  );

  it('leave a trail under their name', async () => {
    await server.ask('editor', 'POST', 'properties', { body: { name: 'trail', value: '1' } });
    await server.ask('editor', 'PATCH', 'properties?name=eq.trail', { body: { value: '2' } });
    await server.ask('admin', 'DELETE', 'properties?name=eq.trail');
    const trail = await server.database.query(
      `select caller, action, before ->> 'value' as before, after ->> 'value' as after
       from platform.audit_log where table_name = 'features.properties' and row_id = 'trail' order by at, id`,
    );
    const editor = server.people.get('editor');
    expect(trail.rows).toEqual([
      { caller: editor, action: 'insert', before: null, after: '1' },
      { caller: editor, action: 'update', before: '1', after: '2' },
      { caller: server.people.get('admin'), action: 'delete', before: '2', after: null },
    ]);
  });

  it('tell the change stream of every write', async () => {
    const hears = async (act: () => Promise<unknown>) => {
      const stream = await server.listen('viewer');
      await act();
      await expect.poll(() => stream.tables()).toContain('properties');
      stream.close();
    };
    await hears(() => server.ask('admin', 'POST', 'properties', { body: { name: 'a', value: '1' } }));
    await hears(() => server.ask('admin', 'PATCH', 'properties?name=eq.a', { body: { value: '2' } }));
    await hears(() => server.ask('admin', 'DELETE', 'properties?name=eq.a'));
  });
});

describe('local properties', () => {
  it('stand beside those of the database, and win over them', async () => {
    const unsaid = { type: '', description: '', created_by: null };
    await store('logs.disable', 'true');
    await store('topology.disable', 'false');
    await server.database.query(
      `insert into features.properties (name, value, deleted_at) values ('gone', 'true', now())`,
    );
    for (const caller of ['viewer', 'roleless'] as const)
      expect(await list(caller)).toEqual([
        { name: 'flanksource.ui.snippets', value: 'window.local = 1', source: 'local', ...unsaid },
        { name: 'logs.disable', value: 'true', source: 'db', ...unsaid },
        { name: 'topology.disable', value: 'true', source: 'local', ...unsaid },
      ]);
  });

  it('are not told to somebody who is not signed in', async () => {
    expect((await server.ask('nobody', 'GET', '/api/properties')).status).toBe(401);
  });

  it('are made, changed, merged, renamed or deleted by no write, of the administrator either', async () => {
    await store('topology.disable', 'false');
    await store('other', '1');
    const local = { name: 'topology.disable', value: 'hacked' };
    const merge = { prefer: 'resolution=merge-duplicates' };
    const writes = [
      ['POST', 'properties', { body: { name: 'flanksource.ui.snippets', value: 'alert(1)', source: 'local' } }],
      [
        'POST',
        'properties',
        {
          body: [
            { name: 'fine', value: '1' },
            { ...local, name: 'flanksource.ui.snippets' },
          ],
        },
      ],
      ['POST', 'properties', { body: local, headers: merge }],
      ['PUT', 'properties?name=eq.topology.disable', { body: local }],
      ['PATCH', 'properties?name=eq.topology.disable', { body: { value: 'hacked' } }],
      ['PATCH', 'properties?name=eq.topology.disable', { body: { name: 'elsewhere' } }],
      ['PATCH', 'properties?name=eq.other', { body: { name: 'flanksource.ui.snippets' } }],
      ['PATCH', 'properties?name=not.is.null', { body: { value: 'hacked' } }],
      ['DELETE', 'properties?name=eq.topology.disable', {}],
    ] as const;
    for (const [method, url, asked] of writes) {
      const { status, body } = await server.ask('admin', method, url, asked);
      expect([method, url, status]).toEqual([method, url, 409]);
      expect(body).toMatchObject({ code: 'source_owned', error: 'Cannot edit local feature flags' });
    }
    const { rows } = await server.database.query('select name, value from features.properties order by name');
    expect(rows).toEqual([
      { name: 'other', value: '1' },
      { name: 'topology.disable', value: 'false' },
    ]);
  });

  it('keep a snippet of the database from being taken for one of the file', async () => {
    await store('flanksource.ui.snippets', 'alert(1)');
    writeFileSync(file, 'topology.disable=true\n');
    const snippet = async () => (await list()).find(({ name }) => name === 'flanksource.ui.snippets');
    await expect.poll(snippet).toMatchObject({ value: 'alert(1)', source: 'db' });
    writeFileSync(file, LOCAL);
    await expect.poll(snippet).toMatchObject({ value: 'window.local = 1', source: 'local' });
  });

  it('tell the change stream when the file changes', async () => {
    const stream = await server.listen('viewer');
    writeFileSync(file, `${LOCAL}another=1\n`);
    await expect.poll(() => stream.tables()).toContain('properties');
    stream.close();
    // Two servers follow the file; the message may be the other one's.
    await expect.poll(() => list()).toContainEqual(expect.objectContaining({ name: 'another', source: 'local' }));
    writeFileSync(file, LOCAL);
    await expect.poll(async () => (await list()).length).toBe(2);
  });
});
