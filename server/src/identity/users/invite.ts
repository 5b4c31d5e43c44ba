import type { Invited, InviteUserInput } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { AccountsContext } from '../context.ts';
import type { IdentityAccount } from '../identities.ts';
import type { Actor } from '../providers/provider.ts';
import { accountToChange, beginAdministration } from './administration.ts';
import { unlessTaken } from './email-taken.ts';
import { createInvitation } from './invitations.ts';
import { replaceRoles } from './roles.ts';
import type { AccountChange } from './update.ts';

/** Makes a person with an account that waits for him. @throws CatalogueError conflict where the email is somebody's. */
export async function inviteUser(context: AccountsContext, input: InviteUserInput, actor: Actor): Promise<Invited> {
  const { firstName, lastName, email, role } = input;
  return context.database.transaction(async (transaction) => {
    await beginAdministration(transaction, actor);
    const made = await unlessTaken(
      transaction.query<{ id: string }>(
        `with person as (insert into identity.people (name, email, type) values (trim($1 || ' ' || $2), $3, 'person') returning id),
           account as (insert into identity.identities (id, first_name, last_name, state) select id, $1, $2, 'invited' from person)
         select id from person`,
        [firstName, lastName, email],
      ),
    );
    const personId = made.rows[0]?.id;
    if (personId === undefined) throw new Error('the person was not stored');
    await replaceRoles(transaction, personId, role);
    return createInvitation(transaction, context, { personId, email }, actor);
  }, actor);
}

/** A new link; the old one ends. @throws CatalogueError not_found, conflict. */
export async function renewInvitation(context: AccountsContext, personId: string, actor: Actor): Promise<Invited> {
  return context.database.transaction(async (transaction) => {
    await beginAdministration(transaction, actor);
    const account = await accountToChange(transaction, personId);
    mayBeRenewed(account);
    return createInvitation(transaction, context, account, actor);
  }, actor);
}

/** Sends an invited person whose address changes a link to the new one; the change has ended the old link. */
export async function inviteAtNewAddress(
  transaction: Queryable,
  context: AccountsContext,
  { before, state }: AccountChange,
  email: string,
  actor: Actor,
): Promise<void> {
  if (state !== 'invited' || before.email === email) return;
  await createInvitation(transaction, context, { personId: before.personId, email }, actor);
}

/** @throws CatalogueError conflict for whoever does not wait for an invitation. */
export function mayBeRenewed({ state }: Pick<IdentityAccount, 'state'>): void {
  if (state === 'invited') return;
  throw new CatalogueError(
    'conflict',
    state === 'active'
      ? 'This user has already registered.'
      : 'This user is not active. Make the account active first.',
  );
}
