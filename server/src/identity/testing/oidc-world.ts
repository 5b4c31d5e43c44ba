import type { Flow, FlowKind } from '@watchroom/contract/identity';
import { expect } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AccountsContext } from '../context.ts';
import type { OidcProvider } from '../oidc/provider.ts';
import type { FlowBrowser } from './flow-browser.ts';
import { type IdentityServer, serveIdentity } from './identity-server.ts';
import { type Claims, startOidcProvider, type TestProvider, visitProvider } from './oidc-provider.ts';

const HOME = 'http://watchroom.test';

/** Where the browser comes back to from a provider. */
export const backFrom = (provider: string): string => `${HOME}/kratos/self-service/methods/oidc/callback/${provider}`;

export interface OidcWorld extends AsyncDisposable {
  readonly database: Database;
  /** Its id is `corp`, its label Corp. */
  readonly provider: TestProvider;
  readonly server: IdentityServer;
}

/** A server of ours and a real provider, on a database of their own. @param accounts subject at the provider → claims. */
export async function startOidcWorld({
  registration = 'open',
  accounts = {},
  more = () => [],
}: {
  registration?: AccountsContext['registration'];
  accounts?: Readonly<Record<string, Claims>>;
  more?: (corp: OidcProvider) => readonly OidcProvider[];
} = {}): Promise<OidcWorld> {
  const stack = new AsyncDisposableStack();
  const { database } = stack.use(await createTestDatabase());
  const provider = stack.use(await startOidcProvider([backFrom('corp')]));
  for (const [subject, claims] of Object.entries(accounts)) provider.accounts.set(subject, claims);
  const oidcProviders = [provider.configuration, ...more(provider.configuration)];
  const server = stack.use(
    await serveIdentity(database, { publicUrl: HOME, accounts: { registration, oidcProviders } }),
  );
  return { database, provider, server, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Presses the button of Corp, or sends other values. @returns the address at the provider. */
export async function setOut(
  browser: FlowBrowser,
  flow: Flow,
  values: Record<string, unknown> = { method: 'oidc', provider: 'corp' },
): Promise<string> {
  const { status, body } = await browser.submit(flow, values);
  expect({ status, body }).toMatchObject({ status: 422 });
  return String(body['redirect_browser_to']);
}

/** Opens the address to which the provider sent the browser. @returns the page to which it is led on. */
export async function comeBack(browser: FlowBrowser, address: string): Promise<string> {
  const path = address.slice(HOME.length);
  const { status, headers } = await browser.send('GET', path, undefined, { accept: 'text/html' });
  expect(status).toBe(303);
  return String(headers['location']);
}

/** To the provider, where the browser signs in as `subject`, and back. @returns the page to which it is led on. */
export async function travel(
  browser: FlowBrowser,
  subject: string,
  { kind = 'login', query = '', values }: { kind?: FlowKind; query?: string; values?: Record<string, unknown> } = {},
): Promise<string> {
  const { body: flow } = await browser.begin(kind, query);
  return comeBack(browser, await visitProvider(await setOut(browser, flow, values), subject));
}

/** The flow that a page shows. */
export async function flowAt(browser: FlowBrowser, page: string): Promise<Flow> {
  const [, shown = '', id = ''] = /^\/([\w-]+)\?flow=(.*)$/.exec(page) ?? [];
  const kind = shown === 'profile-settings' ? 'settings' : shown;
  const { status, body } = await browser.send('GET', `/kratos/self-service/${kind}/flows?id=${id}`);
  expect({ status, page }).toEqual({ status: 200, page });
  return body as unknown as Flow;
}

export const messagesOf = (flow: Flow): readonly string[] => flow.ui.messages?.map(({ text }) => text) ?? [];

/** What the page of a flow says. */
export const messagesAt = async (browser: FlowBrowser, page: string): Promise<readonly string[]> =>
  messagesOf(await flowAt(browser, page));

/** Of who is signed in; else the status of the answer. */
export async function emailOf(browser: FlowBrowser): Promise<unknown> {
  const { status, body } = await browser.whoAmI();
  return status === 200 ? (body['identity'] as { traits: { email: string } }).traits.email : status;
}
