import type { Queryable } from '../../platform/database/database.ts';

/** The address of an account is its owner's. */
export async function verifyAddress(transaction: Queryable, personId: string, now: Date): Promise<void> {
  await transaction.query(
    'update identity.identities set email_verified_at = coalesce(email_verified_at, $2) where id = $1',
    [personId, now],
  );
}
