import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { FEWEST_PASSWORD_CHARACTERS } from '@watchroom/contract/identity';
import { isCommonPassword } from './common-passwords.ts';
import { createSlots } from './hash-slots.ts';

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The OWASP minimum for argon2id; 30 ms on one core. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const MOST_BYTES = 1024;

/** Two hashes hold 38 MiB and half of the thread pool; 64 waiting ones take about a second. */
const inSlot = createSlots(2, 64);

interface Parsed extends Cost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** What is wrong with a new password, as a sentence for its field; undefined when nothing is. */
export function passwordProblem(password: string): string | undefined {
  const text = password.normalize('NFC');
  if (Array.from(text).length < FEWEST_PASSWORD_CHARACTERS)
    return `Use at least ${FEWEST_PASSWORD_CHARACTERS} characters`;
  if (isTooLong(password)) return `Use at most ${MOST_BYTES} bytes`;
  return isCommonPassword(text) ? 'This is one of the most used passwords. Use another' : undefined;
}

/** Longer texts are never hashed: a megabyte would cost more than the hash that protects. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password.normalize('NFC')) > MOST_BYTES;
}

/**
 * Hashes a password with argon2id and a new salt.
 * @returns a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 * @throws TooManyAttempts when too many hashes wait already.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, { ...COST, salt }, HASH_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Compares a password with a stored PHC string. Without one (an unknown account, or one that has no password) it takes
 * the same time and answers false, so that the time does not tell who has an account.
 * @throws TooManyAttempts when too many hashes wait already.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parsed = stored === undefined ? undefined : parse(stored);
  const against = parsed ?? { ...COST, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  const hash = await derive(password, against, against.hash.length);
  return timingSafeEqual(hash, against.hash) && parsed !== undefined;
}

/** True when a stored password was hashed at another cost than new ones are. */
export function needsRehash(stored: string): boolean {
  const parsed = parse(stored);
  return (
    parsed === undefined ||
    parsed.memory !== COST.memory ||
    parsed.passes !== COST.passes ||
    parsed.parallelism !== COST.parallelism ||
    parsed.hash.length !== HASH_BYTES
  );
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** A string that asks for more than 256 MiB or 16 passes was not written by us; it is no password rather than an outage. */
function parse(stored: string): Parsed | undefined {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const bearable =
    cost.parallelism >= 1 &&
    cost.parallelism <= 16 &&
    cost.passes >= 1 &&
    cost.passes <= 16 &&
    cost.memory >= 8 * cost.parallelism &&
    cost.memory <= 262_144;
  return bearable ? { ...cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') } : undefined;
}

/** Normalised (RFC 8265, 4.2): one keyboard writes é as one character, another as two. */
function derive(password: string, cost: Cost & { salt: Buffer }, tagLength: number): Promise<Buffer> {
  const { memory, passes, parallelism, salt } = cost;
  const message = password.normalize('NFC');
  return inSlot(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2('argon2id', { message, nonce: salt, parallelism, tagLength, memory, passes }, (error, key) => {
          if (error) reject(error);
          else resolve(key);
        });
      }),
  );
}

/** Base64 without padding, as PHC strings are written. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
