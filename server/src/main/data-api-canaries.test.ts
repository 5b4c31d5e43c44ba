import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CanaryWriter, canaryWriter, specOf } from './testing/canary-writer.ts';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const LOCAL = '00000000-0000-0000-0000-000000000000';
const KEY = 'on_conflict=agent_id,name,namespace,source';
const merge = { prefer: 'return=representation,resolution=merge-duplicates' };

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

describe('a canary that is posted', () => {
  it('becomes checks that are scheduled, and is answered with its secrets hidden', async () => {
    const [made] = await writer.write('POST', 'canaries', { name: 'one', labels: { a: 'b' }, spec: specOf('a', 'b') });
    expect(made).toMatchObject({
      name: 'one',
      namespace: 'default',
      labels: { a: 'b' },
      source: null,
      agent_id: LOCAL,
      created_by: server.people.get('editor'),
      deleted_at: null,
    });
    expect(made?.spec.http[0]).toMatchObject({ password: { value: '••••••••' } });
    expect(await writer.checks()).toEqual([
      { name: 'a', due: true },
      { name: 'b', due: true },
    ]);
  });

  it('may be one of several, which are answered in the order sent, with embeds where they are wanted', async () => {
    const two = (...names: readonly string[]) => names.map((name) => ({ name, spec: specOf(name) }));
    expect(await writer.write('POST', 'canaries?select=name', two('b', 'a'))).toEqual([{ name: 'b' }, { name: 'a' }]);
    const embedded = await writer.write('POST', 'canaries?select=name,by:created_by(name)', two('c', 'd'));
    const by = { name: 'editor' };
    expect(embedded.toSorted((one, other) => String(one['name']).localeCompare(String(other['name'])))).toEqual([
      { name: 'c', by },
      { name: 'd', by },
    ]);
    expect(await writer.checks()).toHaveLength(4);
  });

  it('may ask for its place alone, or for nothing', async () => {
    const body = { name: 'one', spec: specOf('a') };
    const placed = await server.ask('editor', 'POST', 'canaries', { body, headers: { prefer: 'return=headers-only' } });
    expect([placed.status, placed.text]).toEqual([201, '']);
    const { body: found } = await server.ask('editor', 'GET', String(placed.headers['location']));
    expect(found).toMatchObject([{ name: 'one' }]);
    const quiet = await server.ask('editor', 'POST', 'canaries', { body: { ...body, name: 'two' } });
    expect([quiet.status, quiet.text]).toEqual([201, '']);
  });

  it('says of itself what the server knows, whatever is sent', async () => {
    const forged = {
      created_by: server.people.get('admin'),
      created_at: '1999-01-01',
      updated_at: '1999-01-01',
      source: 'file:a.yaml',
      agent_id: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
      is_pushed: true,
      schedule_error: 'forged',
      warnings: ['forged'],
    };
    const [made] = await writer.write('POST', 'canaries', { name: 'one', spec: specOf('a'), ...forged });
    const known = {
      created_by: server.people.get('editor'),
      source: null,
      agent_id: LOCAL,
      is_pushed: false,
      schedule_error: null,
      warnings: [],
    };
    expect(made).toMatchObject(known);
    const [changed] = await writer.write(
      'PATCH',
      'canaries?name=eq.one',
      { ...forged, id: LOCAL },
      { caller: 'admin' },
    );
    expect(changed).toMatchObject({ ...known, id: made?.id, created_at: made?.['created_at'] });
    for (const row of [made, changed]) expect([row?.['created_at'], row?.['updated_at']].join()).not.toContain('1999');
  });

  it('is refused with the errors of the form, and with all that were sent beside it', async () => {
    const bad = await writer.refusal('POST', 'canaries', { name: 'one', spec: { http: [{ colour: 'red' }] } });
    expect(bad).toMatchObject({ status: 400, code: 'invalid_input', error: bad.message });
    expect(bad.fields).toMatchObject({ 'spec.http[0].colour': 'There is no such field' });
    const second = await writer.refusal('POST', 'canaries', [
      { name: 'one', spec: specOf('a') },
      { name: 'two', spec: {} },
    ]);
    expect(second).toMatchObject({ status: 400, message: expect.stringMatching(/^row 2: /) as unknown });
    expect(second.fields).toHaveProperty(['[1].spec']);
    expect((await writer.refusal('POST', 'canaries', { name: 'one', spec: 'text' })).fields).toHaveProperty('spec');
    expect((await writer.refusal('POST', 'canaries', { name: 'one' })).fields).toHaveProperty('spec');
    expect((await server.ask('editor', 'GET', 'canaries')).body).toEqual([]);
  });

  it('is a conflict when its name is taken', async () => {
    await writer.make();
    expect(await writer.refusal('POST', 'canaries', { name: 'one', spec: specOf('a') })).toMatchObject({
      status: 409,
      code: '23505',
    });
    const other = await writer.make('two');
    expect(await writer.refusal('PATCH', `canaries?id=eq.${other.id}`, { name: 'one' })).toMatchObject({ status: 409 });
  });

  it.each(['viewer', 'roleless', 'responder', 'commander', 'health_only'] as const)(
    'is refused from %s',
    async (caller) => {
      const { id } = await writer.make();
      const body = { name: 'x', spec: specOf('a') };
      for (const [method, url] of [
        ['POST', 'canaries'],
        ['PATCH', `canaries?id=eq.${id}`],
        ['PUT', `canaries?id=eq.${id}`],
      ] as const)
        expect(await writer.refusal(method, url, method === 'PUT' ? { id, ...body } : body, caller)).toMatchObject({
          status: 403,
          code: '42501',
        });
      expect(await writer.refusal('POST', `canaries?${KEY}`, body, caller, merge)).toMatchObject({ status: 403 });
      expect(await writer.checks()).toEqual([{ name: 'page', due: true }]);
    },
  );
});

describe('a canary that is written a second time', () => {
  it.each([
    ['all of the key', { agent_id: LOCAL, namespace: 'default', source: 'UI' }],
    ['what a form knows of the key', {}],
  ])('is found by its unique key with %s, and changed', async (_, sent) => {
    const { id } = await writer.make('one', 'old');
    const [row] = await writer.write(
      'POST',
      `canaries?${KEY}`,
      { name: 'one', ...sent, spec: specOf('new') },
      { headers: merge, status: 200 },
    );
    expect(row).toMatchObject({ id, name: 'one', source: null });
    expect(await writer.checks()).toEqual([{ name: 'new', due: true }]);
  });

  it('is new again where the one of that name is deleted, or when nobody has the name', async () => {
    const { id } = await writer.make();
    await writer.write('PATCH', `canaries?id=eq.${id}`, { deleted_at: 'now()' });
    const [row] = await writer.write(
      'POST',
      `canaries?${KEY}`,
      { name: 'one', spec: specOf('new') },
      { headers: merge },
    );
    expect(row?.id).not.toBe(id);
    const ignore = { prefer: 'return=representation,resolution=ignore-duplicates' };
    const answer = await server.ask('editor', 'POST', `canaries?${KEY}`, {
      body: { name: 'one', spec: specOf('x') },
      headers: ignore,
    });
    expect(answer.body).toEqual([]);
    expect(await writer.checks()).toEqual([{ name: 'new', due: true }]);
  });

  it('keeps the rules of the form: what is wrong changes nothing', async () => {
    await writer.make('one', 'old');
    const bad = { name: 'one', spec: { http: [] } };
    expect(await writer.refusal('POST', `canaries?${KEY}`, bad, 'editor', merge)).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    expect(await writer.checks()).toEqual([{ name: 'old', due: true }]);
    const unknown = await writer.refusal(
      'POST',
      'canaries?on_conflict=name',
      { name: 'one', spec: specOf('a') },
      'editor',
      merge,
    );
    expect(unknown).toMatchObject({
      status: 400,
      code: '42P10',
      hint: expect.stringContaining('agent_id, name, namespace, source') as unknown,
    });
  });

  it('may be put by its id', async () => {
    const { id } = await writer.make('one', 'old');
    await writer.write('PUT', `canaries?id=eq.${id}`, { id, name: 'put', spec: specOf('new') });
    expect(await writer.checks()).toEqual([{ name: 'new', due: true }]);
    expect((await server.ask('editor', 'GET', 'canaries?select=name')).body).toEqual([{ name: 'put' }]);
  });
});
