import { createHmac, randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { networkOf } from './address.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

const WINDOW = 15 * 60_000;
/** Somebody who signed in from an address within this time is known there. */
const KNOWN_FOR = 30 * 24 * 3_600_000;

/** Failures within the window after which further attempts are refused until the oldest of them is out of it. */
const MOST = {
  /** One account from one address. */
  pair: 5,
  /** One address, all accounts: a list of names tried with one password. */
  address: 30,
  /** One account, all addresses: many machines that guess together. */
  account: 100,
} as const;

/** An attempt that was let through; it counts as failed until it is settled otherwise, so that a crash forgives nothing. */
interface Attempt {
  /** The password was right: forgets the failures of this account from this address, and knows the account there from now on. */
  succeeded(): Promise<void>;
  /** No password was compared after all. */
  withdraw(): Promise<void>;
}

export interface AttemptLimits {
  readonly database: Database;
  readonly clock: Clock;
  /** Shared by all replicas. Accounts are stored under a keyed hash: people type passwords into the wrong field. */
  readonly key: Buffer;
}

/**
 * Counts an attempt before the password is compared: of any number that arrive together, on whichever replica, no more
 * are let through than one after another. Attempts that were refused do not count, so waiting always helps. Where an
 * account is known, only the limit of the pair stands: others cannot lock people out of where they work.
 * @param account the email in canonical form; what is guessed besides passwords is named before it.
 * @param mostPerAccount failures from all addresses together; fewer where there are few to guess among.
 * @throws TooManyAttempts with the seconds to wait.
 */
export async function beginAttempt(
  limits: AttemptLimits,
  account: string,
  ip: string,
  mostPerAccount: number = MOST.account,
): Promise<Attempt> {
  const { database } = limits;
  const keys = keysOf(limits.key, account, networkOf(ip));
  const now = limits.clock.now();
  // Asked without a lock first: a flood that is refused anyway must not queue for the lock and hold connections.
  await refuseBlocked(database, keys, now, mostPerAccount);
  const at = new Date(now);
  const attempt = randomUUID();
  await database.transaction(async (transaction) => {
    // Address before account, always: two attempts never wait for each other in a circle.
    for (const key of [keys.address, keys.account])
      await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    await refuseBlocked(transaction, keys, now, mostPerAccount);
    await transaction.query(
      'insert into identity.attempts (key, at, attempt) select unnest($1::text[]), $2::timestamptz, $3::uuid',
      [counted(keys), at, attempt],
    );
  });
  const forget = (transaction: Queryable) =>
    transaction.query('delete from identity.attempts where key = any($1) and attempt = $2', [counted(keys), attempt]);
  return {
    succeeded: () =>
      database.transaction(async (transaction) => {
        // Two successes at once delete each other's attempts: without an order they would wait for each other in a circle.
        await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [keys.pair]);
        await forget(transaction);
        await transaction.query('delete from identity.attempts where key = any($1)', [[keys.pair, keys.known]]);
        await transaction.query('insert into identity.attempts (key, at) values ($1, $2)', [keys.known, at]);
      }),
    withdraw: async () => {
      await forget(database);
    },
  };
}

/** Removes what no limit looks at any more. */
export async function deleteOldAttempts(database: Queryable): Promise<void> {
  await database.query(
    `delete from identity.attempts
     where at < now() - $1 * interval '1 millisecond' and (key not like 'known:%' or at < now() - $2 * interval '1 millisecond')`,
    [WINDOW, KNOWN_FOR],
  );
}

interface Keys {
  readonly pair: string;
  readonly address: string;
  readonly account: string;
  readonly known: string;
}

function keysOf(key: Buffer, account: string, network: string): Keys {
  const digest = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    pair: `pair:${digest('pair', account, network)}`,
    address: `address:${digest('address', network)}`,
    account: `account:${digest('account', account)}`,
    known: `known:${digest('known', account, network)}`,
  };
}

function counted(keys: Keys): string[] {
  return [keys.pair, keys.address, keys.account];
}

async function refuseBlocked(database: Queryable, keys: Keys, now: number, mostPerAccount: number): Promise<void> {
  const found = await database.query<{ blocking: Date | null }>(
    `select max(blocking) as blocking from (
       select (select a.at from identity.attempts a where a.key = limits.key and a.at > $3
               order by a.at desc offset limits.most - 1 limit 1) as blocking
       from unnest($1::text[], $2::int[]) as limits (key, most)
       where limits.key = $4 or not exists (select 1 from identity.attempts k where k.key = $5 and k.at > $6)
     ) as blocks`,
    [
      counted(keys),
      [MOST.pair, MOST.address, mostPerAccount],
      new Date(now - WINDOW),
      keys.pair,
      keys.known,
      new Date(now - KNOWN_FOR),
    ],
  );
  const blocking = found.rows[0]?.blocking;
  if (!blocking) return;
  const seconds = Math.max(1, Math.ceil((blocking.getTime() + WINDOW - now) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  throw new TooManyAttempts(
    `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}
