import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { deleteExpired } from '../delete-expired.ts';
import { basic, createPerson, handClock, type IdentityServer, serveIdentity } from '../testing/identity-server.ts';

const PASSWORD = 'correct: horse';
const HOUR = 3_600_000;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
/** Two processes on one database, at one time. */
let one: IdentityServer;
let other: IdentityServer;
let ann: { readonly id: string; readonly email: string };

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  const clock = handClock();
  // Away from the end of the hour, so that the test stays within it.
  clock.forward(HOUR - (clock.now() % HOUR));
  one = await serveIdentity(test.database, { clock });
  other = await serveIdentity(test.database, { clock });
  await test.database.query('truncate identity.attempts');
  const email = `${crypto.randomUUID()}@example.com`;
  ann = { email, id: await createPerson(test.database, { email, password: PASSWORD, roles: ['editor'] }) };
  return async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  };
});

const call = async (server: IdentityServer, password = PASSWORD, from = '203.0.113.1', email = ann.email) =>
  (await server.send({ method: 'POST', url: '/guarded', headers: basic(email, password), from })).status;

/** What the audit log tells of sign-ins of this person, oldest first. */
async function told() {
  const found = await test.database.query<{ line: string }>(
    `select concat_ws(' ', action, coalesce(after -> 'methods' ->> 0, after ->> 'method'), after ->> 'reason', host(address),
       case when caller = $1::uuid then 'by the person' end) as line
     from platform.audit_log where row_id = $1::text and action like 'sign_in%' order by at`,
    [ann.id],
  );
  return found.rows.map(({ line }) => line);
}
const nameless = async () =>
  (
    await test.database.query(
      `select 1 from platform.audit_log where action = 'sign_in_failed' and row_id is null and after ->> 'method' = 'basic'`,
    )
  ).rows.length;

describe('a sign-in over HTTP Basic in the audit log', () => {
  it('is told once per person, address and hour, however many requests reach however many processes', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => call(index % 2 ? one : other)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await told()).toEqual(['sign_in basic 203.0.113.1 by the person']);
    await call(one, PASSWORD, '203.0.113.2');
    expect(await told()).toHaveLength(2);
    one.clock.forward(HOUR - 1);
    await call(one);
    expect(await told()).toHaveLength(2);
    one.clock.forward(1);
    await Promise.all([call(one), call(other)]);
    expect(await told()).toHaveLength(3);
  });

  it('takes the addresses of one network of IPv6 for one', async () => {
    await call(one, PASSWORD, '2001:db8::1');
    await call(one, PASSWORD, '2001:db8::2');
    await call(one, PASSWORD, '2001:db8:0:1::1');
    expect(await told()).toEqual([
      'sign_in basic 2001:db8::1 by the person',
      'sign_in basic 2001:db8:0:1::1 by the person',
    ]);
  });

  it('writes nothing once it is told', async () => {
    await call(one);
    await test.database.transaction(async (transaction) => {
      // Whoever writes waits for this, and whoever reads does not. It ends by itself, so that a failure is no standstill.
      await transaction.query(`set local idle_in_transaction_session_timeout = '5s'`);
      await transaction.query(
        'lock table identity.basic_sign_ins, platform.audit_log, identity.attempts, identity.people in share mode',
      );
      for (let time = 0; time < 5; time += 1) expect(await call(one)).toBe(200);
    });
  });

  it('that failed is told each time until the limit refuses it, and not after that', async () => {
    for (let time = 0; time < 10; time += 1) await call(time % 2 ? one : other, `wrong ${time}`);
    expect(await told()).toEqual(Array(5).fill('sign_in_failed basic 203.0.113.1'));
  });

  it('that failed is told as often as it was compared, where many come together', async () => {
    await Promise.all(Array.from({ length: 30 }, () => call(one, 'wrong password')));
    expect((await told()).length).toBeLessThanOrEqual(5);
    expect(await told()).not.toEqual([]);
  });

  it('of an email that nobody has, or of no possible one, fills the log no further than the limit of the address', async () => {
    const before = await nameless();
    for (let time = 0; time < 40; time += 1)
      await call(one, time % 2 ? 'x'.repeat(5_000) : PASSWORD, '203.0.113.9', `nobody\0${time}@example.com`);
    expect((await nameless()) - before).toBe(30);
    const typed = await test.database.query(`select 1 from platform.audit_log where after::text like '%nobody%'`);
    expect(typed.rows).toEqual([]);
  });

  it('whose right password was refused is told once an hour with the reason', async () => {
    await test.database.query(
      `insert into identity.credentials (person_id, type, secret) values ($1, 'totp', 'sealed')`,
      [ann.id],
    );
    for (const server of [one, other, one]) expect(await call(server)).toBe(401);
    expect(await told()).toEqual(['sign_in_failed basic second_factor 203.0.113.1']);
    await test.database.query(`update identity.identities set state = 'inactive' where id = $1`, [ann.id]);
    for (const server of [one, other, one]) expect(await call(server)).toBe(401);
    expect((await told()).slice(1)).toEqual(['sign_in_failed basic inactive 203.0.113.1']);
  });

  it('leaves no row behind that no hour asks for', async () => {
    await call(one);
    await test.database.query(`update identity.basic_sign_ins set hour = hour - interval '2 days'`);
    await deleteExpired(test.database);
    expect((await test.database.query('select 1 from identity.basic_sign_ins')).rows).toEqual([]);
  });
});
