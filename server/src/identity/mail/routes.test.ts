import { type Mails, ROLES } from '@watchroom/contract/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAuditLog } from '../../../testkit/audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { basic, createPerson, type IdentityServer, serveIdentity } from '../testing/identity-server.ts';
import { queueMail } from './outbox.ts';

const MAILS = '/api/v1/identity/mails';
const PASSWORD = 'correct horse battery';

let test: TestDatabase;
let server: IdentityServer;
beforeAll(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
  for (const role of ROLES)
    await createPerson(test.database, { email: `${role}@example.com`, password: PASSWORD, roles: [role] });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await test.database.query('delete from identity.mails');
  await emptyAuditLog(test.database);
});

const as = (role: string) => basic(`${role}@example.com`, PASSWORD);
const queue = (to: string) => queueMail(test.database, { kind: 'recovery', to, subject: 'Recover', body: '123456' });

async function list(query = ''): Promise<Mails & { readonly status: number }> {
  const { status, body } = await server.send({ method: 'GET', url: `${MAILS}?${query}`, headers: as('admin') });
  return { ...(body as unknown as Mails), status };
}

const retry = (id: string | undefined, headers = as('admin')) =>
  server.send({ method: 'POST', url: `${MAILS}/${id}/retry`, headers });

async function fail(): Promise<string | undefined> {
  const failed = await test.database.query<{ id: string }>(
    `update identity.mails set status = 'failed', attempts = 5, error = 'refused' returning id`,
  );
  return failed.rows[0]?.id;
}

async function trail(action: string) {
  const found = await test.database.query(
    `select a.after, host(a.address) as address, p.email from platform.audit_log a join identity.people p on p.id = a.caller
     where a.action = $1 order by a.at desc, a.id desc`,
    [action],
  );
  return found.rows;
}

describe('the outbox', () => {
  it('is for administrators alone, since its mails open accounts', async () => {
    await queue('ann@example.com');
    const id = await fail();
    for (const request of [
      { method: 'GET', url: MAILS },
      { method: 'POST', url: `${MAILS}/${id}/retry` },
    ] as const) {
      expect((await server.send(request)).status).toBe(401);
      for (const role of ROLES.filter((one) => one !== 'admin'))
        expect((await server.send({ ...request, headers: as(role) })).status).toBe(403);
    }
    expect((await list()).mails).toMatchObject([{ status: 'failed' }]);
  });

  it('lists the newest first, page by page, with the text', async () => {
    for (const name of ['one', 'two', 'three']) await queue(`${name}@example.com`);
    const first = await list('limit=2');
    expect(first.sendsMail).toBe(false);
    expect(first.mails).toMatchObject([
      { recipient: 'three@example.com', body: '123456', status: 'waiting', attempts: 0, error: null, sentAt: null },
      { recipient: 'two@example.com' },
    ]);
    const second = await list(`limit=2&before=${first.mails[1]?.id}`);
    expect(second.mails.map(({ recipient }) => recipient)).toEqual(['one@example.com']);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'before=x', "before=';drop"])('refuses ?%s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  it('records an hour of looks at the same mails as one', async () => {
    await test.database.query(
      `insert into platform.audit_log (at, caller, table_name, row_id, action, after, address)
       select now() - interval '61 minutes', id, 'identity.identities', id, 'outbox_read', '{"limit": 7, "newest": null}', '127.0.0.1'
       from identity.people where email = 'admin@example.com'`,
    );
    const looks = async () => (await trail('outbox_read')).length;
    for (let round = 0; round < 3; round++) await list('limit=7');
    expect(await looks()).toBe(2);
    await queue('ann@example.com');
    for (let round = 0; round < 3; round++) await list('limit=7');
    expect(await looks()).toBe(3);
    await list('limit=8');
    expect(await looks()).toBe(4);
  });

  it('records who read it', async () => {
    await list('limit=7');
    expect((await trail('outbox_read'))[0]).toMatchObject({
      email: 'admin@example.com',
      after: { limit: 7 },
      address: '127.0.0.1',
    });
  });

  it('tries a failed mail again, and records who did', async () => {
    await queue('ann@example.com');
    const id = await fail();
    expect((await retry(id)).status).toBe(204);
    expect((await list()).mails).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    expect((await trail('mail_retried'))[0]).toMatchObject({ email: 'admin@example.com', after: { mail: id } });
    expect((await retry(id)).status).toBe(409);
  });

  it('tries no mail again that is unknown or has lost its text', async () => {
    await queue('ann@example.com');
    const id = await fail();
    await test.database.query('update identity.mails set body = null');
    expect((await retry(id)).status).toBe(409);
    expect((await retry('00000000-0000-0000-0000-000000000000')).status).toBe(404);
    expect((await retry('x')).status).toBe(404);
  });
});
