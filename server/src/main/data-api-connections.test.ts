import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { CALLERS, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { type Row, type RowWriter, rowWriter } from './testing/row-writer.ts';

const HIDDEN = '••••••••';
const PASSWORD = 'hunter2-Straße';
const ENTRY = {
  type: 'postgres',
  url: 'postgres://db.example:5432/app',
  username: 'ann',
  password: PASSWORD,
};

let server: DataApiServer;
let writer: RowWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.query('delete from connections.connections');
});

const make = (name = 'app', more: object = {}): Promise<Row> =>
  writer.row('admin', 'POST', 'connections', { name, ...ENTRY, ...more });
const sealedOf = async (id: string) =>
  (await server.database.query<{ sealed: string }>('select sealed from connections.connections where id = $1', [id]))
    .rows[0]?.sealed;

describe('a connection', () => {
  it('is made, changed and deleted by the bodies of old clients', async () => {
    const made = await make('app', { created_by: server.people.get('admin'), insecure_tls: null, certificate: '' });
    const shown = { ...ENTRY, name: 'app', namespace: 'default', password: HIDDEN, insecure_tls: false, source: null };
    expect(made).toMatchObject({ ...shown, certificate: null, properties: null, deleted_at: null });
    const changed = await writer.row('admin', 'PATCH', `connections?id=eq.${made.id}`, {
      ...made,
      name: 'application',
    });
    expect(changed).toMatchObject({ ...shown, name: 'application' });
    const list = 'connections?select=*,created_by(id,name,avatar)&deleted_at=is.null&order=created_at.desc&limit=100';
    expect(await writer.rows('admin', 'GET', list)).toMatchObject([
      { name: 'application', created_by: { name: 'admin' } },
    ]);
    await writer.row('admin', 'PATCH', `connections?id=eq.${made.id}`, { deleted_at: 'now()' });
    expect(await writer.rows('admin', 'GET', list)).toEqual([]);
    await make('application');
  });

  it('keeps a secret that is left out or comes back hidden, in whichever of the two ways', async () => {
    const { id, ...row } = await make();
    const before = await sealedOf(id);
    for (const body of [{ insecure_tls: false }, { password: HIDDEN }, { password: '***' }, row])
      expect(await writer.row('admin', 'PATCH', `connections?id=eq.${id}`, body)).toMatchObject({ password: HIDDEN });
    expect(await sealedOf(id)).toBe(before);
    await writer.row('admin', 'PATCH', `connections?id=eq.${id}`, { password: 'other' });
    expect(await sealedOf(id)).not.toBe(before);
  });

  it('asks for its secret again before it leads elsewhere', async () => {
    const { id } = await make();
    const elsewhere = { url: 'postgres://evil.example:5432/app' };
    const refused = await writer.refusal('admin', 'PATCH', `connections?id=eq.${id}`, elsewhere);
    expect(refused).toMatchObject({ status: 400, fields: { password: expect.stringContaining('again') as unknown } });
    const moved = await writer.row('admin', 'PATCH', `connections?id=eq.${id}`, { ...elsewhere, password: 'new' });
    expect(moved).toMatchObject({ ...elsewhere, password: HIDDEN });
  });

  it('keeps the login of an address in the fields for it', async () => {
    const { username: _, password: __, ...bare } = ENTRY;
    const url = 'postgres://a%40b:p%2Fw@db.example:5432/app?sslmode=require';
    expect(await writer.row('admin', 'POST', 'connections', { ...bare, name: 'x', url })).toMatchObject({
      url: 'postgres://db.example:5432/app?sslmode=require',
      username: 'a@b',
      password: HIDDEN,
    });
  });

  it('keeps properties that nobody here knows as texts, and hides them', async () => {
    const email = {
      type: 'Email',
      name: 'mail',
      url: `smtp://$(username):$(password)@mail.example:587/?UseStartTLS=false&Encryption=Auto&Auth=Plain`,
      password: '',
      properties: { host: 'mail.example', port: 2525, from: 'a@b.example', fromName: 'A', later: PASSWORD },
    };
    expect(await writer.row('admin', 'POST', 'connections', email)).toMatchObject({
      type: 'email',
      url: null,
      properties: { host: 'mail.example', port: '2525', from: 'a@b.example', fromName: 'A', later: HIDDEN },
    });
    expect(await writer.rows('viewer', 'GET', 'connections_list?select=name,category')).toEqual([
      { name: 'mail', category: 'notification' },
    ]);
  });

  it.each([
    [{ type: 'nothing' }, 'type'],
    [{ type: null }, 'type'],
    [{ url: 'https://db.example' }, 'url'],
    [{ url: null }, 'url'],
    [{ password: '' }, 'password'],
    [{ certificate: 'PEM' }, 'certificate'],
    [{ properties: [] }, 'properties'],
    [{ properties: { host: {} } }, 'properties.host'],
    [{ password: HIDDEN }, 'password'],
    [{ name: ' app' }, 'name'],
    [{ namespace: '' }, 'namespace'],
  ])('is refused with the field: %j', async (body, field) => {
    const refused = await writer.refusal('admin', 'POST', 'connections', { name: 'app', ...ENTRY, ...body });
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, [field]]);
    expect(JSON.stringify(refused)).not.toContain(PASSWORD);
    expect(await writer.rows('admin', 'GET', 'connections')).toEqual([]);
  });

  it('has a name that no other one of its namespace has', async () => {
    await make();
    expect(await writer.refusal('admin', 'POST', 'connections', { name: 'app', ...ENTRY })).toMatchObject({
      status: 409,
      fields: { name: 'This name is taken' },
    });
    await make('app', { namespace: 'other' });
    const merge = 'resolution=merge-duplicates,return=representation';
    const [{ id } = { id: '' }] = await writer.rows('admin', 'GET', 'connections?namespace=eq.other');
    const body = { id, ...ENTRY, namespace: 'other', name: 'app', password: 'merged' };
    await writer.row('admin', 'POST', 'connections', body, merge);
    expect(await sealedOf(id)).toMatch(/^v1:/);
  });

  it('is left to the document that owns it', async () => {
    const { id } = await make();
    await server.database.query(`update connections.connections set source = 'file:a.yaml'`);
    for (const body of [{ username: 'x' }, { deleted_at: 'now()' }])
      expect(await writer.refusal('admin', 'PATCH', `connections?id=eq.${id}`, body)).toMatchObject({
        status: 409,
        code: 'source_owned',
      });
  });

  it('stands nowhere in clear: not in the trail, not in a table, nor in what a page keeps of a row that was replaced', async () => {
    const { id } = await make();
    await writer.row('admin', 'PATCH', `connections?id=eq.${id}`, { password: PASSWORD, insecure_tls: true });
    const found = await server.database.query<{ text: string }>(
      `select concat((select json_agg(c) from connections.connections c), (select json_agg(a) from platform.audit_log a),
         (select json_agg(v) from api.connection_details v)) as text`,
    );
    expect(found.rows[0]?.text).toContain('insecure_tls');
    expect(found.rows[0]?.text).not.toContain(PASSWORD);
    const cluster = inject('cluster');
    const root = new pg.Client({ ...server.test.settings.owner, user: cluster.superuser });
    await root.connect();
    try {
      await root.query('checkpoint');
      const file = await root.query<{ bytes: Buffer }>(
        `select pg_read_binary_file(pg_relation_filepath('connections.connections')) as bytes`,
      );
      const bytes = file.rows[0]?.bytes ?? Buffer.alloc(0);
      expect(bytes.includes('sealed:v1:')).toBe(true);
      expect(bytes.includes(PASSWORD)).toBe(false);
    } finally {
      await root.end();
    }
  });

  it('is read by an editor, and not written', async () => {
    const { id } = await make();
    expect(await writer.row('editor', 'GET', 'connections')).toMatchObject({ id, password: HIDDEN });
    for (const [method, url, body] of [
      ['POST', 'connections', { name: 'x', ...ENTRY }],
      ['PATCH', `connections?id=eq.${id}`, { name: 'x' }],
    ] as const)
      expect(await writer.refusal('editor', method, url, body)).toMatchObject({ status: 403 });
  });

  it.each(CALLERS.filter((caller) => caller !== 'admin' && caller !== 'editor'))(
    'is neither read nor written by %s',
    async (caller) => {
      const { id } = await make();
      const status = caller === 'nobody' ? 401 : 403;
      for (const [method, url, body] of [
        ['GET', 'connections', undefined],
        ['GET', 'connection_details', undefined],
        ['POST', 'connections', { name: 'x', ...ENTRY }],
        ['PATCH', `connections?id=eq.${id}`, { name: 'x' }],
        ['PUT', `connections?id=eq.${id}`, { id, name: 'x', ...ENTRY }],
        ['DELETE', `connections?id=eq.${id}`, undefined],
      ] as const)
        expect([method, url, await writer.refusal(caller, method, url, body)]).toMatchObject([method, url, { status }]);
    },
  );

  it('is not deleted for good by anybody', async () => {
    const { id } = await make();
    expect(await writer.refusal('admin', 'DELETE', `connections?id=eq.${id}`)).toMatchObject({ status: 403 });
  });
});
