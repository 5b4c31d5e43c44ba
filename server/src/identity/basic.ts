import { CatalogueError } from '../platform/http/errors.ts';
import type { AttemptLimits } from './attempts.ts';
import { type BasicOutcome, openBasicTrail } from './audit/basic-trail.ts';
import { type Claim, verifyClaim } from './credentials.ts';
import { findPasswordAccount, type PasswordAccount } from './people.ts';
import type { BasicAccount } from './providers/provider.ts';
import { NEEDS_SECOND_FACTOR, rememberClaims } from './remembered-claims.ts';

/**
 * HTTP Basic (RFC 7617, in UTF-8). Passwords that were right are remembered for a minute and forgotten as soon as the stored
 * password changes; the person and his roles are read anew each time. An account with a second factor is not let in by its
 * password alone.
 * @throws TooManyAttempts, CatalogueError unauthenticated from the function that it returns.
 */
export function createBasicVerifier(limits: AttemptLimits): (claim: Claim) => Promise<BasicAccount | undefined> {
  const trail = openBasicTrail(limits);
  const verify = rememberClaims<PasswordAccount>(limits, trail, {
    prove: (claim) => verifyClaim(limits, claim),
    async recall(email, { secretVersion }) {
      const account = await findPasswordAccount(limits.database, email);
      return account?.secretVersion === secretVersion ? account : undefined;
    },
  });
  return async (claim) => {
    const account = await verify(claim);
    if (!account) return undefined;
    const outcome = outcomeOf(account);
    await trail.proved(account.personId, claim.ip, outcome);
    // Said only to those who know the password.
    if (outcome === 'second_factor') throw new CatalogueError('unauthenticated', NEEDS_SECOND_FACTOR);
    if (outcome === 'inactive') return undefined;
    return { account, proof: { passwordVersion: account.secretVersion ?? '' } };
  };
}

function outcomeOf({ isActive, requiredLevel }: PasswordAccount): BasicOutcome {
  if (!isActive) return 'inactive';
  return requiredLevel === 'aal1' ? 'signed_in' : 'second_factor';
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
