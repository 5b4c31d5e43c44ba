import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SignedIn, startUsersServer, statusesOf, type UsersServer } from './testing/users-server.ts';

let server: UsersServer;
let ann: SignedIn;
beforeEach(async () => {
  server = await startUsersServer();
  ann = await server.person('ann', 'admin');
});
afterEach(() => server[Symbol.asyncDispose]());

const update = (by: SignedIn, { id, email }: SignedIn, changes: object) =>
  server.send(by, 'POST', '/api/people/update', {
    id,
    email,
    firstName: 'A',
    lastName: 'B',
    role: 'admin',
    active: true,
    ...changes,
  });
const demote = (by: SignedIn, whom: SignedIn) => update(by, whom, { role: 'viewer' });
const deactivate = (by: SignedIn, whom: SignedIn) => update(by, whom, { active: false });
const remove = (by: SignedIn, whom: SignedIn) => server.send(by, 'DELETE', `/api/people/${whom.id}`);
const administrators = async () =>
  (
    await server.database.query(
      `select from identity.identities i join identity.person_roles r on r.person_id = i.id and r.role = 'admin' where i.state = 'active'`,
    )
  ).rowCount;

describe('the last active administrator', () => {
  it('cannot give up the role, also where other administrators are invited or inactive', async () => {
    const bob = await server.person('bob', 'admin');
    await deactivate(ann, bob);
    const invitation = { firstName: 'C', lastName: 'D', email: 'cid@example.com', role: 'admin' };
    expect((await server.send(ann, 'POST', '/api/auth/invite_user', invitation)).status).toBe(200);
    expect(await demote(ann, ann)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'This is the last active administrator. Make someone else an administrator first.',
      },
    });
    expect(await update(ann, ann, { firstName: 'Anna' })).toMatchObject({ status: 200 });
    expect((await demote(ann, bob)).status).toBe(200);
    expect(await administrators()).toBe(1);
  });

  it.each([
    ['demote', demote],
    ['deactivate', deactivate],
    ['delete', remove],
  ])('is left when two administrators %s each other at the same instant', async (_, take) => {
    const bob = await server.person('bob', 'admin');
    const answers = await server.atOnce([() => take(ann, bob), () => take(bob, ann)]);
    const [done, refused] = statusesOf(answers);
    expect(done).toBeOneOf([200, 204]);
    expect(refused).toBe(403);
    expect(await administrators()).toBe(1);
  });

  it('is left when all give up the role at the same instant', async () => {
    const all = [ann, await server.person('bob', 'admin'), await server.person('cid', 'admin')];
    const answers = await server.atOnce(all.map((one) => () => demote(one, one)));
    expect(statusesOf(answers)).toEqual([200, 200, 409]);
    expect(await administrators()).toBe(1);
  });
});

describe('an administrator who was demoted while he demotes another', () => {
  it('has no say any more, though a third one would stay', async () => {
    const bob = await server.person('bob', 'admin');
    await server.person('cid', 'admin');
    const answers = await server.atOnce([() => demote(ann, bob), () => demote(bob, ann)]);
    expect(statusesOf(answers)).toEqual([200, 403]);
    expect(await administrators()).toBe(2);
  });
});
