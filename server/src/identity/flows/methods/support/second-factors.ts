import type { Queryable } from '../../../../platform/database/database.ts';

const HAS_ONE = `(exists (select from identity.credentials where person_id = $1 and type = 'totp')
  or exists (select from identity.passkeys where person_id = $1))`;

/** Whether something else than backup codes, which only stand in for it, is a second factor of the person. */
export async function hasSecondFactor(database: Queryable, personId: string): Promise<boolean> {
  const found = await database.query<{ has: boolean }>(`select ${HAS_ONE} as has`, [personId]);
  return found.rows[0]?.has === true;
}

/** Whoever changes the second factors of a person does so one after another: what depends on the others is then true. */
export async function lockSecondFactors(transaction: Queryable, personId: string): Promise<void> {
  await transaction.query('select 1 from identity.identities where id = $1 for update', [personId]);
}

/** Backup codes go with the last second factor: no session needs them, and they would come back with the next one. */
export async function dropStrandedBackupCodes(transaction: Queryable, personId: string): Promise<void> {
  await transaction.query(`delete from identity.backup_codes where person_id = $1 and not ${HAS_ONE}`, [personId]);
}
