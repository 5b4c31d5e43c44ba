import type { IdentityTraits } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Makes a person with an active account; he is a viewer until somebody gives him a role.
 * @param email in canonical form. @returns undefined where the address is taken, also by who takes it at this moment.
 */
export async function insertPerson(
  transaction: Queryable,
  { email, name }: IdentityTraits,
  verifiedAt: Date,
): Promise<string | undefined> {
  const made = await transaction.query<{ id: string }>(
    `insert into identity.people (name, email, type) values (trim($1 || ' ' || $2), $3, 'person')
     on conflict (lower(email)) where deleted_at is null do nothing returning id`,
    [name.first, name.last, email],
  );
  const id = made.rows[0]?.id;
  if (id !== undefined)
    await transaction.query(
      'insert into identity.identities (id, first_name, last_name, email_verified_at) values ($1, $2, $3, $4)',
      [id, name.first, name.last, verifiedAt],
    );
  return id;
}
