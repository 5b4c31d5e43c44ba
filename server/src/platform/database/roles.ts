import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import pg from 'pg';
import type { Queryable } from './database.ts';

/** Product roles of the database, without prefix; none may log in. */
export interface RoleNames {
  readonly prefix: string;
  readonly product: readonly string[];
  /** Who migrates and does background work, with prefix. Default: the user of the connection. */
  readonly owner?: string;
}

export class MissingRolesError extends Error {
  override name = 'MissingRolesError';
}

/**
 * The statements that make the roles which are still missing: one role per product role, without login, and an
 * authenticator that may become each of them and inherits nothing. The owner may become them too: a write that the server
 * completes in the same transaction begins as the caller.
 * @param authenticatorPassword null where connections are trusted (a private socket).
 */
async function missingRoleStatements(
  database: Queryable,
  names: RoleNames,
  authenticatorPassword: string | null,
): Promise<string[]> {
  const all = [...names.product.map((role) => names.prefix + role), `${names.prefix}authenticator`];
  const found = await database.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    all,
  ]);
  const existing = new Set(found.rows.map((row) => row.rolname));
  const authenticator = pg.escapeIdentifier(`${names.prefix}authenticator`);
  const statements: string[] = [];
  if (!existing.has(`${names.prefix}authenticator`)) {
    const password =
      authenticatorPassword === null ? '' : ` password ${pg.escapeLiteral(verifier(authenticatorPassword))}`;
    statements.push(`create role ${authenticator} login noinherit nosuperuser nocreatedb nocreaterole${password}`);
  }
  for (const role of names.product) {
    const name = pg.escapeIdentifier(names.prefix + role);
    if (existing.has(names.prefix + role)) continue;
    statements.push(`create role ${name} nologin`);
  }
  const granted = await database.query<{ role: string }>(
    `select r.rolname as role from pg_auth_members m
     join pg_roles r on r.oid = m.roleid join pg_roles a on a.oid = m.member where a.rolname = $1`,
    [`${names.prefix}authenticator`],
  );
  const members = new Set(granted.rows.map((row) => row.role));
  for (const role of names.product)
    if (!members.has(names.prefix + role))
      statements.push(`grant ${pg.escapeIdentifier(names.prefix + role)} to ${authenticator}`);
  return [...statements, ...(await ownerStatements(database, names))];
}

/** Before version 16 a member may always become the role. */
const FIRST_WITH_SET_OPTION = 160_000;

async function ownerStatements(database: Queryable, names: RoleNames): Promise<string[]> {
  const found = await database.query<{ owner: string; version: number }>(
    `select coalesce($1, current_user) as owner, current_setting('server_version_num')::int as version`,
    [names.owner ?? null],
  );
  const { owner = '', version = 0 } = found.rows[0] ?? {};
  const hasOption = version >= FIRST_WITH_SET_OPTION;
  const able = await database.query<{ role: string }>(
    'select rolname as role from pg_roles where rolname = any($1) and pg_has_role($2::name, oid, $3)',
    [names.product.map((role) => names.prefix + role), owner, hasOption ? 'SET' : 'MEMBER'],
  );
  const known = new Set(able.rows.map((row) => row.role));
  return names.product
    .map((role) => names.prefix + role)
    .filter((role) => !known.has(role))
    .map(
      (role) =>
        `grant ${pg.escapeIdentifier(role)} to ${pg.escapeIdentifier(owner)}${hasOption ? ' with inherit false, set true' : ''}`,
    );
}

/**
 * Makes the missing roles.
 * @throws MissingRolesError with the statements for an administrator when the database user may not make them.
 */
export async function ensureRoles(database: Queryable, names: RoleNames, authenticatorPassword: string | null) {
  for (let attempt = 1; ; attempt += 1) {
    const statements = await missingRoleStatements(database, names, authenticatorPassword);
    if (statements.length === 0) return;
    try {
      for (const statement of statements) await database.query(statement);
      return;
    } catch (cause) {
      const code = cause instanceof pg.DatabaseError ? (cause.code ?? '') : '';
      if (code === INSUFFICIENT_PRIVILEGE) throw new MissingRolesError(sentence(statements), { cause });
      if (!MADE_BY_ANOTHER.includes(code) || attempt === MOST_ATTEMPTS) throw cause;
    }
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Two processes that start at once make the same roles; roles are shared by a cluster, so no lock of one database helps. The
 * last code is an internal error of PostgreSQL: the same row of a catalog was changed at the same moment.
 */
const MADE_BY_ANOTHER = ['42710', '23505', 'XX000'];
const MOST_ATTEMPTS = 10;

function sentence(statements: readonly string[]): string {
  return (
    'the database user may not create the roles that Watchroom needs. Let an administrator of the database run:\n\n' +
    `${statements.join(';\n')};\n`
  );
}

/** The authenticator's password is derived from the configured key, so that all replicas know it and no file holds it. */
export function authenticatorPassword(key: Buffer): string {
  return createHmac('sha256', key).update('watchroom authenticator').digest('base64url');
}

/** For an administrator, when the authenticator was made with another key; holds no password in clear. */
export function alterPasswordStatement(role: string, password: string): string {
  return `alter role ${pg.escapeIdentifier(role)} password ${pg.escapeLiteral(verifier(password))}`;
}

/** A SCRAM-SHA-256 verifier (RFC 5802, in PostgreSQL's notation): statements that are printed or logged hold no password. */
function verifier(password: string): string {
  const salt = createHmac('sha256', password).update('salt').digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256');
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const clientKey = hmac(salted, 'Client Key');
  const storedKey = createHash('sha256').update(clientKey).digest();
  const serverKey = hmac(salted, 'Server Key');
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${storedKey.toString('base64')}:${serverKey.toString('base64')}`;
}
