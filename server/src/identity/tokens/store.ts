import { type CreatedToken, type CreateTokenInput, ROLES, type TokenRow } from '@watchroom/contract/identity';
import type { Author } from '../../platform/database/author.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { AccountsContext } from '../context.ts';
import { queueMail } from '../mail/outbox.ts';
import { methodAddedMail } from '../mail/texts.ts';
import { createTokenText, hashOfToken } from './token.ts';

const DAY = 24 * 3_600_000;
const MOST_PER_PERSON = 50;

const COLUMNS = `id, name, scope, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  host(last_used_address) as "lastUsedAddress"`;

type StoredRow = Omit<TokenRow, 'createdAt' | 'expiresAt' | 'lastUsedAt'> & {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Those of a person, the newest first; expired ones are listed until they are deleted. */
export async function listTokens(database: Queryable, personId: string): Promise<TokenRow[]> {
  const found = await database.query<StoredRow>(
    `select ${COLUMNS} from identity.access_tokens where person_id = $1 order by created_at desc, id`,
    [personId],
  );
  return found.rows.map(shown);
}

/** The right of a person to make a token. */
interface Right {
  /** The highest that he holds now. */
  readonly role: string;
  /** Whether the session in which he asks is live still. */
  readonly isLive: () => Promise<boolean>;
}

/**
 * Makes a token for its author himself, who hears of it by mail.
 * @returns the token, which is stored nowhere, with its row.
 * @throws CatalogueError forbidden (a scope above the role), conflict (the name, too many), unauthenticated.
 */
export async function createToken(
  { database, clock, linkBase }: Pick<AccountsContext, 'database' | 'clock' | 'linkBase'>,
  input: CreateTokenInput,
  author: Author,
  { role, isLive }: Right,
): Promise<CreatedToken> {
  refuseScopeAbove(role, input);
  const token = createTokenText();
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const person = [author.personId];
    // Of two requests at one moment the second counts what the first has made.
    const owner = await transaction.query<{ email: string | null }>(
      'select email from identity.people where id = $1 for update',
      person,
    );
    await transaction.query('select 1 from identity.identities where id = $1 for update', person);
    // Asked under the lock: whoever ends all sessions of the person does so before this or after it.
    if (!(await isLive())) throw new CatalogueError('unauthenticated', 'Sign in first.');
    const has = await transaction.query('select 1 from identity.access_tokens where person_id = $1', person);
    if (has.rows.length >= MOST_PER_PERSON)
      throw new CatalogueError(
        'conflict',
        `You have ${MOST_PER_PERSON} access tokens. Revoke one that you do not need.`,
      );
    const made = await transaction.query<StoredRow>(
      `insert into identity.access_tokens (person_id, name, scope, token_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (person_id, name) do nothing returning ${COLUMNS}`,
      [...person, input.name, input.scope, hashOfToken(token), new Date(now), new Date(now + input.days * DAY)],
    );
    const row = made.rows[0];
    if (!row)
      throw new CatalogueError(
        'conflict',
        `You already have an access token named "${input.name}". Choose another name.`,
        {
          fields: { name: 'This name is taken' },
        },
      );
    const email = owner.rows[0]?.email;
    if (email) await queueMail(transaction, methodAddedMail(email, linkBase(), 'token'));
    return { token, row: shown(row) };
  }, author);
}

/** Ends a token of a person at once. @throws CatalogueError not_found. */
export async function revokeToken(database: Database, personId: string, id: string, author: Author): Promise<void> {
  await database.transaction(async (transaction) => {
    const revoked = await transaction.query('delete from identity.access_tokens where id = $1 and person_id = $2', [
      id,
      personId,
    ]);
    if (revoked.rowCount === 0) throw new CatalogueError('not_found', 'There is no such access token.');
  }, author);
}

/** Removes those that expired a month ago: until then their owners see what has stopped working. */
export async function deleteExpiredTokens(database: Queryable): Promise<void> {
  await database.query(`delete from identity.access_tokens where expires_at < now() - interval '30 days'`);
}

function refuseScopeAbove(role: string, { scope }: CreateTokenInput): void {
  const held = ROLES.findIndex((one) => one === role);
  if (scope === 'read_only' || (held !== -1 && ROLES.indexOf(scope) >= held)) return;
  throw new CatalogueError('forbidden', `A token cannot do more than you: you are ${role}, not ${scope}.`, {
    fields: { scope: 'Choose a role that is not above your own' },
  });
}

function shown(row: StoredRow): TokenRow {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
