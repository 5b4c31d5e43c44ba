import { randomBytes } from 'node:crypto';
import type { Invited } from '@watchroom/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallerName, CALLERS, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { listenFromNow } from './testing/listener.ts';
import { type RowWriter, rowWriter } from './testing/row-writer.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

let server: DataApiServer;
let writer: RowWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const person = (name: CallerName) => server.people.get(name) ?? '';
const emails = async (query: string) =>
  (await writer.rows('admin', 'GET', `identities?select=email:traits->>email&${query}`)).map((row) => row['email']);
const invite = (firstName: string, role = 'viewer') =>
  server.ask('admin', 'POST', '/api/auth/invite_user', {
    body: { firstName, lastName: 'Doe', email: `${firstName.toLowerCase()}@example.com`, role },
  });
const change = (name: CallerName, changes: object) =>
  server.ask('admin', 'POST', '/api/people/update', {
    body: {
      id: person(name),
      firstName: name,
      lastName: 'Doe',
      email: `${name}@example.com`,
      role: 'viewer',
      active: true,
      ...changes,
    },
  });

describe('identities', () => {
  it('are what old clients read, and what our list shows besides, and nothing else', async () => {
    const id = person('commander');
    await server.database.query(
      `insert into identity.person_roles (person_id, role) values ($1, 'editor'), ($1, 'viewer')`,
      [id],
    );
    const time: unknown = expect.any(String);
    expect(await writer.row('editor', 'GET', `identities?id=eq.${id}`)).toEqual({
      id,
      nid: NIL,
      state: 'active',
      state_changed_at: time,
      created_at: time,
      updated_at: time,
      traits: { email: 'commander@example.com', name: { first: 'commander', last: '' } },
      roles: ['editor', 'commander', 'viewer'],
      email_verified: false,
      second_factor: false,
      last_login: null,
      name: 'commander',
      email: 'commander@example.com',
      account_state: 'active',
      role: 'editor',
    });
    expect(await writer.row('admin', 'GET', `identities?id=eq.${person('roleless')}`)).toMatchObject({
      roles: [],
      role: 'viewer',
    });
    await server.database.query(`delete from identity.person_roles where person_id = $1 and role <> 'commander'`, [id]);
  });

  it('tell whether the address was verified and a second factor is set up', async () => {
    const id = person('editor');
    await server.database.query('update identity.identities set email_verified_at = now() where id = $1', [id]);
    await server.database.query(
      `insert into identity.passkeys (person_id, name, credential_id, public_key, verifies_user) values ($1, 'key', 'x', 'x', true)`,
      [id],
    );
    expect(await writer.row('admin', 'GET', `identities?id=eq.${id}`)).toMatchObject({
      email_verified: true,
      second_factor: true,
    });
    await server.database.query('delete from identity.passkeys where person_id = $1', [id]);
    expect(await writer.row('admin', 'GET', `identities?id=eq.${id}`)).toMatchObject({ second_factor: false });
  });

  it('are filtered and sorted by email, name, role and state', async () => {
    expect(await emails('traits->>email=eq.viewer@example.com')).toEqual(['viewer@example.com']);
    expect(await emails('traits->>email=ilike.*RESP*')).toEqual(['responder@example.com']);
    expect(await emails('traits->name->>first=eq.editor')).toEqual(['editor@example.com']);
    expect(await emails('roles=cs.{admin}')).toEqual(['admin@example.com']);
    expect(await emails('roles=ov.{admin,viewer}&order=traits->>email')).toEqual([
      'admin@example.com',
      'viewer@example.com',
    ]);
    expect(await emails('or=(roles.cs.{editor},roles.eq.{})&order=role')).toEqual([
      'editor@example.com',
      'roleless@example.com',
    ]);
    expect(await emails('role=in.(editor,viewer)&order=role,name')).toEqual([
      'editor@example.com',
      'roleless@example.com',
      'viewer@example.com',
    ]);
    expect(await emails('state=eq.active&order=traits->>email.desc&limit=2')).toEqual([
      'viewer@example.com',
      'roleless@example.com',
    ]);
    expect(await emails('state=neq.active')).toEqual([]);
    expect(await emails('account_state=neq.active')).toEqual([]);
  });

  it('lead to the person, and to the roles as old clients ask for them', async () => {
    const id = person('admin');
    expect(await writer.row('admin', 'GET', `identities?id=eq.${id}&select=id,person:people(id,name)`)).toEqual({
      id,
      person: { id, name: 'admin' },
    });
    const ids = (await writer.rows('admin', 'GET', 'identities')).map((row) => row.id);
    expect(await writer.rows('admin', 'GET', `people_roles?id=in.(${ids.join(',')})`)).toHaveLength(5);
  });

  it.each(CALLERS)('are for administrators and editors, and written by nobody: %s', async (caller) => {
    const mayRead = caller === 'admin' || caller === 'editor';
    const refused = caller === 'nobody' ? 401 : 403;
    expect((await server.ask(caller, 'GET', 'identities')).status).toBe(mayRead ? 200 : refused);
    const row = { state: 'active', traits: { email: 'eve@example.com' } };
    expect((await server.ask(caller, 'POST', 'identities', { body: row })).status).toBe(refused);
    for (const method of ['PATCH', 'DELETE'])
      expect((await server.ask(caller, method, `identities?id=eq.${person('viewer')}`, { body: row })).status).toBe(
        refused,
      );
  });
});

describe('a change of users', () => {
  it('is told to who may read them, and to the others only that people changed', async () => {
    const admin = await listenFromNow(server, 'admin');
    const editor = await listenFromNow(server, 'editor');
    const viewer = await listenFromNow(server, 'viewer');
    const { status, body } = await invite('Heard');
    expect(status).toBe(200);
    for (const { text } of [admin, editor]) {
      await expect.poll(text).toContain('"table":"identities"');
      await expect.poll(text).toContain('"table":"people_roles"');
    }
    await expect.poll(viewer.text).toContain('"table":"people_roles"');
    expect(viewer.text()).toContain('"table":"people"');
    for (const { text } of [admin, editor, viewer]) {
      for (const hidden of ['invitations', 'heard@example.com', (body as Invited).link])
        expect(text()).not.toContain(hidden);
    }
    expect(viewer.text()).not.toContain('identities');
    for (const listener of [admin, editor, viewer]) listener.close();
  });

  it('ends the streams of who has other rights than when he began to listen', async () => {
    const stream = await server.listen('responder');
    const other = await server.listen('viewer');
    expect((await change('responder', { role: 'responder', firstName: 'Other' })).status).toBe(200);
    expect((await change('responder', { role: 'editor' })).status).toBe(200);
    await expect.poll(stream.isOver).toBe(true);
    const again = await server.listen('responder');
    await change('responder', { active: false });
    await expect.poll(again.isOver).toBe(true);
    await expect(server.listen('responder')).rejects.toThrow('401');
    expect(other.isOver()).toBe(false);
    other.close();
  });

  it('that deletes one ends his sessions, streams and tokens, and leaves his name', async () => {
    const id = person('commander');
    const made = await server.ask('commander', 'POST', '/api/v1/identity/tokens', {
      body: { name: 'script', scope: 'read_only', days: 1 },
    });
    expect(made.status).toBe(201);
    const headers = { authorization: `Bearer ${(made.body as { token: string }).token}` };
    const withToken = async () => (await server.ask('nobody', 'GET', 'people?limit=1', { headers })).status;
    expect(await withToken()).toBe(200);
    const stream = await server.listen('commander');
    expect((await server.ask('admin', 'DELETE', `/api/people/${id}`)).status).toBe(204);
    await expect.poll(stream.isOver).toBe(true);
    expect((await server.ask('commander', 'GET', 'people')).status).toBe(401);
    expect(await withToken()).toBe(401);
    expect(await writer.rows('admin', 'GET', `identities?id=eq.${id}`)).toEqual([]);
    const row = await writer.row('viewer', 'GET', `people?id=eq.${id}`);
    expect(row).toMatchObject({ name: 'commander', deleted_at: expect.any(String) as unknown });
  });

  it('that deactivates one refuses his tokens, until he is active again', async () => {
    const made = await server.ask('roleless', 'POST', '/api/v1/identity/tokens', {
      body: { name: randomBytes(4).toString('hex'), scope: 'read_only', days: 1 },
    });
    const headers = { authorization: `Bearer ${(made.body as { token: string }).token}` };
    const withToken = async () => (await server.ask('nobody', 'GET', 'people?limit=1', { headers })).status;
    expect(await withToken()).toBe(200);
    await change('roleless', { active: false });
    expect(await withToken()).toBe(401);
    await server.database.query(
      `insert into identity.credentials (person_id, type, secret) values ($1, 'password', 'none')`,
      [person('roleless')],
    );
    await change('roleless', { active: true });
    expect(await withToken()).toBe(200);
  });
});
