import { UI_TEXT } from '@watchroom/contract/identity';
import { findIdentity } from '../../identities.ts';
import { proofOf } from '../../sessions.ts';
import { FlowError, flowExpired } from '../flow-error.ts';
import type { Proved } from '../method.ts';
import type { FlowRules, Submitted, VisitorStep } from '../rules.ts';
import { beginSession } from '../sign-in.ts';
import { verifyAddress } from '../verify-address.ts';
import { secondStep } from '../second-step.ts';

/** Coming in again by a code to one's address. A second factor is still asked for, and other sessions stay until the password changes. */
export const recoveryRules: FlowRules = {
  kind: 'recovery',
  firstState: 'choose_method',
  async begin(_context, { session }) {
    if (session) throw new FlowError('session_already_available', 'You are signed in already.');
    return {};
  },
  nodesOf: (method, step) => method.recovery?.nodes(step),
  async submit(method, step, sent) {
    const result = await method.recovery?.submit(step, sent);
    if (result === undefined) return { outcome: 'refused' };
    return result.outcome === 'proved' ? recover(step, result) : result;
  },
};

async function recover(step: VisitorStep, { personId, method }: Proved): Promise<Submitted> {
  const { context } = step;
  const account = await findIdentity(context.database, personId);
  if (account?.state !== 'active') throw flowExpired();
  const { token } = await context.database.transaction(async (transaction) => {
    // Whoever read the mail has the address.
    await verifyAddress(transaction, personId, new Date(context.clock.now()));
    return beginSession(transaction, step, account, proofOf(context.clock, method, 'aal1'), 'recovery');
  });
  const settings = `/profile-settings?recovered=${UI_TEXT.recovered}`;
  return {
    outcome: 'moved',
    sessionToken: token,
    to: account.requiredLevel === 'aal2' ? secondStep(settings) : settings,
  };
}
