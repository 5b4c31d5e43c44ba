import { storableAddress } from '../../address.ts';
import { recordEvent } from '../../audit/audit.ts';
import type { FlowMethod, LoginPart, Step } from '../method.ts';
import { failure, info } from '../nodes.ts';
import { nextRound } from './support/flow-bytes.ts';
import { triggerNodes } from './support/passkey-nodes.ts';
import { findPasskey, listPasskeys, type Passkey, stillHasPasskey, takeUse } from './support/passkey-rows.ts';
import { sentText } from './support/sent.ts';
import { browserHasPasskeys, isOwnedBy, readAssertion, requestOptions, verifyAssertion } from './support/webauthn.ts';

const METHOD = 'passkey';
const GROUP = 'passkey';

const login: LoginPart = {
  async nodes(step) {
    const { flow, account, context } = step;
    if (flow.requestedLevel === 'aal2' || !browserHasPasskeys(step)) return [];
    const own = flow.refresh && account ? await listPasskeys(context.database, account.personId) : [];
    const usable = own.filter(({ verifiesUser }) => verifiesUser);
    if (flow.refresh && usable.length === 0) return [];
    const options = await requestOptions(step, METHOD, usable, 'required');
    return triggerNodes(step, GROUP, 'oryPasskeyLogin', options, info(1010021, 'Sign in with passkey'));
  },

  async submit(step, sent) {
    const key = await keyOf(step, sentText(sent, 'passkey_login'));
    if (key) {
      const { id, personId } = key;
      return { outcome: 'proved', personId, method: METHOD, level: 'aal2', stillHolds: stillHasPasskey(id, personId) };
    }
    return {
      outcome: 'refused',
      messages: [failure(4000015, 'This passkey was not accepted. Try again, or sign in another way.')],
      internal: nextRound(step, METHOD),
    };
  },
};

/** A passkey alone: the device is one factor, and that it checked its owner is the other. */
export const passkeyMethod: FlowMethod = { name: METHOD, group: GROUP, fields: ['passkey_login'], login };

/** Whom a key need not name, since it was asked for among his. */
function askedFor({ flow, account }: Step): string | undefined {
  return flow.refresh ? account?.personId : undefined;
}

/** The passkey that its owner signed with; undefined where anything about it is wrong. */
async function keyOf(step: Step, sent: string): Promise<Passkey | undefined> {
  const { context, flow, ip } = step;
  const given = flow.requestedLevel === 'aal1' ? readAssertion(sent) : undefined;
  const key = given && (await findPasskey(context.database, given.credentialId));
  if (!given || !key?.verifiesUser || !isOwnedBy(given, key.personId, askedFor(step))) return undefined;
  const assertion = await verifyAssertion(step, METHOD, key, given);
  if (!assertion?.verifiedUser) return undefined;
  const { personId } = key;
  const use = { counter: assertion.counter, verifiesUser: false, now: new Date(context.clock.now()) };
  if (await takeUse(context.database, key.id, use)) return key;
  await recordEvent(context.database, {
    action: 'second_factor_failed',
    personId,
    ip: storableAddress(ip),
    details: { method: METHOD, reason: 'counter did not grow' },
  });
  return undefined;
}
