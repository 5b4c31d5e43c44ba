import type { Role } from '@watchroom/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInvitation } from './invitations.ts';
import { type SignedIn, startUsersServer, statusesOf, type UsersServer } from './testing/users-server.ts';

let server: UsersServer;
let admin: SignedIn;
let count = 0;
beforeAll(async () => {
  server = await startUsersServer();
  admin = await server.person('admin', 'admin');
});
afterAll(() => server[Symbol.asyncDispose]());

const newPerson = (...roles: Role[]) => server.person(`person${(count += 1)}`, ...roles);
const update = (person: Pick<SignedIn, 'id' | 'email'>, changes: object = {}, by = admin) =>
  server.send(by, 'POST', '/api/people/update', {
    id: person.id,
    firstName: 'Joe',
    lastName: 'Doe',
    email: person.email,
    role: 'viewer',
    active: true,
    ...changes,
  });
const account = ({ id }: { id: string }) =>
  server.row(
    `select p.name, p.email, i.state, i.email_verified_at is not null as verified,
       array(select role from identity.person_roles where person_id = p.id order by role) as roles
     from identity.people p join identity.identities i on i.id = p.id where p.id = $1`,
    [id],
  );
const isIn = async (person: SignedIn) => (await server.send(person, 'GET', '/api/v1/identity/sessions')).status === 200;
async function invited() {
  const email = `invited${(count += 1)}@example.com`;
  const { body } = await server.send(admin, 'POST', '/api/auth/invite_user', {
    firstName: 'In',
    lastName: 'Vited',
    email,
    role: 'viewer',
  });
  const token = (body as { link: string }).link.split('=')[1] ?? '';
  const id = (await findInvitation(server.database, token))?.personId ?? '';
  return { id, email, token };
}

describe('an administrator who changes a user', () => {
  it('changes names, email and role, and is answered the traits', async () => {
    const joe = await newPerson('editor', 'responder');
    const { status, body } = await update(joe, {
      firstName: 'محمد',
      lastName: 'O’Brien',
      email: 'New@Example.com',
      role: 'commander',
    });
    expect([status, body]).toEqual([200, { email: 'new@example.com', name: { first: 'محمد', last: 'O’Brien' } }]);
    expect(await account(joe)).toMatchObject({
      name: 'محمد O’Brien',
      email: 'new@example.com',
      state: 'active',
      roles: ['commander'],
    });
    expect(await isIn(joe)).toBe(true);
  });

  it('leaves a trail of what was before and after, by whom and from where', async () => {
    const joe = await newPerson('editor');
    await update(joe, { role: 'viewer', active: false });
    const { rows } = await server.database.query(
      `select table_name, action, before, after from platform.audit_log
       where caller = $1 and address = '127.0.0.1' and (row_id = $2 or coalesce(after, before) ->> 'person_id' = $2)`,
      [admin.id, joe.id],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          table_name: 'identity.person_roles',
          action: 'delete',
          before: { role: 'editor', person_id: joe.id },
        }),
        expect.objectContaining({
          table_name: 'identity.person_roles',
          action: 'insert',
          after: { role: 'viewer', person_id: joe.id },
        }),
        expect.objectContaining({
          table_name: 'identity.identities',
          before: expect.objectContaining({ state: 'active' }) as unknown,
          after: expect.objectContaining({ state: 'inactive' }) as unknown,
        }),
      ]),
    );
  });

  it('gives rights and takes them with the next request', async () => {
    const joe = await newPerson('viewer');
    const read = async () => (await server.send(joe, 'GET', `/api/v1/identity/people/${admin.id}/sessions`)).status;
    expect(await read()).toBe(403);
    await update(joe, { role: 'editor' });
    expect(await read()).toBe(200);
    await update(joe, { role: 'responder' });
    expect(await read()).toBe(403);
  });

  it('cannot give an email that somebody else has, and changes nothing else then', async () => {
    const joe = await newPerson('editor');
    expect(await update(joe, { email: 'ADMIN@example.com', role: 'viewer' })).toMatchObject({
      status: 409,
      body: { error: 'User already exists', fields: { email: 'User already exists' } },
    });
    expect(await account(joe)).toMatchObject({ email: joe.email, roles: ['editor'] });
  });

  it('who gives two people one email at the same instant gives it to one', async () => {
    const people = [await newPerson(), await newPerson(), await newPerson()];
    const answers = await Promise.all(people.map((person) => update(person, { email: 'wanted@example.com' })));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
  });

  it('takes with another email what was proved and sent to the old one, and with the same email nothing', async () => {
    const joe = await newPerson();
    const prepare = async () => {
      await server.database.query('update identity.identities set email_verified_at = now() where id = $1', [joe.id]);
      await server.database.query(
        `insert into identity.codes (purpose, person_id, email, code_hash, token_hash, attempts_left, expires_at)
         values ('recovery', $1, $2, '', gen_random_uuid()::text::bytea, 3, now() + interval '1 hour')`,
        [joe.id, joe.email],
      );
    };
    const codes = () => server.row('select count(*)::int as n from identity.codes where person_id = $1', [joe.id]);
    await prepare();
    await update(joe, { email: joe.email.toUpperCase() });
    expect([await account(joe), await codes()]).toMatchObject([{ verified: true }, { n: 1 }]);
    await update(joe, { email: 'moved@example.com' });
    expect([await account(joe), await codes()]).toMatchObject([
      { verified: false, email: 'moved@example.com' },
      { n: 0 },
    ]);
  });

  it('ends all sessions of a user with the account, and lets him in again only by a new one', async () => {
    const joe = await newPerson('editor');
    await server.signIn(joe);
    expect((await update(joe, { active: false })).status).toBe(200);
    expect(await account(joe)).toMatchObject({ state: 'inactive' });
    expect(await isIn(joe)).toBe(false);
    await update(joe, { active: true });
    expect(await account(joe)).toMatchObject({ state: 'active' });
    expect(await isIn(joe)).toBe(false);
    expect(await server.row('select count(*)::int as n from identity.sessions where person_id = $1', [joe.id])).toEqual(
      { n: 0 },
    );
  });

  it('leaves who was invited invited until he comes', async () => {
    const joe = await invited();
    await update(joe, { firstName: 'Another' });
    expect(await account(joe)).toMatchObject({ name: 'Another Doe', state: 'invited' });
    await update(joe, { active: false });
    expect(await account(joe)).toMatchObject({ state: 'inactive' });
    expect(await findInvitation(server.database, joe.token)).toBeUndefined();
    await update(joe, { active: true });
    expect(await account(joe)).toMatchObject({ state: 'invited' });
    expect(await findInvitation(server.database, joe.token)).toMatchObject({ personId: joe.id });
  });

  it('ends an invitation that went to the old address, and sends one to the new address', async () => {
    const joe = await invited();
    await update(joe, { email: 'right@example.com' });
    expect(await findInvitation(server.database, joe.token)).toBeUndefined();
    const mail = await server.row(`select body from identity.mails where recipient = 'right@example.com'`);
    const token = /invitation=([A-Za-z0-9_-]{43})/.exec(String(mail?.['body']))?.[1] ?? '';
    expect(await findInvitation(server.database, token)).toMatchObject({
      personId: joe.id,
      email: 'right@example.com',
    });
  });

  it('sends one to the new address of an invited person who is let in again with it', async () => {
    const joe = await invited();
    await update(joe, { active: false });
    await update(joe, { email: 'back@example.com' });
    expect(await server.row(`select count(*)::int from identity.mails where recipient = 'back@example.com'`)).toEqual({
      count: 1,
    });
  });

  it('sends no invitation to the new address of somebody who has registered, or who is not let in', async () => {
    const [joe, ann] = [await newPerson('editor'), await invited()];
    await update(joe, { email: 'registered@example.com' });
    await update(ann, { email: 'kept-out@example.com', active: false });
    const mails = await server.row(
      `select count(*)::int from identity.mails where recipient in ('registered@example.com', 'kept-out@example.com')`,
    );
    expect(mails).toEqual({ count: 0 });
  });

  it('cannot deactivate himself, but change his name and give up his role where another one is', async () => {
    const other = await newPerson('admin');
    expect(await update(other, { role: 'admin', active: false }, other)).toMatchObject({
      status: 409,
      body: { message: 'You cannot deactivate your own account. Ask another administrator.' },
    });
    expect((await update(other, { role: 'viewer' }, other)).status).toBe(200);
    expect(await account(other)).toMatchObject({ name: 'Joe Doe', state: 'active', roles: ['viewer'] });
    expect((await update(other, {}, other)).status).toBe(403);
  });

  it.each([
    [{ id: 'x' }, 'id', 'Please say whom to change'],
    [{ active: 'yes' }, 'active', 'Please say whether the user is active'],
    [{ active: undefined }, 'active', 'Please say whether the user is active'],
    [{ firstName: '' }, 'firstName', 'Please provide valid first name'],
    [{ lastName: 'a\u0007' }, 'lastName', 'Use no control characters'],
    [{ email: 'x' }, 'email', 'Entered value does not match email format'],
    [{ role: null }, 'role', 'Please select any role'],
  ])('is told what is wrong with %j', async (changes, field, sentence) => {
    const joe = await newPerson('editor');
    expect(await update(joe, changes)).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
    expect(await account(joe)).toMatchObject({ roles: ['editor'], email: joe.email });
  });

  it('is told when there is no such user, nor ever an account', async () => {
    const system = String((await server.row(`select id from identity.people where type = 'system'`))?.['id']);
    for (const id of [crypto.randomUUID(), system])
      expect(await update({ id, email: 'nobody@example.com' })).toMatchObject({ status: 404 });
  });
});
