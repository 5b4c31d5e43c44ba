import { UI_TEXT } from '@watchroom/contract/identity';
import { recordEvent } from '../audit/audit.ts';
import { findIdentity, type IdentityAccount } from '../identities.ts';
import { FlowError } from './flow-error.ts';
import type { Proved, Refused } from './method.ts';
import { failure } from './nodes.ts';
import type { Submitted, VisitorStep } from './rules.ts';
import { secondStep } from './second-step.ts';
import { addProof, beginSession, ProofIsOver } from './sign-in.ts';

export const anotherAccount = () =>
  new FlowError('security_identity_mismatch', 'That is not the account that is signed in.');

/** Judges whether who proved himself may come in, and begins his session. @throws FlowError security_identity_mismatch */
export async function letIn(step: VisitorStep, proved: Proved): Promise<Submitted> {
  const { context, flow, session, visitor } = step;
  if (flow.personId !== null && proved.personId !== flow.personId) throw anotherAccount();
  // A first factor is no second one.
  if (flow.requestedLevel === 'aal2' && proved.level === 'aal1') return noMore;
  const account = await findIdentity(context.database, proved.personId);
  if (!account) return noMore;
  const refused = refusalOf(account);
  if (refused) {
    await recordEvent(context.database, {
      action: 'sign_in_failed',
      personId: account.personId,
      ip: visitor.from.address,
      details: { method: proved.method, reason: account.state },
    });
    return refused;
  }
  const builds = flow.requestedLevel === 'aal2' || flow.refresh;
  const proof = addProof(step, builds ? session : undefined, proved);
  const begun = await context.database
    .transaction((transaction) => beginSession(transaction, step, account, proof, { evidence: proved.stillHolds }))
    .catch(unlessOver);
  if (!begun) return noMore;
  const { token, session: made } = begun;
  const base = { outcome: 'ended', sessionToken: token } as const;
  if (account.requiredLevel <= proof.level) return { ...base, next: flow.returnTo ?? '/', body: { session: made } };
  const next = secondStep(flow.returnTo);
  return {
    ...base,
    next,
    body: { session: made, continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: next }] },
  };
}

const noMore: Refused = {
  outcome: 'refused',
  messages: [failure(UI_TEXT.credentialsInvalid, 'The account was changed at the same time. Try again.')],
};

/** @returns undefined for a proof that is over; everything else is thrown on. */
export function unlessOver(error: unknown): undefined {
  if (!(error instanceof ProofIsOver)) throw error;
}

/** Told only to who proved that the account is his. */
function refusalOf({ state }: IdentityAccount): Refused | undefined {
  if (state === 'active') return undefined;
  return {
    outcome: 'refused',
    messages: [failure(4000036, 'This account is not active. Ask an administrator to activate it.')],
  };
}
