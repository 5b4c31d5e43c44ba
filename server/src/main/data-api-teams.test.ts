import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLERS, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { type Row, type RowWriter, rowWriter } from './testing/row-writer.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const AV = 'id,name,avatar';
const SPEC = {
  components: [{ name: 'shop', types: ['Service', '!Pod'], labelSelector: 'app=shop' }],
  notifications: [{ name: 'all', connection: 'connection://default/slack', properties: { channel: 'ops' } }],
  responder_clients: { jira: { url: 'https://jira.example', values: { project: 'OPS' } } },
};

let server: DataApiServer;
let writer: RowWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.query('delete from identity.team_members; delete from identity.teams');
});

const make = (name = 'ops', more: object = {}): Promise<Row> =>
  writer.row('editor', 'POST', 'teams', { name, spec: SPEC, ...more });
const person = (name: 'editor' | 'viewer' | 'admin') => server.people.get(name) ?? '';

describe('a team', () => {
  it('is made, changed and deleted by the bodies of old clients', async () => {
    const made = await make('ops', { icon: 'team', source: 'UI', created_by: person('editor') });
    expect(made).toMatchObject({
      name: 'ops',
      icon: 'team',
      spec: SPEC,
      source: null,
      created_by: person('editor'),
      deleted_at: null,
    });
    const changed = await writer.row('admin', 'PATCH', `teams?id=eq.${made.id}`, { ...made, name: 'operations' });
    expect(changed).toMatchObject({ ...made, name: 'operations', updated_at: expect.any(String) as unknown });
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at));
    const url = `teams?deleted_at=is.null&order=name.asc`;
    expect(await writer.rows('viewer', 'GET', url)).toHaveLength(1);
    await writer.row('admin', 'PATCH', `teams?id=eq.${made.id}`, { deleted_at: 'now()' });
    expect(await writer.rows('viewer', 'GET', url)).toEqual([]);
    expect(await writer.row('editor', 'PATCH', `teams?id=eq.${made.id}`, { deleted_at: null })).toMatchObject({
      deleted_at: null,
      spec: SPEC,
    });
  });

  it('is listed as the settings list asks, with who made it and its last run', async () => {
    const { id } = await make('b');
    await make('a');
    await server.database.query(
      `insert into jobs.job_history (name, resource_type, resource_id, status, time_start, created_at, error_count) values
         ('sync', 'team', $1, 'FAILED', '2026-01-01', '2026-01-01', 2), ('sync', 'team', $1, 'SUCCESS', '2026-01-02', '2026-01-02', 0)`,
      [id],
    );
    const list = `teams_with_status?select=*,created_by(${AV})&deleted_at=is.null&limit=100`;
    const rows = await writer.rows('viewer', 'GET', `${list}&order=name.desc`);
    expect(rows).toMatchObject([
      {
        name: 'b',
        created_by: { id: person('editor'), name: 'editor', avatar: null },
        job_name: 'sync',
        job_status: 'SUCCESS',
        job_last_failed: expect.stringContaining('2026-01-01') as unknown,
      },
      { name: 'a', job_name: null, job_status: null, job_last_failed: null },
    ]);
    for (const order of ['created_at.desc', 'updated_at.asc', 'job_status.asc', 'sourceConfig.asc', 'jobStatus.desc'])
      expect(await writer.rows('viewer', 'GET', `${list}&order=${order}`)).toHaveLength(2);
    await writer.row('editor', 'PATCH', `teams?id=eq.${id}`, { deleted_at: 'now()' });
    expect(await writer.rows('viewer', 'GET', list)).toHaveLength(1);
  });

  it('takes nobody else as its maker, no other time and no other source', async () => {
    const forged = {
      source: 'file:a.yaml',
      created_by: person('viewer'),
      created_at: '1999-01-01T00:00:00Z',
      updated_at: '1999-01-01T00:00:00Z',
    };
    const made = await make('ops', forged);
    const changed = await writer.row('admin', 'PATCH', `teams?id=eq.${made.id}`, { ...forged, id: NIL });
    for (const row of [made, changed]) {
      expect(row).toMatchObject({ id: made.id, source: null, created_by: person('editor') });
      expect(JSON.stringify(row)).not.toContain('1999');
    }
  });

  it('needs a name that no living team has', async () => {
    const { id } = await make();
    const taken = {
      status: 409,
      code: '23505',
      message: 'A team with this name already exists. Choose another name.',
      fields: { name: 'This name is taken' },
    };
    expect(await writer.refusal('editor', 'POST', 'teams', { name: 'ops' })).toMatchObject(taken);
    const other = await make('other');
    expect(await writer.refusal('editor', 'PATCH', `teams?id=eq.${other.id}`, { name: 'ops' })).toMatchObject(taken);
    await writer.row('editor', 'PATCH', `teams?id=eq.${id}`, { deleted_at: 'now()' });
    await make('ops');
    expect(await writer.refusal('editor', 'PATCH', `teams?id=eq.${id}`, { deleted_at: null })).toMatchObject(taken);
    const merge = 'resolution=merge-duplicates,return=representation';
    const merged = await writer.row('editor', 'POST', 'teams?on_conflict=name', { name: 'other', icon: 'x' }, merge);
    expect(merged).toMatchObject({ id: other.id, icon: 'x' });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: ' ops' }, 'name'],
    [{ name: 'a'.repeat(254) }, 'name'],
    [{ name: null }, 'name'],
    [{}, 'name'],
    [{ name: 'a', icon: 'a'.repeat(501) }, 'icon'],
    [{ name: 'a', spec: [] }, 'spec'],
    [{ name: 'a', spec: 'text' }, 'spec'],
    [{ name: 'a', spec: { components: {} } }, 'spec.components'],
    [{ name: 'a', spec: { components: ['shop'] } }, 'spec.components.0'],
    [{ name: 'a', spec: { components: [{ name: 1 }] } }, 'spec.components.0.name'],
    [{ name: 'a', spec: { notifications: [{ properties: { a: {} } }] } }, 'spec.notifications.0.properties.a'],
    [{ name: 'a', spec: { responder_clients: { jira: 'x' } } }, 'spec.responder_clients.jira'],
    [{ name: 'a', spec: { components: Array.from({ length: 1_001 }, () => ({})) } }, 'spec.components'],
  ])('is refused with the field: %#', async (body, field) => {
    const refused = await writer.refusal('editor', 'POST', 'teams', body);
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, [field]]);
    expect(refused.message).toContain(field);
    expect(await writer.rows('editor', 'GET', 'teams')).toEqual([]);
  });

  it('keeps fields that nobody here knows, and may have an empty spec or none', async () => {
    const spec = { components: [{ name: 'a', later: { deep: [1] } }], more: 'kept' };
    expect(await make('ops', { spec })).toMatchObject({ spec });
    expect(await make('empty', { spec: {} })).toMatchObject({ spec: {} });
    expect(await make('none', { spec: null })).toMatchObject({ spec: {} });
    expect(await writer.row('editor', 'POST', 'teams', { name: 'absent' })).toMatchObject({ spec: {} });
  });

  it('shows no secret of its spec, and keeps those that come back hidden', async () => {
    const jira = { url: 'https://jira.example', username: { value: 'ann' }, password: { value: 'hunter2' } };
    const made = await make('ops', { spec: { responder_clients: { jira } } });
    const shown = { ...jira, password: { value: '••••••••' } };
    expect(made).toMatchObject({ spec: { responder_clients: { jira: shown } } });
    await writer.row('admin', 'PATCH', `teams?id=eq.${made.id}`, { ...made, icon: 'x' });
    const stored = await server.database.query<{ spec: object; text: string }>(
      `select spec, (select json_agg(a)::text from platform.audit_log a) || (select json_agg(t)::text from api.teams_with_status t) as text
       from identity.teams`,
    );
    expect(stored.rows[0]?.spec).toEqual({ responder_clients: { jira } });
    expect(stored.rows[0]?.text).not.toContain('hunter2');
    const moved = { responder_clients: { jira: { ...shown, url: 'https://evil.example' } } };
    const refused = await writer.refusal('editor', 'PATCH', `teams?id=eq.${made.id}`, { spec: moved });
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(refused.message).toContain('type the secret again');
  });

  it('is not overwritten by who saw an older one', async () => {
    const { id, updated_at: seen } = await make();
    await writer.row('editor', 'PATCH', `teams?id=eq.${id}`, { icon: 'first' });
    const url = `teams?id=eq.${id}&updated_at=eq.${encodeURIComponent(seen)}`;
    expect(await writer.rows('admin', 'PATCH', url, { icon: 'second' })).toEqual([]);
    expect(await writer.row('admin', 'GET', `teams?id=eq.${id}`)).toMatchObject({ icon: 'first' });
  });

  it('is left to the document that owns it', async () => {
    const { id } = await make();
    await server.database.query(`update identity.teams set source = 'file:a.yaml'`);
    const owned = { status: 409, code: 'source_owned', message: 'Managed by a.yaml. Edit that file to change it.' };
    for (const body of [{ icon: 'x' }, { deleted_at: 'now()' }, { source: 'UI' }])
      expect(await writer.refusal('admin', 'PATCH', `teams?id=eq.${id}`, body)).toMatchObject(owned);
    expect(await writer.refusal('editor', 'PUT', `teams?id=eq.${id}`, { id, name: 'stolen' })).toMatchObject(owned);
  });

  it.each(CALLERS.filter((caller) => caller !== 'admin' && caller !== 'editor'))(
    'is written by %s neither itself nor in its members',
    async (caller) => {
      const { id } = await make();
      await writer.row('editor', 'POST', 'team_members', { team_id: id, person_id: person('viewer') });
      const status = caller === 'nobody' ? 401 : 403;
      const member = { team_id: id, person_id: person('admin') };
      for (const [method, url, body] of [
        ['POST', 'teams', { name: 'x' }],
        ['PATCH', `teams?id=eq.${id}`, { name: 'x' }],
        ['PUT', `teams?id=eq.${id}`, { id, name: 'x' }],
        ['DELETE', `teams?id=eq.${id}`, undefined],
        ['POST', 'team_members', [member]],
        ['DELETE', `team_members?team_id=eq.${id}`, undefined],
      ] as const)
        expect([method, url, await writer.refusal(caller, method, url, body)]).toMatchObject([method, url, { status }]);
      expect(await writer.rows('admin', 'GET', 'teams?select=name,team_members(person_id)')).toEqual([
        { name: 'ops', team_members: [{ person_id: person('viewer') }] },
      ]);
    },
  );

  it('is not deleted for good by anybody', async () => {
    const { id } = await make();
    expect(await writer.refusal('admin', 'DELETE', `teams?id=eq.${id}`)).toMatchObject({ status: 403, code: '42501' });
  });

  it('has schemas that forms and editors may read without sign-in', async () => {
    for (const [name, title] of [
      ['team', 'Team'],
      ['team.spec', 'Team specification'],
      ['canary.spec', 'Canary specification'],
    ]) {
      const { status, body } = await server.ask('nobody', 'GET', `/api/schemas/${name}.schema.json`);
      expect([status, body]).toMatchObject([200, { title, type: 'object', properties: {} }]);
    }
  });
});
