import type { Role } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';

/** The person holds this role from now on, and no other. */
export async function replaceRoles(transaction: Queryable, personId: string, role: Role): Promise<void> {
  await transaction.query('delete from identity.person_roles where person_id = $1 and role <> $2', [personId, role]);
  await transaction.query(
    'insert into identity.person_roles (person_id, role) values ($1, $2) on conflict do nothing',
    [personId, role],
  );
}
