import { UI_TEXT } from '@watchroom/contract/identity';
import { recordEvent } from '../../audit/audit.ts';
import { flowExpired } from '../flow-error.ts';
import { keepLink } from '../flow-link.ts';
import { success } from '../nodes.ts';
import { isPending, submitPending } from '../pending-registration.ts';
import type { FlowRules } from '../rules.ts';
import { updateFlow } from '../store.ts';
import { verifyAddress } from '../verify-address.ts';

/** Showing that an address is one's own. Nobody is signed in by it. */
export const verificationRules: FlowRules = {
  kind: 'verification',
  firstState: 'choose_method',
  begin: async (context, _visitor, { token }) => ({ internal: keepLink(context, token) }),
  offersMethods: ({ flow }) => flow.state !== 'passed_challenge',
  nodesOf: (method, step) => method.verification?.nodes(step),
  async submit(method, step, sent) {
    if (isPending(step.flow)) return submitPending(step, sent);
    const result = await method.verification?.submit(step, sent);
    if (result === undefined) return { outcome: 'refused' };
    if (result.outcome !== 'proved') return result;
    const { context, flow, visitor } = step;
    const { personId } = result;
    const shown = await context.database.transaction(
      async (transaction) => {
        // The code went to an address that the person may be changing at this moment.
        await transaction.query('select 1 from identity.identities where id = $1 for update', [personId]);
        if (!(await result.stillHolds(transaction))) return undefined;
        await verifyAddress(transaction, personId, new Date(context.clock.now()));
        await recordEvent(transaction, { action: 'verification', personId, ip: visitor.from.address });
        return updateFlow(transaction, flow.id, {
          state: 'passed_challenge',
          shown: { messages: [success(UI_TEXT.verified, 'You verified your email.')], active: method.name },
        });
      },
      { personId, ip: visitor.from.address },
    );
    if (!shown) throw flowExpired();
    return { outcome: 'shown', flow: shown };
  },
};
