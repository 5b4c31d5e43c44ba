import { randomBytes } from 'node:crypto';
import type { Flow } from '@watchroom/contract/identity';
import { type Authenticator, createAuthenticator, type Misbehaviour } from './authenticator.ts';
import { type FlowAnswer, type FlowBrowser, valueOf } from './flow-browser.ts';
import type { SecondFactorPeople, SignedIn } from './second-factor-people.ts';

/** Where the server of these tests says to stand. */
export const ORIGIN = 'https://watch.example.com';

/** Answers of a key that were made for something else than what was asked. */
export const MADE_ELSEWHERE: readonly (readonly [string, Misbehaviour])[] = [
  ['for another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['at another origin', { origin: 'https://watch.example.com.evil.test' }],
  ['at the same host without https', { origin: 'http://watch.example.com' }],
  ['for another name', { rpId: 'evil.test' }],
  ['without a person who touched the key', { skipsUserPresence: true }],
  ['for another kind of call', { type: 'payment.get' }],
];

/** Options of the browser's call, as JSON; empty where there is no such button. */
export function optionsIn(flow: Flow, trigger: string): string {
  const value = valueOf(flow, trigger);
  return typeof value === 'string' ? value : '';
}

/** Begins settings and registers a key there. */
export async function registerKey(
  { browser }: SignedIn,
  key: Authenticator,
  how: Misbehaviour & { readonly name?: string } = {},
): Promise<FlowAnswer> {
  const { body: flow } = await browser.begin('settings');
  return browser.submit(flow, {
    method: 'webauthn',
    webauthn_register: key.create(optionsIn(flow, 'webauthn_register_trigger'), how),
    webauthn_register_displayname: how.name ?? 'My key',
  });
}

/** A new person, signed in, with a key. */
export async function withKey(people: SecondFactorPeople): Promise<SignedIn & { readonly key: Authenticator }> {
  const person = await people.signedIn();
  const key = createAuthenticator(ORIGIN);
  const { status } = await registerKey(person, key);
  if (status !== 200) throw new Error(`the key was answered with ${status}`);
  return { ...person, key };
}

export async function secondStepWithKey(
  browser: FlowBrowser,
  key: Authenticator,
  how: Misbehaviour = {},
): Promise<FlowAnswer> {
  const { body: flow } = await browser.begin('login', 'aal=aal2');
  const answer = key.get(optionsIn(flow, 'webauthn_login_trigger'), how);
  return browser.submit(flow, { method: 'webauthn', webauthn_login: answer });
}

/** @param query of the flow that is begun, `refresh=true`. */
export async function passkeySignIn(
  browser: FlowBrowser,
  key: Authenticator,
  how: Misbehaviour = {},
  query = '',
): Promise<FlowAnswer> {
  const { body: flow } = await browser.begin('login', query);
  const answer = key.get(optionsIn(flow, 'passkey_login_trigger'), how);
  return browser.submit(flow, { method: 'passkey', passkey_login: answer });
}
