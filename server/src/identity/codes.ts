import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { FlowKind } from '@watchroom/contract/identity';

const LIFE = 15 * 60_000;
/** Wrong codes that end it. */
const ATTEMPTS = 5;
/** So many for one address within the life of a code; whoever asks for more gets none, and is told nothing else. */
const MOST_AT_ONCE = 3;
const DIGITS = 6;
const CODE = /^\d{6}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type CodePurpose = Extract<FlowKind, 'recovery' | 'verification'>;

export interface CodeContext {
  readonly clock: Clock;
  readonly key: Buffer;
}

export interface NewCode {
  readonly purpose: CodePurpose;
  readonly flowId: string;
  /** In canonical form. */
  readonly email: string;
  /** Undefined where the address has no account that may use one; all else is the same. */
  readonly personId: string | undefined;
}

/**
 * Makes a code for typing into its flow and a token for a link that works in any; earlier ones of the flow end.
 * @returns undefined when the address has had its share.
 */
export async function makeCode(
  transaction: Queryable,
  { clock, key }: CodeContext,
  { purpose, flowId, email, personId }: NewCode,
): Promise<{ code: string; token: string } | undefined> {
  const now = clock.now();
  const at = new Date(now);
  // Two that ask at one moment are counted one after the other.
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`code ${email}`]);
  const recent = await transaction.query<{ count: number }>(
    'select count(*)::integer as count from identity.codes where email = $1 and purpose = $3 and created_at > $2',
    [email, new Date(now - LIFE), purpose],
  );
  if ((recent.rows[0]?.count ?? 0) >= MOST_AT_ONCE) return undefined;
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const token = randomBytes(32).toString('base64url');
  await transaction.query('update identity.codes set used_at = $2 where flow_id = $1 and used_at is null', [
    flowId,
    at,
  ]);
  await transaction.query(
    `insert into identity.codes (purpose, person_id, flow_id, email, code_hash, token_hash, attempts_left, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      purpose,
      personId ?? null,
      flowId,
      email,
      hashOfCode(key, flowId, code),
      hashOfToken(token),
      ATTEMPTS,
      at,
      new Date(now + LIFE),
    ],
  );
  return { code, token };
}

/** `over`: there is no code any more that could be right; another one must be asked for. */
export type CodeCheck =
  | { readonly result: 'right'; readonly personId: string | undefined; readonly email: string }
  | { readonly result: 'wrong' | 'over'; readonly personId: string | undefined };

/** Compares a code that was typed into a flow. It is counted before it is compared; of two right ones at one moment one wins. */
export async function useCode(
  database: Queryable,
  { clock, key }: CodeContext,
  { purpose, flowId, code }: { readonly purpose: CodePurpose; readonly flowId: string; readonly code: string },
): Promise<CodeCheck> {
  const now = new Date(clock.now());
  const counted = await database.query<StoredCode>(
    `update identity.codes set attempts_left = attempts_left - 1
     where flow_id = $1 and purpose = $2 and used_at is null and expires_at > $3 and attempts_left > 0
     returning id, person_id as "personId", email, code_hash as "codeHash", attempts_left as "attemptsLeft"`,
    [flowId, purpose, now],
  );
  const stored = counted.rows[0];
  if (!stored) return { result: 'over', personId: undefined };
  const { id, email, codeHash, attemptsLeft } = stored;
  const personId = stored.personId ?? undefined;
  const isRight = CODE.test(code) && timingSafeEqual(codeHash, hashOfCode(key, flowId, code));
  if (!isRight) return { result: attemptsLeft > 0 ? 'wrong' : 'over', personId };
  const used = await database.query('update identity.codes set used_at = $2 where id = $1 and used_at is null', [
    id,
    now,
  ]);
  return used.rowCount === 1 ? { result: 'right', personId, email } : { result: 'over', personId };
}

/**
 * Uses the token of a link up. Wrong codes do not end it: strangers could then keep somebody out of his account for ever.
 * @returns undefined for one that is not, or no longer, valid.
 */
export async function useToken(
  database: Queryable,
  clock: Clock,
  { purpose, token }: { readonly purpose: CodePurpose; readonly token: string },
): Promise<{ personId: string; email: string } | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const now = new Date(clock.now());
  const used = await database.query<{ personId: string; email: string }>(
    `update identity.codes set used_at = $3
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3 and person_id is not null
     returning person_id as "personId", email`,
    [hashOfToken(token), purpose, now],
  );
  return used.rows[0];
}

interface StoredCode {
  readonly id: string;
  readonly personId: string | null;
  readonly email: string;
  readonly codeHash: Buffer;
  readonly attemptsLeft: number;
}

/** Keyed: six digits are found by trying them all against a stolen table. With the flow, since two may have one code. */
function hashOfCode(key: Buffer, flowId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`one-time code ${flowId} ${code}`).digest();
}

/** Plain SHA-256: 256 random bits meet no list of guesses. */
function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
