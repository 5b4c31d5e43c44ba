import { permissionsOf, ROLES, type Role } from '@watchroom/contract/identity';
import type { Permission } from '@watchroom/contract/operation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startUsersServer, type UsersServer } from './testing/users-server.ts';

const NOBODY_THERE = crypto.randomUUID();
const PERSON = `/api/v1/identity/people/${NOBODY_THERE}`;
const traits = { firstName: 'a', lastName: 'b', email: 'a@example.com', role: 'viewer' };

/** What a route asks for; about somebody who is not there, so that who may call it changes nothing. */
interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly permission: Permission;
  readonly body?: object;
}
const ROUTES: readonly Asked[] = [
  {
    method: 'POST',
    url: '/api/auth/invite_user',
    permission: 'identities:write',
    body: { ...traits, email: 'taken@example.com' },
  },
  {
    method: 'POST',
    url: '/api/people/update',
    permission: 'identities:write',
    body: { ...traits, id: NOBODY_THERE, active: true },
  },
  { method: 'DELETE', url: `/api/people/${NOBODY_THERE}`, permission: 'identities:write' },
  { method: 'POST', url: `${PERSON}/invitation`, permission: 'identities:write' },
  { method: 'GET', url: `${PERSON}/sessions`, permission: 'identities:read' },
  { method: 'DELETE', url: `${PERSON}/sessions/${NOBODY_THERE}`, permission: 'identities:write' },
  { method: 'GET', url: '/api/v1/identity/sessions', permission: 'signed-in' },
  { method: 'DELETE', url: `/api/v1/identity/sessions/${NOBODY_THERE}`, permission: 'signed-in' },
];

let server: UsersServer;
const people = new Map<Role | 'roleless', SignedIn>();
beforeAll(async () => {
  server = await startUsersServer();
  for (const role of ROLES) people.set(role, await server.person(role, role));
  people.set('roleless', await server.person('roleless'));
  await server.person('taken');
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(ROUTES)('$method $url', ({ method, url, permission, body }) => {
  it.each([...ROLES, 'roleless'] as const)('judges a person by the matrix: %s', async (name) => {
    const permissions = permissionsOf(name === 'roleless' ? [] : [name]);
    const mayCall = permission === 'signed-in' || permissions.has(permission);
    const { status } = await server.send(people.get(name), method, url, body);
    expect(status).toBeOneOf(mayCall ? [200, 404, 409] : [403]);
  });

  it('is refused without a session, and to a session that is over', async () => {
    const over = { ...(people.get('admin') as SignedIn), token: 'A'.repeat(43) };
    for (const who of [undefined, over]) expect((await server.send(who, method, url, body)).status).toBe(401);
  });

  it('is refused before what was sent is looked at', async () => {
    expect((await server.send(people.get('viewer'), method, url, { nonsense: true })).status).toBe(
      permission === 'signed-in' ? (method === 'GET' ? 200 : 404) : 403,
    );
  });
});
