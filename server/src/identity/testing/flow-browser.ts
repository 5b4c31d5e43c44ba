import type { Flow, FlowKind, UiNode } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';

/** Status, body and headers of one answer. */
export interface FlowAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A browser with its own cookies that speaks the flow protocol. */
export interface FlowBrowser {
  /** One request with the cookies of this browser, which keeps those that come back. */
  send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<FlowAnswer>;
  /** Begins a flow. @param query `refresh=true&aal=aal2` … */
  begin(kind: FlowKind, query?: string): Promise<FlowAnswer<Flow>>;
  /** Sends values with the flow's anti-forgery token. */
  submit(flow: Flow, values: Record<string, unknown>, query?: string): Promise<FlowAnswer>;
  /** Begins a flow and sends values. */
  walk(kind: FlowKind, values: Record<string, unknown>, query?: string): Promise<FlowAnswer>;
  /** Signs in with a password; the answer is that of the submit. */
  signIn(email: string, password: string): Promise<FlowAnswer>;
  /** `GET /kratos/sessions/whoami` */
  whoAmI(): Promise<FlowAnswer>;
  /** Value of a cookie; undefined when there is none. */
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string): void;
}

/** @param from address of the peer, for limits. */
export function openFlowBrowser(app: FastifyInstance, from = '203.0.113.7'): FlowBrowser {
  const cookies = new Map<string, string>();
  const browser: FlowBrowser = {
    async send(method, url, body, headers = {}) {
      const answer = await app.inject({
        method,
        url,
        remoteAddress: from,
        headers: {
          accept: 'application/json',
          ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      for (const { name, value, maxAge, expires } of answer.cookies) {
        if (value === '' || maxAge === 0 || (expires && expires.getTime() <= 0)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const isJson = String(answer.headers['content-type'] ?? '').includes('json');
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: isJson && answer.body !== '' ? answer.json<Record<string, unknown>>() : {},
      };
    },
    begin: async (kind, query = '') =>
      (await browser.send('GET', `/kratos/self-service/${kind}/browser?${query}`)) as unknown as FlowAnswer<Flow>,
    submit: (flow, values, query = '') =>
      browser.send('POST', `/kratos/self-service/${kindOf(flow)}?flow=${flow.id}&${query}`, {
        csrf_token: valueOf(flow, 'csrf_token'),
        ...values,
      }),
    async walk(kind, values, query) {
      const begun = await browser.begin(kind, query);
      return begun.status === 200 ? browser.submit(begun.body, values) : (begun as unknown as FlowAnswer);
    },
    signIn: (email, password) => browser.walk('login', { method: 'password', identifier: email, password }),
    whoAmI: () => browser.send('GET', '/kratos/sessions/whoami'),
    cookie: (name) => cookies.get(name),
    setCookie: (name, value) => void cookies.set(name, value),
  };
  return browser;
}

function kindOf(flow: Flow): string {
  return /self-service\/(\w+)\?/.exec(flow.ui.action)?.[1] ?? '';
}

/** The node of an input, by its name. */
export function nodeOf(flow: Flow, name: string): UiNode | undefined {
  return flow.ui.nodes.find(({ attributes }) => attributes.node_type === 'input' && attributes.name === name);
}

export function valueOf(flow: Flow, name: string): unknown {
  const attributes = nodeOf(flow, name)?.attributes;
  return attributes?.node_type === 'input' ? attributes.value : undefined;
}
