import { UI_TEXT } from '@watchroom/contract/identity';
import { findIdentity } from '../../identities.ts';
import { proofOf } from '../../sessions.ts';
import { FlowError, flowExpired } from '../flow-error.ts';
import { keepLink } from '../flow-link.ts';
import type { Proved } from '../method.ts';
import type { FlowRules, Submitted, VisitorStep } from '../rules.ts';
import { unlessOver } from '../let-in.ts';
import { beginSession } from '../sign-in.ts';
import { verifyAddress } from '../verify-address.ts';
import { secondStep } from '../second-step.ts';

/** Coming in again by a code to one's address. A second factor is still asked for, and other sessions stay until the password changes. */
export const recoveryRules: FlowRules = {
  kind: 'recovery',
  firstState: 'choose_method',
  async begin(context, { session }, { token }) {
    if (session) throw new FlowError('session_already_available', 'You are signed in already.');
    return { internal: keepLink(context, token) };
  },
  nodesOf: (method, step) => method.recovery?.nodes(step),
  async submit(method, step, sent) {
    const result = await method.recovery?.submit(step, sent);
    if (result === undefined) return { outcome: 'refused' };
    return result.outcome === 'proved' ? recover(step, result) : result;
  },
};

async function recover(step: VisitorStep, { personId, method, stillHolds }: Proved): Promise<Submitted> {
  const { context } = step;
  const account = await findIdentity(context.database, personId);
  if (!account) throw flowExpired();
  const proof = proofOf(context.clock, method, 'aal1');
  const begun = await context.database
    .transaction(async (transaction) => {
      const made = await beginSession(transaction, step, account, proof, { evidence: stillHolds, action: 'recovery' });
      // Whoever read the mail has the address.
      await verifyAddress(transaction, personId, new Date(context.clock.now()));
      return made;
    })
    .catch(unlessOver);
  if (!begun) throw flowExpired();
  const settings = `/profile-settings?recovered=${UI_TEXT.recovered}`;
  return {
    outcome: 'moved',
    sessionToken: begun.token,
    to: account.requiredLevel === 'aal2' ? secondStep(settings) : settings,
  };
}
