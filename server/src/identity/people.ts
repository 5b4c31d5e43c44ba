import { type AssuranceLevel, permissionsOf, ROLES, type Role, type WhoAmI } from '@watchroom/contract/identity';
import { hostname } from 'node:os';
import type { Queryable } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/caller.ts';

/** A person who may sign in, with his roles as they are now. */
export interface Account {
  readonly personId: string;
  readonly name: string;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly roles: readonly Role[];
}

/** An account with its password. */
export interface PasswordAccount extends Account {
  readonly secret: string | null;
  /** Another one after each change of the password or the email. */
  readonly secretVersion: string | null;
  /** What a session of his needs; on `aal2` a password alone is not enough. */
  readonly requiredLevel: AssuranceLevel;
  /** Who is not active is told so once he has shown that the account is his, and not let in. */
  readonly isActive: boolean;
}

/** Columns of {@link Account}, of a person under the name `p`. */
export const ACCOUNT_COLUMNS = `p.id as "personId", p.name, p.email, p.avatar,
  array(select r.role from identity.person_roles r where r.person_id = p.id) as roles`;

/** Of a password under the name `c`, of a person under the name `p`. */
export const SECRET_VERSION = `c.id || ' ' || c.updated_at || ' ' || lower(p.email)`;

/** The one form in which an email is looked up, stored and counted. */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** @param email in canonical form. */
export async function findPasswordAccount(database: Queryable, email: string): Promise<PasswordAccount | undefined> {
  const found = await database.query<PasswordAccount>(
    `select ${ACCOUNT_COLUMNS}, c.secret, ${SECRET_VERSION} as "secretVersion", i.required_level as "requiredLevel",
       i.state = 'active' as "isActive"
     from identity.people p
     join identity.identities i on i.id = p.id
     left join identity.credentials c on c.person_id = p.id and c.type = 'password'
     where lower(p.email) = $1 and p.deleted_at is null`,
    [email],
  );
  return found.rows[0];
}

/** Whether an email and a password of this version still let their owner in by themselves. */
export async function passwordStillLetsIn(database: Queryable, personId: string, version: string): Promise<boolean> {
  const found = await database.query(
    `select 1 from identity.people p
     join identity.identities i on i.id = p.id and i.state = 'active' and i.required_level = 'aal1'
     join identity.credentials c on c.person_id = p.id and c.type = 'password'
     where p.id = $1 and p.deleted_at is null and ${SECRET_VERSION} = $2`,
    [personId, version],
  );
  return found.rows.length > 0;
}

/** Whose address this is, in whatever form it was typed; undefined for nobody's. */
export async function findPersonIdByEmail(database: Queryable, email: string): Promise<string | undefined> {
  const canonical = canonicalEmail(email);
  if (canonical.includes('\0')) return undefined;
  const found = await database.query<{ id: string }>(
    'select id from identity.people where lower(email) = $1 and deleted_at is null',
    [canonical],
  );
  return found.rows[0]?.id;
}

/** A person who is not deleted, nor deactivated; an account of another provider has no row of identities here. */
export async function findAccount(database: Queryable, personId: string): Promise<Account | undefined> {
  const found = await database.query<Account>(
    `select ${ACCOUNT_COLUMNS} from identity.people p left join identity.identities i on i.id = p.id
     where p.id = $1 and p.deleted_at is null and coalesce(i.state, 'active') = 'active'`,
    [personId],
  );
  return found.rows[0];
}

export function callerOf(account: Account): Caller {
  return {
    personId: account.personId,
    role: heldRoles(account)[0] ?? 'viewer',
    permissions: permissionsOf(account.roles),
  };
}

export function whoAmIOf(account: Account): WhoAmI {
  const { personId: id, name, email, avatar } = account;
  return {
    message: 'success',
    payload: {
      user: { id, name, email, avatar },
      roles: heldRoles(account),
      permissions: [...permissionsOf(account.roles)].sort(),
      hostname: hostname(),
    },
  };
}

/** Strongest first; a person without a role is a viewer. */
function heldRoles(account: Account): readonly Role[] {
  const held = ROLES.filter((role) => account.roles.includes(role));
  return held.length > 0 ? held : ['viewer'];
}
