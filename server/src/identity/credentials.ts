import type { Queryable } from '../platform/database/database.ts';
import { type AttemptLimits, beginAttempt } from './attempts.ts';
import { canonicalEmail, findPasswordAccount, type PasswordAccount, SECRET_VERSION } from './people.ts';
import { hashPassword, isTooLong, needsRehash, verifyPassword } from './passwords.ts';

/** What somebody says to be his, and where he says it. */
export interface Claim {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
}

/**
 * Compares an email and a password with what is stored, within the limits. An unknown email, an account without
 * password and a wrong password answer alike and take the same steps.
 * @returns undefined when they do not belong together.
 * @throws TooManyAttempts
 */
export async function verifyClaim(limits: AttemptLimits, claim: Claim): Promise<PasswordAccount | undefined> {
  const { database } = limits;
  const email = canonicalEmail(claim.email);
  const attempt = await beginAttempt(limits, email, claim.ip);
  // PostgreSQL cannot look for a NUL, and nobody's email or password has one.
  if (email.includes('\0') || isTooLong(claim.password)) return undefined;
  const account = await findPasswordAccount(database, email);
  const secret = account?.secret ?? undefined;
  let right: boolean;
  try {
    right = await verifyPassword(claim.password, secret);
  } catch (error) {
    await attempt.withdraw();
    throw error;
  }
  if (!right || !account || secret === undefined) return undefined;
  await attempt.succeeded();
  if (!needsRehash(secret)) return account;
  return { ...account, ...(await rehash(limits, account.personId, claim.password, secret)) };
}

/** Only where the secret is still the one that was compared: a change of password meanwhile must win. */
async function rehash(
  { database }: AttemptLimits,
  personId: string,
  password: string,
  old: string,
): Promise<Pick<PasswordAccount, 'secret' | 'secretVersion'> | undefined> {
  const changed = await database.query<Pick<PasswordAccount, 'secret' | 'secretVersion'>>(
    `update identity.credentials c set secret = $3 from identity.people p
     where p.id = c.person_id and c.person_id = $1 and c.type = 'password' and c.secret = $2
     returning c.secret, ${SECRET_VERSION} as "secretVersion"`,
    [personId, old, await hashPassword(password)],
  );
  return changed.rows[0];
}

/** Whether this is still the password of a person. @param secret as it is stored. */
export async function hasPassword(transaction: Queryable, personId: string, secret: string | null): Promise<boolean> {
  const found = await transaction.query(
    `select 1 from identity.credentials where person_id = $1 and type = 'password' and secret = $2`,
    [personId, secret],
  );
  return found.rowCount === 1;
}

/** Sets the password of a person, the first one or a new one. @param secret its PHC string. */
export async function storePassword(transaction: Queryable, personId: string, secret: string): Promise<void> {
  await transaction.query(
    `insert into identity.credentials (person_id, type, secret) values ($1, 'password', $2)
     on conflict (person_id, type) do update set secret = excluded.secret`,
    [personId, secret],
  );
}
