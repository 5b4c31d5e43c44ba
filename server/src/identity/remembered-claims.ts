import { createHmac, randomBytes } from 'node:crypto';
import type { AttemptLimits } from './attempts.ts';
import type { BasicTrail } from './audit/basic-trail.ts';
import type { Claim } from './credentials.ts';
import { canonicalEmail } from './people.ts';

/** A script that calls a hundred times a minute pays for one comparison. */
export const REMEMBERED_FOR = 60_000;
const MOST_REMEMBERED = 1_000;

/** Said only to who knows the password. */
export const NEEDS_SECOND_FACTOR =
  'This account has a second factor, so a password alone is not enough: use an access token as the password.';

interface Ways<Proved> {
  /** Compares; undefined where email and password do not belong together. */
  readonly prove: (claim: Claim) => Promise<Proved | undefined>;
  /** What was proved before, as it is now; undefined where it does not hold any more. `email` is in canonical form. */
  readonly recall: (email: string, proved: Proved) => Promise<Proved | undefined>;
}

/**
 * Compares email and password once a minute, however many requests bring them; they are remembered as a keyed hash. Those
 * that do not belong together are told in the audit log as often as they were compared, which the limits bound.
 */
export function rememberClaims<Proved>(
  { clock }: Pick<AttemptLimits, 'clock'>,
  trail: Pick<BasicTrail, 'failed'>,
  ways: Ways<Proved>,
): (claim: Claim) => Promise<Proved | undefined> {
  const key = randomBytes(32);
  const remembered = new Map<string, { readonly proved: Proved; readonly until: number }>();
  const underway = new Map<string, Promise<Proved | undefined>>();

  async function prove(claim: Claim, digest: string): Promise<Proved | undefined> {
    const proved = await ways.prove(claim);
    if (proved === undefined) {
      await trail.failed(claim);
      return undefined;
    }
    const oldest = remembered.size >= MOST_REMEMBERED ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(digest, { proved, until: clock.monotonic() + REMEMBERED_FOR });
    return proved;
  }

  return async (claim) => {
    const email = canonicalEmail(claim.email);
    const digest = digestOf(key, [email, claim.password]);
    const known = remembered.get(digest);
    if (known && known.until > clock.monotonic()) {
      const proved = await ways.recall(email, known.proved);
      if (proved !== undefined) return proved;
    }
    remembered.delete(digest);
    // A page full of parallel requests is one attempt, not twenty that fill the queue of hashes.
    const together = digestOf(key, [email, claim.password, claim.ip]);
    const running = underway.get(together) ?? prove(claim, digest).finally(() => underway.delete(together));
    underway.set(together, running);
    return running;
  };
}

function digestOf(key: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64');
}
