import { type IdentityTraits, UI_TEXT } from '@watchroom/contract/identity';
import { beginAttempt } from '../attempts.ts';
import { recordEvent } from '../audit/audit.ts';
import { makeCode, useCode } from '../codes.ts';
import { queueMail } from '../mail/outbox.ts';
import { registrationMail, triedRegistrationMail } from '../mail/texts.ts';
import { findPersonIdByEmail } from '../people.ts';
import { flowExpired } from './flow-error.ts';
import type { Registering, Sent, Step } from './method.ts';
import { findMethod } from './methods/index.ts';
import { failure, info, required, success } from './nodes.ts';
import { insertPerson } from './insert-person.ts';
import { FLOW_PAGES } from './present.ts';
import type { Submitted, VisitorStep } from './rules.ts';
import { FLOW_LIFE, insertFlow, takeFlow, updateFlow } from './store.ts';
import type { StoredFlow } from './flow.ts';

/**
 * A registration of somebody whose address nobody vouches for. No account is made before the code from the mail is typed into
 * the browser that registered: an account that waited for that could be taken by whoever registered it first with a password of
 * his own, once its owner verified it.
 */
interface PendingRegistration {
  readonly traits: IdentityTraits;
  readonly method: string;
  readonly credential: string;
}

const SEALED_FOR = 'pending registration';

/** What a client does next. */
interface ShowVerification {
  readonly action: 'show_verification_ui';
  readonly flow: { readonly id: string; readonly url: string; readonly verifiable_address: string };
}

/** Ends the registration and begins the verification of its address. Looks and takes as long for one that has an account. */
export async function beginPending(
  step: VisitorStep,
  { method, credential }: Registering,
  traits: IdentityTraits,
): Promise<ShowVerification> {
  const { context, flow } = step;
  const now = context.clock.now();
  const pending: PendingRegistration = { traits, method, credential };
  const begun = await context.database.transaction(async (transaction) => {
    if (!(await takeFlow(transaction, flow.id, new Date(now)))) throw flowExpired();
    const made = await insertFlow(transaction, {
      kind: 'verification',
      browserHash: flow.browserHash,
      personId: null,
      requestUrl: flow.requestUrl,
      returnTo: flow.returnTo,
      requestedLevel: 'aal1',
      refresh: false,
      state: 'sent_email',
      internal: {
        registration: context.secretBox.seal(JSON.stringify(pending), SEALED_FOR),
        // Under the name of the method whose form asks for the code.
        code: { email: traits.email },
      },
      shown: { messages: [sentMessage], active: 'code' },
      issuedAt: new Date(now),
      expiresAt: new Date(now + FLOW_LIFE),
    });
    await mailCode(transaction, step, made, traits.email);
    return made;
  });
  return {
    action: 'show_verification_ui',
    flow: {
      id: begun.id,
      url: `${FLOW_PAGES.verification}?flow=${begun.id}`,
      verifiable_address: traits.email,
    },
  };
}

const sentMessage = info(
  UI_TEXT.verificationCodeSent,
  'We sent a mail to your address. Enter the code from it here; it works for 15 minutes.',
);

export function isPending({ internal }: StoredFlow): boolean {
  return typeof internal['registration'] === 'string';
}

/** A code for who registered, or a word of warning for whose address it is already. */
async function mailCode(
  transaction: Parameters<typeof queueMail>[0],
  { context }: Step,
  flow: StoredFlow,
  email: string,
): Promise<void> {
  const secret = await makeCode(transaction, context, {
    purpose: 'verification',
    flowId: flow.id,
    email,
    personId: undefined,
  });
  if (!secret) return;
  const isTaken = (await findPersonIdByEmail(transaction, email)) !== undefined;
  const mail = isTaken
    ? triedRegistrationMail(email, context.linkBase())
    : registrationMail(email, context.linkBase(), secret.code);
  await queueMail(transaction, mail);
}

/** A step of the verification of such a registration: the code, or the wish for another one. */
export async function submitPending(step: VisitorStep, sent: Sent): Promise<Submitted> {
  const { context, flow, ip } = step;
  const pending = JSON.parse(
    context.secretBox.open(String(flow.internal['registration']), SEALED_FOR),
  ) as PendingRegistration;
  const { email } = pending.traits;
  const code = typeof sent['code'] === 'string' ? sent['code'].replace(/\s/g, '') : '';
  if (sent['method'] !== 'code' && sent['email'] !== undefined) {
    await beginAttempt(context, `registration ${email}`, ip);
    await context.database.transaction((transaction) => mailCode(transaction, step, flow, email));
    return { outcome: 'asked', messages: [sentMessage] };
  }
  if (code === '') return { outcome: 'refused', fields: { code: required('code') } };
  const attempt = await beginAttempt(context, `registration code ${email}`, ip);
  const { result } = await useCode(context.database, context, { purpose: 'verification', flowId: flow.id, code });
  if (result === 'wrong')
    return {
      outcome: 'refused',
      messages: [failure(4070006, 'The code is wrong. Enter the six digits from the newest mail.')],
    };
  if (result === 'over')
    return {
      outcome: 'refused',
      messages: [failure(4070006, 'This code is no longer valid. Request a new one.')],
    };
  await attempt.succeeded();
  return complete(step, pending);
}

async function complete(step: VisitorStep, { traits, method, credential }: PendingRegistration): Promise<Submitted> {
  const { context, flow, visitor } = step;
  const shown = await context.database.transaction(
    async (transaction) => {
      const personId = await insertPerson(transaction, traits, new Date(context.clock.now()));
      if (personId === undefined) return undefined;
      await findMethod(method)?.registration?.store(transaction, personId, credential);
      await recordEvent(transaction, { action: 'verification', personId, ip: visitor.from.address });
      return updateFlow(transaction, flow.id, {
        state: 'passed_challenge',
        internal: { registration: null, code: null },
        shown: {
          messages: [success(UI_TEXT.verified, 'You verified your email. Sign in with it now.')],
          active: 'code',
        },
      });
    },
    { personId: null, ip: visitor.from.address },
  );
  if (shown) return { outcome: 'shown', flow: shown };
  return {
    outcome: 'refused',
    messages: [failure(4000007, 'This email has an account. Sign in to it, or recover it.')],
  };
}
