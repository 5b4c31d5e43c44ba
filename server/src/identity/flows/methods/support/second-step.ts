import { storableAddress } from '../../../address.ts';
import { beginAttempt } from '../../../attempts.ts';
import { recordEvent } from '../../../audit/audit.ts';
import type { Evidence, Proved, Refused, Step } from '../../method.ts';

/** Id of the person whose second factor a login asks for; undefined where it asks for none. */
export function askedForSecondStep({ flow, account }: Step): string | undefined {
  return flow.requestedLevel === 'aal2' ? account?.personId : undefined;
}

/** Of six digits three are right at a time: from however many machines, a day of guessing must find nothing. */
const MOST_TRIES = 10;

/** One try of a person to prove a second factor. */
interface Try {
  readonly personId: string;
  /** Names the proof, and what the limits count. */
  readonly method: string;
  /** @returns in a few words for the audit log what is wrong, or the evidence when it is right. */
  readonly judge: () => Promise<string | Evidence>;
  readonly refusal: Refused;
}

/**
 * Judges a second factor within the limits on guessing, and writes down who failed it: he had the first one.
 * @throws TooManyAttempts
 */
export async function trySecondFactor(
  { context, ip }: Step,
  { personId, method, judge, refusal }: Try,
): Promise<Proved | Refused> {
  const attempt = await beginAttempt(context, `${method} ${personId}`, ip, MOST_TRIES);
  let judged: string | Evidence;
  try {
    judged = await judge();
  } catch (error) {
    await attempt.withdraw();
    throw error;
  }
  if (typeof judged !== 'string') {
    await attempt.succeeded();
    return { outcome: 'proved', personId, method, level: 'aal2', stillHolds: judged };
  }
  await recordEvent(context.database, {
    action: 'second_factor_failed',
    personId,
    ip: storableAddress(ip),
    details: { method, reason: judged },
  });
  return refusal;
}
