import { createHash, randomBytes } from 'node:crypto';
import type { AssuranceLevel, AuthenticationMethod } from '@watchroom/contract/identity';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { ACCOUNT_COLUMNS, type Account } from './people.ts';

const DAY = 24 * 3_600_000;
/** A session that nobody uses ends after this time, */
const IDLE = 7 * DAY;
/** and every session after this. */
export const LONGEST = 30 * DAY;
/** A page asks several times a second; its session is written at most once in this time. */
const SEEN_EVERY = 60_000;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

interface Session {
  readonly id: string;
  readonly account: Account;
  readonly authenticatedAt: Date;
}

/** Who proved himself longer ago does so again before he changes, or makes, what others could come in with. */
const PRIVILEGED_FOR = 15 * 60_000;

export function isFresh(clock: Clock, { authenticatedAt }: Pick<Session, 'authenticatedAt'>): boolean {
  return clock.now() - authenticatedAt.getTime() <= PRIVILEGED_FOR;
}

/** A session on whatever level, with what the flow protocol tells of it. */
export interface LiveSession {
  readonly id: string;
  readonly personId: string;
  readonly level: AssuranceLevel;
  readonly methods: readonly AuthenticationMethod[];
  /** When its owner last proved who he is. */
  readonly authenticatedAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** What a new session was proved with. */
export interface SessionProof {
  readonly level: AssuranceLevel;
  readonly methods: readonly AuthenticationMethod[];
}

/** Where a session was begun; told to its owner in the list of sessions. */
export interface SessionOrigin {
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** One method that was just used. */
export function proofOf(clock: Clock, method: string, level: AssuranceLevel): SessionProof {
  return { level, methods: [{ method, aal: level, completed_at: new Date(clock.now()).toISOString() }] };
}

/**
 * Begins a session with an identifier of its own: one that was planted before sign-in is worth nothing.
 * @returns the token for the cookie, of which only the hash is stored.
 */
export async function createSession(
  database: Queryable,
  clock: Clock,
  personId: string,
  origin: SessionOrigin,
  proof: SessionProof,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = clock.now();
  await database.query(
    `insert into identity.sessions
       (person_id, token_hash, authenticated_at, created_at, last_seen_at, expires_at, user_agent, address,
        assurance_level, authentication_methods)
     values ($1, $2, $3, $3, $3, $4, $5, $6, $7, $8)`,
    [
      personId,
      hashOf(token),
      new Date(now),
      new Date(now + IDLE),
      origin.userAgent?.slice(0, 512) ?? null,
      origin.address,
      proof.level,
      JSON.stringify(proof.methods),
    ],
  );
  return token;
}

/** A session counts only on the level that its account needs, and while the account is active. */
const LETS_IN = `join identity.people p on p.id = s.person_id and p.deleted_at is null
     join identity.identities i on i.id = p.id and i.state = 'active' and i.required_level <= s.assurance_level`;

/** The live session of a token, which this use prolongs; undefined when there is none or it does not let its person in. */
export async function findSession(database: Queryable, clock: Clock, token: string): Promise<Session | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const now = clock.now();
  const found = await database.query<Account & { id: string; lastSeen: Date; authenticatedAt: Date }>(
    `select s.id, s.last_seen_at as "lastSeen", s.authenticated_at as "authenticatedAt", ${ACCOUNT_COLUMNS}
     from identity.sessions s ${LETS_IN}
     where s.token_hash = $1 and s.expires_at > $2`,
    [hashOf(token), new Date(now)],
    'find session',
  );
  const row = found.rows[0];
  if (!row) return undefined;
  if (now - row.lastSeen.getTime() >= SEEN_EVERY)
    await database.query(
      `update identity.sessions
       set last_seen_at = $2, expires_at = least($3, created_at + $4 * interval '1 millisecond')
       where id = $1 and last_seen_at < $2`,
      [row.id, new Date(now), new Date(now + IDLE), LONGEST],
    );
  const { id, lastSeen: _, authenticatedAt, ...account } = row;
  return { id, account, authenticatedAt };
}

/** The session of a token on whatever level: for the flow protocol alone, which asks for what is missing. */
export async function findLiveSession(
  database: Queryable,
  clock: Clock,
  token: string,
): Promise<LiveSession | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const found = await database.query<LiveSession>(
    `select s.id, s.person_id as "personId", s.assurance_level as level, s.authentication_methods as methods,
       s.authenticated_at as "authenticatedAt", s.created_at as "createdAt", s.expires_at as "expiresAt",
       s.user_agent as "userAgent", host(s.address) as address
     from identity.sessions s join identity.identities i on i.id = s.person_id and i.state = 'active'
     where s.token_hash = $1 and s.expires_at > $2`,
    [hashOf(token), new Date(clock.now())],
  );
  return found.rows[0];
}

/**
 * Ends one session; a trigger tells open streams of all replicas with the commit.
 * @returns false where it was over already.
 */
export async function endSession(transaction: Queryable, id: string): Promise<boolean> {
  const ended = await transaction.query('delete from identity.sessions where id = $1', [id]);
  return ended.rowCount === 1;
}

/** Ends all sessions of a person, but the one that he makes the change in: after a change of password, or when he is removed. */
export async function endSessionsOf(transaction: Queryable, personId: string, except?: string): Promise<void> {
  await transaction.query('delete from identity.sessions where person_id = $1 and id is distinct from $2', [
    personId,
    except ?? null,
  ]);
}

export async function deleteExpiredSessions(database: Queryable): Promise<void> {
  await database.query('delete from identity.sessions where expires_at <= now()');
}

/**
 * Judges a session again and holds it and its account until the transaction ends: whoever ends it, or raises what the account
 * needs, at the same moment comes before or after what the transaction does, and never in between.
 * @returns its level and the one that it needs; undefined where it is over.
 */
export async function lockSession(
  transaction: Queryable,
  clock: Clock,
  id: string,
): Promise<{ readonly level: AssuranceLevel; readonly requiredLevel: AssuranceLevel } | undefined> {
  // The account first, as whoever ends all sessions of a person does.
  await transaction.query(
    `select 1 from identity.identities where id = (select person_id from identity.sessions where id = $1) for update`,
    [id],
  );
  const found = await transaction.query<{ level: AssuranceLevel; requiredLevel: AssuranceLevel }>(
    `select s.assurance_level as level, i.required_level as "requiredLevel"
     from identity.sessions s join identity.identities i on i.id = s.person_id and i.state = 'active'
     where s.id = $1 and s.expires_at > $2 for update of s`,
    [id, new Date(clock.now())],
  );
  return found.rows[0];
}

/** When a live session ends, in ms, without prolonging it: an open stream is no sign of a person. Undefined where it is over. */
export async function sessionValidUntil(database: Queryable, clock: Clock, id: string): Promise<number | undefined> {
  const found = await database.query<{ until: Date }>(
    `select s.expires_at as until from identity.sessions s ${LETS_IN} where s.id = $1 and s.expires_at > $2`,
    [id, new Date(clock.now())],
  );
  return found.rows[0]?.until.getTime();
}

/** Plain SHA-256: the token has 256 random bits, which no list of guesses meets. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
