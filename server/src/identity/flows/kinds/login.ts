import { UI_TEXT } from '@watchroom/contract/identity';
import { FlowError } from '../flow-error.ts';
import { anotherAccount, letIn } from '../let-in.ts';
import { info, input } from '../nodes.ts';
import { registerAccount } from '../register-account.ts';
import type { FlowRules } from '../rules.ts';

/** Signing in: with a first factor, with a second one on top of it (`aal2`), or anew by who is signed in (`refresh`). */
export const loginRules: FlowRules = {
  kind: 'login',
  firstState: 'choose_method',
  async begin(_context, { session, account }, { refresh, aal }) {
    if (!session || !account) {
      if (aal === 'aal2') throw new FlowError('session_inactive', 'Sign in first.');
      return {};
    }
    const own = { personId: account.personId };
    if (refresh)
      return {
        ...own,
        refresh: true,
        shown: { messages: [info(UI_TEXT.loginRefresh, 'Please confirm that it is you.')] },
      };
    if (session.level === 'aal2' || account.requiredLevel === 'aal1')
      throw new FlowError('session_already_available', 'You are signed in already.');
    return {
      ...own,
      requestedLevel: 'aal2',
      shown: { messages: [info(UI_TEXT.loginSecondFactor, 'Please complete the second step.')] },
    };
  },
  judge: refuseOtherPerson,
  nodes: ({ flow, account }) =>
    flow.requestedLevel === 'aal2'
      ? []
      : [
          input(
            'default',
            {
              name: 'identifier',
              type: 'text',
              value: flow.refresh ? (account?.email ?? '') : '',
              required: true,
              autocomplete: 'username webauthn',
            },
            info(1070007, 'Email'),
          ),
        ],
  nodesOf: (method, step) => method.login?.nodes(step),
  async submit(method, step, sent) {
    const result = await method.login?.submit(step, sent);
    if (result === undefined) return { outcome: 'refused' };
    if (result.outcome === 'registering') {
      if (step.flow.personId !== null) throw anotherAccount();
      return registerAccount(step, result);
    }
    return result.outcome === 'proved' ? letIn(step, result) : result;
  },
};

/** A flow that was begun to raise somebody's session is of no use to another person who signed in meanwhile. */
function refuseOtherPerson({
  flow,
  session,
}: {
  flow: { personId: string | null };
  session?: { personId: string } | undefined;
}) {
  if (flow.personId !== null && session?.personId !== flow.personId)
    throw new FlowError('security_identity_mismatch', 'Someone else signed in in the meantime. Please start again.');
}
