import { createHmac, randomBytes } from 'node:crypto';
import type { AttemptLimits } from './attempts.ts';
import { type Claim, verifyClaim } from './credentials.ts';
import { type Account, canonicalEmail, findPasswordAccount } from './people.ts';

/** A script that calls a hundred times a minute pays for one hash. */
const REMEMBERED_FOR = 60_000;
const MOST_REMEMBERED = 1_000;

interface Remembered {
  readonly secretVersion: string | null;
  /** On the monotonic clock. */
  readonly until: number;
}

/**
 * HTTP Basic (RFC 7617, in UTF-8). Passwords that were right are remembered for a minute, as a keyed hash, and forgotten
 * as soon as the stored password changes; the person and his roles are read anew each time.
 * @throws TooManyAttempts from the function that it returns.
 */
export function createBasicVerifier(limits: AttemptLimits): (claim: Claim) => Promise<Account | undefined> {
  const key = randomBytes(32);
  const remembered = new Map<string, Remembered>();
  const underway = new Map<string, Promise<Account | undefined>>();

  async function verify(claim: Claim, digest: string): Promise<Account | undefined> {
    const account = await verifyClaim(limits, claim);
    if (!account) return undefined;
    const oldest = remembered.size >= MOST_REMEMBERED ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(digest, {
      secretVersion: account.secretVersion,
      until: limits.clock.monotonic() + REMEMBERED_FOR,
    });
    return account;
  }

  return async (claim) => {
    const email = canonicalEmail(claim.email);
    const digest = digestOf(key, [email, claim.password]);
    const known = remembered.get(digest);
    if (known && known.until > limits.clock.monotonic()) {
      const account = await findPasswordAccount(limits.database, email);
      if (account && account.secretVersion === known.secretVersion) return account;
    }
    remembered.delete(digest);
    // A page full of parallel requests is one attempt, not twenty that fill the queue of hashes.
    const together = digestOf(key, [email, claim.password, claim.ip]);
    const running = underway.get(together) ?? verify(claim, digest).finally(() => underway.delete(together));
    underway.set(together, running);
    return running;
  };
}

function digestOf(key: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64');
}

/** Email and password of an `Authorization: Basic` header; undefined for another scheme or a malformed value. */
export function readBasic(header: string | undefined): { email: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
  const colon = text.indexOf(':');
  if (colon <= 0) return undefined;
  return { email: text.slice(0, colon), password: text.slice(colon + 1) };
}
