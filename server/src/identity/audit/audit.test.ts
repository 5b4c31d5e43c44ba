import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAuditLog } from '../../../testkit/audit-log.ts';
import { createTestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { createToken, revokeToken } from '../tokens/store.ts';
import { createPerson, handClock } from '../testing/identity-server.ts';
import { recordEvent } from './audit.ts';

interface Line {
  readonly caller: string | null;
  readonly address: string | null;
  readonly table_name: string;
  readonly row_id: string | null;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let root: string;
let ann: string;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  root = await createPerson(database, { email: 'root@example.com', password: 'correct horse', roles: ['admin'] });
  ann = await createPerson(database, { email: 'ann@example.com', password: 'correct horse' });
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => emptyAuditLog(database));

async function log(): Promise<readonly Line[]> {
  const found = await database.query<Line>(
    `select caller, host(address) as address, table_name, row_id, action, before, after
     from platform.audit_log order by at, id`,
  );
  return found.rows;
}
const byRoot = <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
  database.transaction(work, { personId: root, ip: '2001:db8::1%eth0' });

describe('the audit log', () => {
  it.each([
    `update platform.audit_log set caller = null`,
    'delete from platform.audit_log',
    'truncate platform.audit_log',
    'truncate platform.audit_log cascade',
    `insert into platform.audit_log select * from platform.audit_log on conflict (id) do update set action = 'forged'`,
  ])('is not changed by its owner either: %s', async (statement) => {
    await recordEvent(database, { action: 'sign_in', personId: ann, ip: '192.0.2.1' });
    const before = await log();
    await expect(database.query(statement)).rejects.toThrow('The audit log is append-only.');
    expect(await log()).toEqual(before);
  });

  it('is neither seen nor written as a table by any role of a caller', async () => {
    const found = await database.query(
      `select r.rolname from pg_roles r
       where starts_with(r.rolname, 'watchroom_') and r.rolname <> 'watchroom_owner'
         and has_table_privilege(r.oid, 'platform.audit_log', 'select, insert, update, delete, truncate, trigger')`,
    );
    expect(found.rows).toEqual([]);
  });

  it('tells a deletion by its time as a deletion, with the name and all that went, and then the restoration', async () => {
    const made = await database.query<{ id: string }>(
      `insert into health.canaries (name, namespace, source, spec) values ('shop', 'web', 'UI', '{"a": "secret"}') returning id`,
    );
    const id = made.rows[0]?.id;
    await emptyAuditLog(database);
    await byRoot((transaction) =>
      transaction.query('update health.canaries set deleted_at = now() where id = $1', [id]),
    );
    await byRoot((transaction) =>
      transaction.query('update health.canaries set deleted_at = null where id = $1', [id]),
    );
    await byRoot((transaction) => transaction.query(`update health.canaries set namespace = 'eu' where id = $1`, [id]));
    const who = { caller: root, table_name: 'health.canaries', row_id: id };
    const lines = await log();
    expect(lines).toMatchObject([
      { ...who, action: 'delete', before: { name: 'shop', namespace: 'web', spec: '(hidden)' }, after: null },
      { ...who, action: 'restore', before: { name: 'shop' }, after: { name: 'shop', deleted_at: null } },
      { ...who, action: 'update' },
    ]);
    expect(lines[2]?.before).toEqual({ id, name: 'shop', namespace: 'web' });
    expect(lines[2]?.after).toEqual({ id, name: 'shop', namespace: 'eu' });
  });

  it('tells who changed a role, when, from where, from what and to what', async () => {
    await byRoot(async (transaction) => {
      await transaction.query('delete from identity.person_roles where person_id = $1', [ann]);
      await transaction.query(`insert into identity.person_roles (person_id, role) values ($1, 'editor')`, [ann]);
    });
    await byRoot((transaction) =>
      transaction.query(`update identity.person_roles set role = 'viewer' where person_id = $1`, [ann]),
    );
    const who = { caller: root, address: '2001:db8::1', table_name: 'identity.person_roles' };
    expect(await log()).toMatchObject([
      { ...who, action: 'insert', before: null, after: { person_id: ann, role: 'editor' } },
      { ...who, action: 'update', before: { role: 'editor' }, after: { role: 'viewer' } },
    ]);
  });

  it('tells of a deactivated account', async () => {
    await byRoot((transaction) =>
      transaction.query(`update identity.identities set state = 'inactive' where id = $1`, [ann]),
    );
    expect(await log()).toMatchObject([
      { caller: root, row_id: ann, action: 'update', before: { state: 'active' }, after: { state: 'inactive' } },
    ]);
  });

  it('tells of tokens that are made and revoked, and not of their use', async () => {
    const author = { personId: ann, ip: '192.0.2.9' };
    const input = { name: 'script', scope: 'viewer', days: 1 } as const;
    const context = { database, clock: handClock(), linkBase: () => 'http://watchroom.test' };
    const right = { role: 'viewer', isLive: async () => true };
    const { token, row } = await createToken(context, input, author, right);
    await database.query(`update identity.access_tokens set last_used_at = now(), last_used_address = '192.0.2.9'`);
    await revokeToken(database, ann, row.id, { personId: root, ip: null });
    const lines = await log();
    expect(lines).toMatchObject([
      {
        caller: ann,
        address: '192.0.2.9',
        row_id: row.id,
        action: 'insert',
        after: { name: 'script', scope: 'viewer' },
      },
      { caller: root, address: null, row_id: row.id, action: 'delete', before: { token_hash: '(hidden)' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain(token.slice(3));
  });

  it('says nothing of the use of a code of an authenticator app', async () => {
    await database.query(`insert into identity.credentials (person_id, type, secret) values ($1, 'totp', 'sealed')`, [
      ann,
    ]);
    await database.query(`update identity.credentials set last_step = 1 where type = 'totp'`);
    expect((await log()).map(({ table_name: table, action }) => [table, action])).toEqual([
      ['identity.credentials', 'insert'],
    ]);
    await database.query(`delete from identity.credentials where type = 'totp'`);
  });
});

describe('an event of an account', () => {
  it('is a line with whose account it is, from where, and how', async () => {
    const details = { method: 'password' };
    await recordEvent(database, { action: 'sign_in', personId: ann, ip: '::ffff:192.0.2.1', details });
    expect(await log()).toEqual([
      {
        caller: ann,
        address: '::ffff:192.0.2.1',
        table_name: 'identity.identities',
        row_id: ann,
        action: 'sign_in',
        before: null,
        after: details,
      },
    ]);
  });

  it('names nobody as its caller where that was not proved', async () => {
    for (const action of ['sign_in_failed', 'second_factor_failed', 'token_refused'] as const)
      await recordEvent(database, { action, personId: ann, ip: '192.0.2.1' });
    await recordEvent(database, { action: 'sign_in_failed', personId: null, ip: 'unknown' });
    expect((await log()).map(({ caller, row_id: row, address }) => [caller, row, address])).toEqual([
      [null, ann, '192.0.2.1'],
      [null, ann, '192.0.2.1'],
      [null, ann, '192.0.2.1'],
      [null, null, null],
    ]);
  });

  it('that somebody else brought about names him', async () => {
    await byRoot((transaction) => recordEvent(transaction, { action: 'sign_out', personId: ann, ip: null }));
    expect(await log()).toMatchObject([{ caller: root, row_id: ann, address: '2001:db8::1' }]);
  });
});

describe('the whole life of an account', () => {
  /** A value of every column that holds a secret, by table; each is written, changed and deleted. */
  const SECRETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    credentials: { secret: "'%'" },
    backup_codes: { code_hash: "'%'::bytea" },
    passkeys: { credential_id: "'%'::bytea", public_key: "'%'::bytea" },
    invitations: { token_hash: "'%'::bytea" },
    access_tokens: { token_hash: "'%'::bytea" },
  };
  const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    credentials: { type: "'totp'" },
    backup_codes: {},
    passkeys: { name: "'key'", verifies_user: 'true' },
    invitations: { expires_at: 'now()' },
    access_tokens: { name: "'script'", scope: "'viewer'", expires_at: 'now()' },
  };

  it('leaves no secret in the log', async () => {
    const person = await createPerson(database, { email: 'eve@example.com', password: 'a password of eve' });
    const stored = await database.query<{ secret: string }>(
      'select secret from identity.credentials where person_id = $1',
      [person],
    );
    for (const [table, secrets] of Object.entries(SECRETS)) {
      const columns = { person_id: `'${person}'`, ...OTHERS[table], ...secrets };
      const values = Object.values(columns).map((value) => value.replace('%', `first-${table}`));
      await database.query(`insert into identity.${table} (${Object.keys(columns).join()}) values (${values.join()})`);
      for (const [column, value] of Object.entries(secrets))
        await database.query(
          `update identity.${table} set ${column} = ${value.replace('%', `other-${table}-${column}`)} where person_id = $1`,
          [person],
        );
      await database.query(`delete from identity.${table} where person_id = $1`, [person]);
    }
    await database.query('delete from identity.identities where id = $1', [person]);
    const text = JSON.stringify(await log());
    const lines = await log();
    for (const table of Object.keys(SECRETS))
      expect(lines.filter(({ table_name: of }) => of === `identity.${table}`).length).toBeGreaterThanOrEqual(3);
    const hex = (value: string) => Buffer.from(value).toString('hex');
    for (const secret of [
      'first-',
      'other-',
      hex('first-'),
      hex('other-'),
      'a password of eve',
      stored.rows[0]?.secret,
    ])
      expect(text).not.toContain(secret);
  });

  it('is watched for every column that may hold one', async () => {
    const found = await database.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       join pg_proc p on p.oid = t.tgfoid and p.oid = 'platform.audit'::regproc
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'identity'::regnamespace
         and (a.atttypid = 'bytea'::regtype or a.attname ~ 'secret|hash|token|code|password')
       order by 1, 2`,
    );
    const known = Object.entries(SECRETS).flatMap(([table, columns]) =>
      Object.keys(columns).map((one) => `${table}.${one}`),
    );
    expect(found.rows.map(({ table, column }) => `${table}.${column}`)).toEqual(known.toSorted());
  });
});
