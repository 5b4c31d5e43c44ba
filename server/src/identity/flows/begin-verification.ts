import { codeMethod } from './methods/code.ts';
import { FLOW_PAGES } from './present.ts';
import type { VisitorStep } from './rules.ts';
import { FLOW_LIFE, insertFlow, updateFlow } from './store.ts';

/** What a client does after a registration. */
interface ShowVerification {
  readonly action: 'show_verification_ui';
  readonly flow: { readonly id: string; readonly url: string; readonly verifiable_address: string };
}

/**
 * Begins the verification of an address after a registration, in the same browser, and mails the code. It looks and takes as
 * long for an address without an account, which gets no mail.
 */
export async function beginVerification(step: VisitorStep, email: string): Promise<ShowVerification> {
  const { context, flow } = step;
  const now = context.clock.now();
  const begun = await insertFlow(context.database, {
    kind: 'verification',
    browserHash: flow.browserHash,
    personId: null,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    requestedLevel: 'aal1',
    refresh: false,
    state: 'choose_method',
    issuedAt: new Date(now),
    expiresAt: new Date(now + FLOW_LIFE),
  });
  const asked = await codeMethod.verification.submit({ ...step, flow: begun }, { email, method: 'code' });
  if (asked.outcome === 'asked') {
    const { outcome: _, state, internal, ...shown } = asked;
    await updateFlow(context.database, begun.id, {
      ...(state ? { state } : {}),
      ...(internal ? { internal } : {}),
      shown: { ...shown, active: 'code' },
    });
  }
  return {
    action: 'show_verification_ui',
    flow: { id: begun.id, url: `${FLOW_PAGES.verification}?flow=${begun.id}`, verifiable_address: email },
  };
}
