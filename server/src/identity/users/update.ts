import type { PersonTraits, UpdatePersonInput } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { AccountsContext } from '../context.ts';
import type { IdentityAccount } from '../identities.ts';
import type { Actor } from '../providers/provider.ts';
import { endSessionsOf } from '../sessions.ts';
import { accountToChange, beginAdministration, keepAnAdministrator } from './administration.ts';
import { unlessTaken } from './email-taken.ts';
import { endInvitations } from './invitations.ts';
import { replaceRoles } from './roles.ts';

export interface AccountChange {
  readonly before: IdentityAccount;
  /** Of the account from now on. */
  readonly state: IdentityAccount['state'];
}

/**
 * Changes an account in all that an administrator says of it.
 * @param elsewhere does the same where the account lives besides, as the last step: where it fails, nothing changes here.
 * @throws CatalogueError not_found, conflict, forbidden.
 */
export async function updateUser(
  { database }: Pick<AccountsContext, 'database'>,
  input: UpdatePersonInput,
  actor: Actor,
  elsewhere?: (transaction: Queryable, change: AccountChange) => Promise<void>,
): Promise<PersonTraits> {
  const { id, firstName, lastName, email, role, active } = input;
  await database.transaction(async (transaction) => {
    await beginAdministration(transaction, actor);
    const before = await accountToChange(transaction, id);
    if (!active && id === actor.personId)
      throw new CatalogueError('conflict', 'You cannot deactivate your own account. Ask another administrator.');
    if (!active || role !== 'admin') await keepAnAdministrator(transaction, before);
    const state = active ? await stateOfLetIn(transaction, before) : 'inactive';
    // Who has another address has not shown yet that it is his.
    await transaction.query(
      `update identity.identities
       set first_name = $2, last_name = $3, state = $4, email_verified_at = case when $5 then email_verified_at end where id = $1`,
      [id, firstName, lastName, state, email === before.email],
    );
    await replaceRoles(transaction, id, role);
    if (email !== before.email) await changeEmail(transaction, before, email);
    // A sign-in that was under way when the account was closed must not open it again later.
    if (state !== before.state) await endSessionsOf(transaction, id);
    await elsewhere?.(transaction, { before, state });
  }, actor);
  return { email, name: { first: firstName, last: lastName } };
}

/** An administrator vouches for whom he lets in again; whoever has nothing to sign in with yet still waits for his invitation. */
async function stateOfLetIn(
  transaction: Queryable,
  { personId, state }: IdentityAccount,
): Promise<IdentityAccount['state']> {
  if (state !== 'inactive') return state;
  const found = await transaction.query<{ registered: boolean }>(
    `select exists (select from identity.credentials where person_id = $1 and type = 'password')
         or exists (select from identity.passkeys where person_id = $1)
         or exists (select from identity.provider_accounts where person_id = $1)
         or exists (select from identity.people where id = $1 and last_login is not null) as registered`,
    [personId],
  );
  return found.rows[0]?.registered ? 'active' : 'invited';
}

/** What was sent to the old address opens nothing any more, neither a code nor a link. */
async function changeEmail(transaction: Queryable, { personId }: IdentityAccount, email: string): Promise<void> {
  await unlessTaken(transaction.query('update identity.people set email = $2 where id = $1', [personId, email]));
  await transaction.query('delete from identity.codes where person_id = $1', [personId]);
  await endInvitations(transaction, personId);
}
