import type { Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { AccountsContext } from '../context.ts';
import type { Actor } from '../providers/provider.ts';
import { endSessionsOf } from '../sessions.ts';
import { accountToChange, beginAdministration, keepAnAdministrator } from './administration.ts';

/** Everything of a person that is no history, in `identity`. */
const OF_A_PERSON = [
  'person_roles',
  'credentials',
  'backup_codes',
  'passkeys',
  'provider_accounts',
  'access_tokens',
  'codes',
  'invitations',
  'flows',
  'team_members',
] as const;

/**
 * Takes an account away. The person's row stays, marked as deleted, so that what he made keeps his name; his email is free.
 * @param elsewhere does the same where the account lives besides, as the last step: where it fails, nothing changes here.
 * @throws CatalogueError not_found, conflict, forbidden.
 */
export async function removeUser(
  { database }: Pick<AccountsContext, 'database'>,
  personId: string,
  actor: Actor,
  elsewhere?: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await beginAdministration(transaction, actor);
    const account = await accountToChange(transaction, personId);
    if (personId === actor.personId)
      throw new CatalogueError('conflict', 'You cannot delete your own account. Ask another administrator.');
    await keepAnAdministrator(transaction, account);
    await endSessionsOf(transaction, personId);
    await transaction.query('delete from identity.identities where id = $1', [personId]);
    for (const table of OF_A_PERSON)
      await transaction.query(`delete from identity.${table} where person_id = $1`, [personId]);
    await transaction.query('update identity.people set deleted_at = now(), team_id = null where id = $1', [personId]);
    await elsewhere?.(transaction);
  }, actor);
}
