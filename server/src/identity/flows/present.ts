import type { Flow, FlowKind, UiNode } from '@watchroom/contract/identity';
import { flowIdentity } from '../identities.ts';
import { csrfToken } from './csrf.ts';
import type { StoredFlow } from './flow.ts';
import { input, withShown } from './nodes.ts';
import type { Step } from './method.ts';

/** Where each flow is shown, to people. */
export const FLOW_PAGES: Readonly<Record<FlowKind, string>> = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
};

/**
 * A flow as clients see it.
 * @param nodes of the methods, without the anti-forgery token.
 * @param browser value of the anti-forgery cookie.
 */
export function presentFlow(step: Step, nodes: readonly UiNode[], browser: string): Flow {
  const { flow, account, context } = step;
  const token = input('default', {
    name: 'csrf_token',
    type: 'hidden',
    value: csrfToken(context.key, browser, flow.id),
    required: true,
  });
  return {
    id: flow.id,
    type: 'browser',
    issued_at: flow.issuedAt.toISOString(),
    expires_at: flow.expiresAt.toISOString(),
    request_url: flow.requestUrl,
    ...(flow.returnTo === null ? {} : { return_to: flow.returnTo }),
    ui: {
      action: actionOf(step.origin, flow),
      method: 'POST',
      nodes: withShown([token, ...nodes], flow.shown),
      messages: flow.shown.messages ?? [],
    },
    state: flow.state,
    ...(flow.shown.active === undefined ? {} : { active: flow.shown.active }),
    ...(flow.kind === 'login' ? { refresh: flow.refresh, requested_aal: flow.requestedLevel } : {}),
    ...(flow.kind === 'settings' && account ? { identity: flowIdentity(account) } : {}),
  };
}

/** Under the prefix at which every client reaches the protocol, whatever proxy stands before it. */
function actionOf(origin: string, flow: StoredFlow): string {
  return `${origin}/api/.ory/self-service/${flow.kind}?flow=${flow.id}`;
}
