import { createHash, randomBytes } from 'node:crypto';
import { ConfigError } from '../platform/config/setting.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { CatalogueError } from '../platform/http/errors.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import { canonicalEmail } from './people.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { createSession, proofOf, type SessionOrigin } from './sessions.ts';

/** The administrator that the configuration names. */
interface FirstRunConfig {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
}

interface NewAdministrator {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/**
 * Called once at start. Makes the configured administrator when there is none, else offers a one-time link; an
 * administrator who exists is never touched.
 * @returns the path of the link to print, `/setup#<token>`, or undefined when an administrator exists. What follows the `#` is sent
 * to no server, so that no log and no proxy has it.
 * @throws ConfigError for a configured password that could not be used to sign in.
 */
export async function prepareFirstRun(
  database: Database,
  config: FirstRunConfig,
  log: Logger,
): Promise<string | undefined> {
  if (!(await setupIsNeeded(database))) return undefined;
  const { adminEmail: email, adminPassword: password } = config;
  const problem = password === undefined ? undefined : passwordProblem(password);
  if (problem !== undefined) throw new ConfigError(`WATCHROOM_ADMIN_PASSWORD does not do: ${problem.toLowerCase()}.`);
  const secret = email === undefined || password === undefined ? undefined : await hashPassword(password);
  return database.transaction(async (transaction) => {
    // Waits for a set-up that is just being completed, and for the same start of another replica.
    await transaction.query('lock table identity.first_run in share row exclusive mode');
    if (!(await setupIsNeeded(transaction))) return undefined;
    if (email !== undefined && secret !== undefined) {
      if (!(await isTaken(transaction, email))) {
        await createAdministrator(transaction, { email, name: undefined }, secret);
        await transaction.query('delete from identity.first_run');
        log.info('the administrator of WATCHROOM_ADMIN_EMAIL was created');
        return undefined;
      }
      log.warn(
        'WATCHROOM_ADMIN_EMAIL belongs to a person who is not an administrator; they were left unchanged: use the link with another email',
      );
    }
    const token = randomBytes(32).toString('base64url');
    await transaction.query('delete from identity.first_run');
    await transaction.query('insert into identity.first_run (token_hash) values ($1)', [hashOf(token)]);
    return `/setup#${token}`;
  });
}

/** True until an administrator exists. */
export async function setupIsNeeded(database: Queryable): Promise<boolean> {
  const found = await database.query(
    `select 1 from identity.person_roles r join identity.people p on p.id = r.person_id and p.deleted_at is null
     where r.role = 'admin' limit 1`,
  );
  return found.rows.length === 0;
}

/**
 * Makes the first administrator and signs him in. The right to it is the one row of `first_run`, and whoever deletes
 * it has it: of two who come at one moment the second finds nothing to delete.
 * @returns the new person's id and the token for his cookie.
 * @throws CatalogueError `conflict` when an administrator exists or the email is taken, `not_found` for another token.
 */
export async function completeFirstRun(
  database: Database,
  clock: Clock,
  input: NewAdministrator & { readonly token: string },
  origin: SessionOrigin,
): Promise<{ personId: string; sessionToken: string }> {
  const tokenHash = hashOf(input.token);
  // Before the password is hashed: only who has the link can make the server work.
  const offered = await database.query('select 1 from identity.first_run where token_hash = $1', [tokenHash]);
  if (offered.rows.length === 0) throw await refusal(database);
  const secret = await hashPassword(input.password);
  return database.transaction(
    async (transaction) => {
      const won = await transaction.query('delete from identity.first_run where token_hash = $1 returning 1', [
        tokenHash,
      ]);
      if (won.rows.length === 0 || !(await setupIsNeeded(transaction))) throw await refusal(transaction);
      if (await isTaken(transaction, input.email))
        throw new CatalogueError('conflict', 'This email belongs to another person. Use another one.');
      const personId = await createAdministrator(transaction, input, secret);
      const sessionToken = await createSession(
        transaction,
        clock,
        personId,
        origin,
        proofOf(clock, 'password', 'aal1'),
      );
      return { personId, sessionToken };
    },
    { personId: null, ip: origin.address },
  );
}

async function refusal(database: Queryable): Promise<CatalogueError> {
  return (await setupIsNeeded(database))
    ? new CatalogueError(
        'not_found',
        'This set-up link is no longer valid. Use the one that the server printed at its last start.',
      )
    : new CatalogueError('conflict', 'An administrator exists already. Sign in instead.');
}

async function isTaken(transaction: Queryable, email: string): Promise<boolean> {
  const found = await transaction.query(
    'select 1 from identity.people where lower(email) = $1 and deleted_at is null',
    [canonicalEmail(email)],
  );
  return found.rows.length > 0;
}

async function createAdministrator(
  transaction: Queryable,
  { email, name }: { email: string; name?: string | undefined },
  secret: string,
): Promise<string> {
  const address = canonicalEmail(email);
  const called = name ?? address.split('@')[0] ?? address;
  const made = await transaction.query<{ id: string }>(
    `with person as (insert into identity.people (name, email, type) values ($1, $2, 'person') returning id),
       identity as (insert into identity.identities (id, first_name, last_name) select id, $4, $5 from person),
       password as (insert into identity.credentials (person_id, type, secret) select id, 'password', $3 from person),
       role as (insert into identity.person_roles (person_id, role) select id, 'admin' from person)
     select id from person`,
    [called, address, secret, ...splitName(called)],
  );
  const id = made.rows[0]?.id;
  if (id === undefined) throw new Error('the administrator was not created');
  return id;
}

/** First and last name of a full one; the last word is the last name. */
function splitName(name: string): [string, string] {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return [words.join(' '), last];
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
