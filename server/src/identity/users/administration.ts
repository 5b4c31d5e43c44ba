import { permissionsOf } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { findIdentity, type IdentityAccount } from '../identities.ts';
import type { Actor } from '../providers/provider.ts';

/**
 * Lets one change of accounts through at a time, until the transaction ends: what it decides on stays true. Taken
 * before any row of an account is written, so that two never wait for each other in a circle.
 */
export async function lockAccounts(transaction: Queryable): Promise<void> {
  await transaction.query(`select pg_advisory_xact_lock(hashtextextended('identity.accounts', 0))`);
}

/**
 * The same for an administrator, who is judged anew: of two who demote each other at one moment the second has no say any more.
 * @throws CatalogueError forbidden.
 */
export async function beginAdministration(transaction: Queryable, { personId }: Actor): Promise<void> {
  await lockAccounts(transaction);
  if (personId === null) return;
  const account = await findIdentity(transaction, personId);
  if (account?.state !== 'active' || !permissionsOf(account.roles).has('identities:write'))
    throw new CatalogueError('forbidden', 'Your role no longer allows this. Reload the page.');
}

/** @throws CatalogueError not_found for whoever has no account. */
export async function accountToChange(transaction: Queryable, personId: string): Promise<IdentityAccount> {
  const account = await findIdentity(transaction, personId);
  if (!account) throw new CatalogueError('not_found', 'There is no such user. Someone may have deleted them.');
  return account;
}

/**
 * To be asked under the lock before an account stops being an active administrator.
 * @throws CatalogueError conflict when there would be none.
 */
export async function keepAnAdministrator(transaction: Queryable, leaving: IdentityAccount): Promise<void> {
  if (leaving.state !== 'active' || !leaving.roles.includes('admin')) return;
  if (!(await hasOtherAdministrator(transaction, leaving.personId)))
    throw new CatalogueError(
      'conflict',
      'This is the last active administrator. Make someone else an administrator first.',
    );
}

/** Whether somebody else than this person is an active administrator. */
export async function hasOtherAdministrator(database: Queryable, personId: string): Promise<boolean> {
  const others = await database.query(
    `select from identity.identities i
     join identity.person_roles r on r.person_id = i.id and r.role = 'admin'
     join identity.people p on p.id = i.id and p.deleted_at is null
     where i.state = 'active' and i.id <> $1 limit 1`,
    [personId],
  );
  return others.rowCount !== 0;
}
