import type { Flow, FlowKind } from '@watchroom/contract/identity';
import type { AccountsContext } from '../context.ts';
import { findIdentity } from '../identities.ts';
import { hashOfBrowser, isCsrfToken } from './csrf.ts';
import type { StoredFlow } from './flow.ts';
import { FlowError, flowExpired, forgedRequest } from './flow-error.ts';
import { loginRules } from './kinds/login.ts';
import { recoveryRules } from './kinds/recovery.ts';
import { registrationRules } from './kinds/registration.ts';
import { settingsRules } from './kinds/settings.ts';
import { verificationRules } from './kinds/verification.ts';
import type { FlowMethod, Sent } from './method.ts';
import { failure } from './nodes.ts';
import { presentFlow } from './present.ts';
import type { BeginQuery, FlowRules, Submitted, VisitorStep } from './rules.ts';
import { FLOW_LIFE, findFlow, insertFlow, updateFlow } from './store.ts';
import type { Visitor } from './visitor.ts';

const FLOW_RULES: Readonly<Record<FlowKind, FlowRules>> = {
  login: loginRules,
  registration: registrationRules,
  recovery: recoveryRules,
  verification: verificationRules,
  settings: settingsRules,
};

/** A visitor with the anti-forgery cookie of his browser. */
export interface Browser {
  readonly visitor: Visitor;
  readonly value: string;
}

/** What a step ends in, for HTTP. */
export type StepAnswer =
  | { readonly kind: 'flow'; readonly flow: Flow; readonly isRefused: boolean }
  | { readonly kind: 'over'; readonly body: object; readonly next: string; readonly sessionToken?: string }
  | { readonly kind: 'moved'; readonly to: string; readonly sessionToken?: string };

export interface FlowEngine {
  /** @throws FlowError */
  begin(kind: FlowKind, browser: Browser, requestUrl: string, query: BeginQuery): Promise<Flow>;
  /** @throws FlowError not_found for another browser's flow too: it does not learn that there is one. */
  read(kind: FlowKind, browser: Browser, id: string): Promise<Flow>;
  /** @throws FlowError, TooManyAttempts */
  submit(kind: FlowKind, browser: Browser, id: string, sent: Sent): Promise<StepAnswer>;
  /** The answer of another site, which carries no anti-forgery token: the method's own state stands for it. @throws FlowError */
  resume(kind: FlowKind, browser: Browser, id: string, method: string, sent: Sent): Promise<StepAnswer>;
}

/** The state machine of the embedded accounts: guards a flow, calls a method, and stores what comes of it. */
export function createFlowEngine(context: AccountsContext, methods: readonly FlowMethod[]): FlowEngine {
  const { database, clock } = context;

  const stepOf = (flow: StoredFlow, { visitor }: Browser): VisitorStep => ({ ...visitor, context, flow, visitor });

  async function present(flow: StoredFlow, browser: Browser): Promise<Flow> {
    const step = stepOf(flow, browser);
    const rules = FLOW_RULES[flow.kind];
    const isOffered = rules.offersMethods?.(step) ?? true;
    const nodes = isOffered
      ? await Promise.all(methods.map(async (method) => (await rules.nodesOf(method, step)) ?? []))
      : [];
    return presentFlow(step, [...(rules.nodes?.(step) ?? []), ...nodes.flat()], browser.value);
  }

  async function load(kind: FlowKind, browser: Browser, id: string): Promise<StoredFlow> {
    const flow = UUID.test(id) ? await findFlow(database, kind, id) : undefined;
    if (!flow) throw flowExpired();
    if (!flow.browserHash.equals(hashOfBrowser(browser.value))) throw forgedRequest();
    if (flow.expiresAt.getTime() <= clock.now()) throw flowExpired();
    FLOW_RULES[kind].judge?.(stepOf(flow, browser));
    return flow;
  }

  async function answer(
    flow: StoredFlow,
    browser: Browser,
    method: FlowMethod,
    result: Submitted,
  ): Promise<StepAnswer> {
    switch (result.outcome) {
      case 'ended':
        return { kind: 'over', ...result };
      case 'moved':
        return { kind: 'moved', ...result };
      case 'shown': {
        const browserAfter = await refreshed(browser, result.session);
        return { kind: 'flow', flow: await present(result.flow, browserAfter), isRefused: false };
      }
      case 'redirected': {
        const { internal = {} } = result;
        if (!(await updateFlow(database, flow.id, { internal, shown: { active: method.name } }))) throw flowExpired();
        return { kind: 'moved', to: result.to };
      }
      default: {
        const { outcome, internal = {}, ...shown } = result;
        const state = 'state' in shown ? shown.state : undefined;
        const { messages, fields, values } = shown;
        const stored = await updateFlow(database, flow.id, {
          ...(state ? { state } : {}),
          internal,
          shown: {
            ...(messages ? { messages } : {}),
            ...(fields ? { fields } : {}),
            ...(values ? { values } : {}),
            active: method.name,
          },
        });
        if (!stored) throw flowExpired();
        return { kind: 'flow', flow: await present(stored, browser), isRefused: outcome === 'refused' };
      }
    }
  }

  /** The account as it is after a change, and the session as the change left it. */
  async function refreshed(browser: Browser, session = browser.visitor.session): Promise<Browser> {
    const { visitor } = browser;
    const account = visitor.account && (await findIdentity(database, visitor.account.personId));
    return { ...browser, visitor: { ...visitor, account, session } };
  }

  async function take(kind: FlowKind, flow: StoredFlow, browser: Browser, method: FlowMethod, sent: Sent) {
    return answer(flow, browser, method, await FLOW_RULES[kind].submit(method, stepOf(flow, browser), sent));
  }

  return {
    async begin(kind, browser, requestUrl, query) {
      const { firstState, begin } = FLOW_RULES[kind];
      const now = clock.now();
      const flow = await insertFlow(database, {
        kind,
        browserHash: hashOfBrowser(browser.value),
        personId: null,
        requestUrl,
        returnTo: query.returnTo ?? null,
        requestedLevel: 'aal1',
        refresh: false,
        state: firstState,
        issuedAt: new Date(now),
        expiresAt: new Date(now + FLOW_LIFE),
        ...(await begin(context, browser.visitor, query)),
      });
      return present(flow, browser);
    },
    read: async (kind, browser, id) => present(await load(kind, browser, id), browser),
    async submit(kind, browser, id, sent) {
      const flow = await load(kind, browser, id);
      if (!isCsrfToken(context.key, browser.value, flow.id, sent['csrf_token'])) throw forgedRequest();
      const method = methodOf(methods, sent);
      if (!method) {
        const shown = { messages: [failure(4000001, 'Choose how to continue.')] };
        const stored = await updateFlow(database, flow.id, { shown });
        if (!stored) throw flowExpired();
        return { kind: 'flow', flow: await present(stored, browser), isRefused: true };
      }
      return take(kind, flow, browser, method, sent);
    },
    async resume(kind, browser, id, name, sent) {
      const flow = await load(kind, browser, id);
      const method = methods.find((one) => one.name === name);
      if (!method) throw new FlowError('not_found', 'There is no such way to sign in.');
      return take(kind, flow, browser, method, sent);
    },
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By its name; else by a field that only one has, as a button that says what is meant. */
function methodOf(methods: readonly FlowMethod[], sent: Sent): FlowMethod | undefined {
  const name = sent['method'];
  if (typeof name === 'string' && name !== '') return methods.find((method) => method.name === name);
  return methods.find(({ fields }) => fields.some((field) => sent[field] !== undefined && sent[field] !== ''));
}
