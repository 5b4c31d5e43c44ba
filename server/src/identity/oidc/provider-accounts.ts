import type { Queryable } from '../../platform/database/database.ts';

/** An account at a provider, and whose it is here. */
interface ProviderAccount {
  readonly provider: string;
  readonly subject: string;
  readonly personId: string;
  /** As the provider told it, for people to recognise; nothing is decided by it. */
  readonly email: string;
}

/** Whose account at the provider this is. */
export async function findOwner(database: Queryable, provider: string, subject: string): Promise<string | undefined> {
  const found = await database.query<{ personId: string }>(
    `select person_id as "personId" from identity.provider_accounts where provider = $1 and subject = $2`,
    [provider, subject],
  );
  return found.rows[0]?.personId;
}

export async function markUsed(database: Queryable, provider: string, subject: string, now: Date): Promise<void> {
  await database.query('update identity.provider_accounts set last_used_at = $3 where provider = $1 and subject = $2', [
    provider,
    subject,
    now,
  ]);
}

/** Ids of the providers that are linked with a person. */
export async function linkedProviders(database: Queryable, personId: string): Promise<readonly string[]> {
  const found = await database.query<{ provider: string }>(
    'select provider from identity.provider_accounts where person_id = $1 order by provider',
    [personId],
  );
  return found.rows.map(({ provider }) => provider);
}

/** @returns false where the account is linked already, or the person has another one of this provider. */
export async function insertProviderAccount(
  transaction: Queryable,
  { provider, subject, personId, email }: ProviderAccount,
): Promise<boolean> {
  const made = await transaction.query(
    `insert into identity.provider_accounts (person_id, provider, subject, email) values ($1, $2, $3, nullif($4, ''))
     on conflict do nothing`,
    [personId, provider, subject, email],
  );
  return made.rowCount === 1;
}

/**
 * Removes the link with a provider, unless it is the last way to sign in.
 * @param offered ids of the providers that are configured: the others let nobody in.
 */
export async function removeProviderAccount(
  transaction: Queryable,
  personId: string,
  provider: string,
  offered: readonly string[],
): Promise<'removed' | 'absent' | 'last'> {
  // One at a time: two that go at the same moment would each count on the other.
  await transaction.query('select from identity.people where id = $1 for update', [personId]);
  const removed = await transaction.query(
    `delete from identity.provider_accounts where person_id = $1 and provider = $2
       and (exists (select from identity.credentials where person_id = $1 and type = 'password')
         or exists (select from identity.passkeys where person_id = $1 and verifies_user)
         or exists (select from identity.provider_accounts other
                    where other.person_id = $1 and other.provider <> $2 and other.provider = any ($3)))`,
    [personId, provider, offered],
  );
  if (removed.rowCount === 1) return 'removed';
  return (await linkedProviders(transaction, personId)).includes(provider) ? 'last' : 'absent';
}
