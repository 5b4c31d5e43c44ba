import type { Invited } from '@watchroom/contract/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInvitation, useInvitation } from './invitations.ts';
import { BASE, type SignedIn, startUsersServer, statusesOf, type UsersServer } from './testing/users-server.ts';

const INVITE = '/api/auth/invite_user';
const WEEK = 7 * 24 * 3_600_000;
const JOE = { firstName: 'Joe', lastName: 'Doe', email: 'joe@example.com', role: 'editor' };

let server: UsersServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startUsersServer();
  admin = await server.person('admin', 'admin');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.query(
    `delete from identity.invitations; delete from identity.people where email is not null and email <> 'admin@example.com';
     delete from identity.mails`,
  );
});

const send = (changes: object = {}) => server.send(admin, 'POST', INVITE, { ...JOE, ...changes });
async function invite(changes: object = {}): Promise<Invited & { token: string; personId: string }> {
  const { status, body } = await send(changes);
  expect(status).toBe(200);
  const invited = body as Invited;
  const token = invited.link.split('=')[1] ?? '';
  return { ...invited, token, personId: (await findInvitation(server.database, token))?.personId ?? '' };
}
const renew = (personId: string) => server.send(admin, 'POST', `/api/v1/identity/people/${personId}/invitation`);
const use = (token: string, email = 'joe@example.com') =>
  server.database.transaction((transaction) => useInvitation(transaction, token, email));
const fieldsOf = (body: unknown) => (body as { fields?: Record<string, string> }).fields;

describe('an invitation', () => {
  it('makes a person with a role and an account that waits, and answers the link that was mailed', async () => {
    const { link, expiresAt, mailed, personId } = await invite({ email: ' Joe@Example.COM ' });
    expect(link).toMatch(
      new RegExp(`^${BASE}/api/\\.ory/self-service/registration/browser\\?invitation=[A-Za-z0-9_-]{43}$`),
    );
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - WEEK)).toBeLessThan(60_000);
    expect(mailed).toBe(false);
    expect(
      await server.row(
        `select p.name, p.email, i.first_name, i.last_name, i.state, array(select role from identity.person_roles r where r.person_id = p.id) as roles
         from identity.people p join identity.identities i on i.id = p.id where p.id = $1`,
        [personId],
      ),
    ).toEqual({
      name: 'Joe Doe',
      email: 'joe@example.com',
      first_name: 'Joe',
      last_name: 'Doe',
      state: 'invited',
      roles: ['editor'],
    });
    const mail = await server.row('select kind, recipient, body from identity.mails');
    expect(mail).toMatchObject({ kind: 'invitation', recipient: 'joe@example.com' });
    expect(String(mail?.['body'])).toContain(link);
  });

  it('is written down with who invited and from where, and its secret nowhere', async () => {
    const { token, personId } = await invite();
    const trail = await server.database.query<{ caller: string; address: string; text: string }>(
      `select caller, host(address) as address, to_jsonb(a)::text as text from platform.audit_log a where after ->> 'person_id' = $1 or row_id = $1`,
      [personId],
    );
    expect(trail.rows.length).toBeGreaterThanOrEqual(4);
    for (const { caller, address, text } of trail.rows) {
      expect([caller, address]).toEqual([admin.id, '127.0.0.1']);
      expect(text).not.toContain(token);
    }
    const stored = await server.row('select to_jsonb(n)::text as text from identity.invitations n');
    expect(stored?.['text']).not.toContain(token);
  });

  it('is refused for an email that somebody has, in whatever case, and makes nothing', async () => {
    await invite();
    for (const email of ['joe@example.com', 'JOE@example.com', 'admin@example.com']) {
      expect(await send({ email })).toMatchObject({
        status: 409,
        body: { code: 'conflict', error: 'User already exists', message: 'User already exists' },
      });
    }
    expect(await server.row('select count(*)::int as n from identity.mails')).toEqual({ n: 1 });
  });

  it('of one email by two at the same instant is made once', async () => {
    const answers = await Promise.all(['Ann', 'Bob', 'Cid', 'Dan'].map((firstName) => send({ firstName })));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await server.row(`select count(*)::int as n from identity.people where email = 'joe@example.com'`)).toEqual({
      n: 1,
    });
  });

  it.each([
    [{ firstName: undefined }, 'firstName', 'Please provide valid first name'],
    [{ firstName: '' }, 'firstName', 'Please provide valid first name'],
    [{ firstName: ' \u200f ' }, 'firstName', 'Please provide valid first name'],
    [{ firstName: 7 }, 'firstName', 'Please provide valid first name'],
    [{ lastName: undefined }, 'lastName', 'Please provide valid last name'],
    [{ lastName: '  ' }, 'lastName', 'Please provide valid last name'],
    [{ email: undefined }, 'email', 'Please provide valid email'],
    [{ email: ' ' }, 'email', 'Please provide valid email'],
    [{ email: 'joe' }, 'email', 'Entered value does not match email format'],
    [{ email: 'joe@' }, 'email', 'Entered value does not match email format'],
    [{ email: 'a@b.example, eve@evil.example' }, 'email', 'Entered value does not match email format'],
    [{ email: 'joe@example.com\r\nBcc: eve@evil.example' }, 'email', 'Entered value does not match email format'],
    [{ email: 'joe\u037eeve@example.com' }, 'email', 'Entered value does not match email format'],
    [{ email: `${'a'.repeat(300)}@example.com` }, 'email', 'Entered value does not match email format'],
    [{ role: undefined }, 'role', 'Please select any role'],
    [{ role: 'owner' }, 'role', 'Please select any role'],
    [{ role: ['admin'] }, 'role', 'Please select any role'],
    [{ firstName: 'Joe\u0000' }, 'firstName', 'Use no control characters'],
    [{ firstName: 'Joe\nAdmin' }, 'firstName', 'Use no control characters'],
    [{ lastName: 'D\u001b[31moe' }, 'lastName', 'Use no control characters'],
    [{ lastName: 'D\u2028oe' }, 'lastName', 'Use no control characters'],
    [{ lastName: 'Doe\ud800' }, 'lastName', 'Use no control characters'],
    [{ lastName: 'a'.repeat(201) }, 'lastName', 'Use at most 200 characters'],
    [{ firstName: 'a'.repeat(1_000_000) }, 'firstName', 'Use at most 200 characters'],
  ])('of %j is refused at the field %s: %s', async (changes, field, sentence) => {
    const { status, body } = await send(changes);
    expect(status).toBe(400);
    expect(fieldsOf(body)).toEqual({ [field]: sentence });
    expect(await server.row('select count(*)::int as n from identity.invitations')).toEqual({ n: 0 });
  });

  it('of a body that is larger than a request may be, or no object, is refused', async () => {
    expect((await send({ firstName: 'a'.repeat(1024 * 1024) })).status).toBe(413);
    for (const body of [null, [], 'Joe', 7]) expect((await server.send(admin, 'POST', INVITE, body)).status).toBe(400);
  });

  it.each([
    'Zoë',
    '名前',
    'אבגד',
    '\u202bמשה\u202c',
    'O’Brien-Ó Súilleabháin',
    '👩‍🚀',
    'नमस्ते',
    "Robert'); drop table people;--",
  ])('keeps the name %s as it is', async (firstName) => {
    const { token } = await invite({ firstName });
    expect(await findInvitation(server.database, token)).toMatchObject({ firstName, lastName: 'Doe' });
  });
});

describe('the link of an invitation', () => {
  it('is used once, also of many uses at the same instant', async () => {
    const { token, personId } = await invite();
    expect(await findInvitation(server.database, token)).toMatchObject({ personId, email: 'joe@example.com' });
    const uses = await Promise.all([use(token), use(token), use(token), use(token)]);
    expect(uses.filter((one) => one !== undefined)).toEqual([personId]);
    expect(await findInvitation(server.database, token)).toBeUndefined();
  });

  it('stays usable when the transaction of its use fails', async () => {
    const { token, personId } = await invite();
    await server.database
      .transaction(async (transaction) => {
        await useInvitation(transaction, token, 'joe@example.com');
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await use(token)).toBe(personId);
  });

  it('opens nothing with another address, and is not used up by that', async () => {
    const { token, personId } = await invite();
    expect(await use(token, 'jane@example.com')).toBeUndefined();
    expect(await use(token)).toBe(personId);
  });

  it('opens nothing after a week, nor when it never was', async () => {
    const { token } = await invite();
    await server.database.query('update identity.invitations set expires_at = now()');
    for (const one of [token, '', 'x', 'A'.repeat(43), `${token}'`, '\0']) {
      expect(await findInvitation(server.database, one)).toBeUndefined();
      expect(await use(one)).toBeUndefined();
    }
  });

  it('ends when a new one is made for who did not come, and that is mailed', async () => {
    const { token, personId } = await invite();
    const { status, body } = await renew(personId);
    expect(status).toBe(200);
    const renewed = (body as Invited).link.split('=')[1] ?? '';
    expect(await use(token)).toBeUndefined();
    expect(await use(renewed)).toBe(personId);
    expect(await server.row('select count(*)::int as n from identity.mails')).toEqual({ n: 2 });
  });

  it('is not made anew for who has registered, was deactivated or is not there', async () => {
    expect(await renew(admin.id)).toMatchObject({
      status: 409,
      body: { message: 'This user has already registered.' },
    });
    const { personId } = await invite();
    await server.database.query(`update identity.identities set state = 'inactive' where id = $1`, [personId]);
    expect((await renew(personId)).status).toBe(409);
    expect((await renew(crypto.randomUUID())).status).toBe(404);
    expect((await renew('x')).status).toBe(404);
  });
});
