import { UI_TEXT } from '@watchroom/contract/identity';
import { FlowError } from '../flow-error.ts';
import { invitationOf, invitationOver, keepInvitation, mayRegister } from '../flow-invitation.ts';
import { letIn } from '../let-in.ts';
import { failure, info } from '../nodes.ts';
import { registerAccount } from '../register-account.ts';
import type { FlowRules } from '../rules.ts';
import { traitNodes } from '../traits.ts';

/** Making an account: by everybody, by who was invited, or by nobody, as it is configured. */
export const registrationRules: FlowRules = {
  kind: 'registration',
  firstState: 'choose_method',
  async begin(context, { session }, { invitation }) {
    if (session) throw new FlowError('session_already_available', 'You are signed in already.');
    if (context.registration === 'closed') return { shown: { messages: [closed] } };
    if (invitation === undefined)
      return context.registration === 'open' ? {} : { shown: { messages: [invitationOnly] } };
    const kept = await keepInvitation(context, invitation);
    return kept ? { internal: { invitation: kept } } : { shown: { messages: [invitationOver] } };
  },
  offersMethods: mayRegister,
  nodes(step) {
    if (!mayRegister(step)) return [];
    const invited = invitationOf(step);
    const traits = invited && {
      email: invited.email,
      name: { first: invited.firstName, last: invited.lastName },
    };
    return traitNodes(traits, { emailIsFixed: invited !== undefined });
  },
  nodesOf: (method, step) => method.registration?.nodes(step),
  async submit(method, step, sent) {
    if (!mayRegister(step)) return { outcome: 'refused', messages: step.flow.shown.messages ?? [] };
    const result = await method.registration?.submit(step, sent);
    if (result === undefined) return { outcome: 'refused' };
    if (result.outcome === 'registering') return registerAccount(step, result);
    return result.outcome === 'proved' ? letIn(step, result) : result;
  },
};

const closed = failure(UI_TEXT.registrationRefused, 'Registration is closed. Ask an administrator for an account.');
const invitationOnly = info(
  UI_TEXT.registrationRefused,
  'Registration is by invitation only. Open the link that you were sent, or ask an administrator for one.',
);
