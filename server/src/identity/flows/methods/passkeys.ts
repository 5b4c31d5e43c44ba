import type { UiNode } from '@watchroom/contract/identity';
import { queueMail } from '../../mail/outbox.ts';
import { factorRemovedMail, methodAddedMail } from '../../mail/texts.ts';
import type { FlowMethod, LoginPart, Refused, SettingsPart, SettingsStep } from '../method.ts';
import { failure, info, input, required, submit } from '../nodes.ts';
import { nextRound } from './support/flow-bytes.ts';
import { triggerNodes } from './support/passkey-nodes.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type Passkey,
  stillHasPasskey,
  takeUse,
} from './support/passkey-rows.ts';
import { dropStrandedBackupCodes, lockSecondFactors } from './support/second-factors.ts';
import { askedForSecondStep, trySecondFactor } from './support/second-step.ts';
import { sentText } from './support/sent.ts';
import {
  browserHasPasskeys,
  creationOptions,
  readAssertion,
  readNewPasskey,
  requestOptions,
  verifyAssertion,
} from './support/webauthn.ts';

const METHOD = 'webauthn';
const GROUP = 'webauthn';
const MOST_KEYS = 20;
const LONGEST_NAME = 100;

const login: LoginPart = {
  async nodes(step) {
    const personId = askedForSecondStep(step);
    if (personId === undefined || !browserHasPasskeys(step)) return [];
    const keys = await listPasskeys(step.context.database, personId);
    if (keys.length === 0) return [];
    const options = await requestOptions(step, METHOD, keys, 'preferred');
    return triggerNodes(step, GROUP, 'oryWebAuthnLogin', options, info(1010008, 'Use security key or passkey'));
  },

  async submit(step, sent) {
    const refusal = {
      outcome: 'refused',
      messages: [failure(4000015, 'This key was not accepted. Try again, or use another second factor.')],
      internal: nextRound(step, METHOD),
    } as const;
    const personId = askedForSecondStep(step);
    if (personId === undefined) return refusal;
    const { database, clock } = step.context;
    return trySecondFactor(step, {
      personId,
      method: METHOD,
      refusal,
      async judge() {
        const given = readAssertion(sentText(sent, 'webauthn_login'));
        const key = given && (await findPasskey(database, given.credentialId));
        if (key?.personId !== personId) return 'no key of this person';
        const assertion = given && (await verifyAssertion(step, METHOD, key, given));
        if (!assertion) return 'not signed for this sign-in';
        const { counter, verifiedUser } = assertion;
        const use = { counter, verifiesUser: verifiedUser, now: new Date(clock.now()) };
        return (await takeUse(database, key.id, use)) ? stillHasPasskey(key.id, personId) : 'counter did not grow';
      },
    });
  },
};

const settings: SettingsPart = {
  async nodes(step) {
    const keys = await listPasskeys(step.context.database, step.account.personId);
    const own = keys.map(removeButton);
    if (keys.length >= MOST_KEYS || !browserHasPasskeys(step)) return own;
    const options = await creationOptions(step, METHOD, step.account, keys);
    return [
      ...own,
      input(
        GROUP,
        { name: 'webauthn_register_displayname', type: 'text', value: '', required: true, maxlength: LONGEST_NAME },
        info(1050013, 'Name of the new key'),
      ),
      ...triggerNodes(step, GROUP, 'oryWebAuthnRegistration', options, info(1050012, 'Add security key or passkey')),
    ];
  },

  async submit(step, sent) {
    const removed = sentText(sent, 'webauthn_remove');
    if (removed !== '') return remove(step, removed);
    return register(step, sentText(sent, 'webauthn_register'), sentText(sent, 'webauthn_register_displayname').trim());
  },
};

/** Security keys and passkeys as second factor, and the list of a person's own. */
export const webauthnMethod: FlowMethod = {
  name: METHOD,
  group: GROUP,
  fields: ['webauthn_login', 'webauthn_register', 'webauthn_remove'],
  login,
  settings,
};

async function register(step: SettingsStep, answer: string, name: string): ReturnType<SettingsPart['submit']> {
  const internal = nextRound(step, METHOD);
  const refused = (text: string): Refused => ({ outcome: 'refused', messages: [failure(4000001, text)], internal });
  const wrongName = nameRefusal(name);
  if (wrongName) return { ...wrongName, internal };
  const key = await readNewPasskey(step, METHOD, answer);
  if (!key) return refused('The key was not added. Start again and follow what the browser asks for.');
  const { personId, email } = step.account;
  return {
    outcome: 'saving',
    proves: { method: METHOD, level: 'aal2' },
    internal,
    async change(transaction) {
      await lockSecondFactors(transaction, personId);
      if ((await listPasskeys(transaction, personId)).length >= MOST_KEYS)
        return refused(`You have ${MOST_KEYS} keys, which is the most. Remove one before you add another.`);
      if (!(await insertPasskey(transaction, { ...key, personId, name })))
        return refused('This key is already registered. Use another one.');
      await queueMail(transaction, methodAddedMail(email, step.context.linkBase(), METHOD));
      return undefined;
    },
  };
}

function remove(step: SettingsStep, id: string): Awaited<ReturnType<SettingsPart['submit']>> {
  const { personId, email } = step.account;
  return {
    outcome: 'saving',
    // The key may be in other hands, and so may a session that was begun with it.
    endsOtherSessions: true,
    async change(transaction) {
      await lockSecondFactors(transaction, personId);
      if (!(await deletePasskey(transaction, personId, id)))
        return {
          outcome: 'refused',
          messages: [failure(4000013, 'You have no such key. It may already have been removed.')],
        };
      await dropStrandedBackupCodes(transaction, personId);
      await queueMail(transaction, factorRemovedMail(email, step.context.linkBase(), METHOD));
      return undefined;
    },
  };
}

function nameRefusal(name: string): Refused | undefined {
  const field = (message: ReturnType<typeof failure>): Refused => ({
    outcome: 'refused',
    fields: { webauthn_register_displayname: message },
  });
  if (name === '') return field(required('webauthn_register_displayname'));
  if (name.length > LONGEST_NAME) return field(failure(4000017, `At most ${LONGEST_NAME} characters.`));
  if (/\p{Cc}|\p{Cs}/u.test(name)) return field(failure(4000004, 'Use visible characters only.'));
  return undefined;
}

function removeButton({ id, name, createdAt }: Passkey): UiNode {
  const label = info(1050018, `Remove "${name}"`, {
    display_name: name,
    added_at: createdAt.toISOString(),
    added_at_unix: Math.floor(createdAt.getTime() / 1_000),
  });
  return submit(GROUP, 'webauthn_remove', id, label);
}
