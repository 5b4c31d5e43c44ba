import { createHmac } from 'node:crypto';
import type { Flow, FlowKind, Invited } from '@watchroom/contract/identity';
import type { BrowserContext } from 'playwright-core';
import { ADMIN, type Program } from './program.ts';

const JSON_WANTED = { accept: 'application/json' };

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs in by the flow protocol, as the sign-in page does; the cookies stay in the context. */
export async function signIn(context: BrowserContext, url: string, account: Account = ADMIN): Promise<void> {
  const flow = await beginFlow(context, url, 'login');
  await sendFlow(context, url, 'login', flow, {
    method: 'password',
    identifier: account.email,
    password: account.password,
  });
}

/** Invites somebody and takes the invitation up; he is signed in in this context. */
export async function register(context: BrowserContext, program: Program, account: Account): Promise<void> {
  const person = { firstName: 'Grace', lastName: 'Hopper', email: account.email, role: 'viewer' };
  const invited: Invited = (await program.call('POST', '/api/auth/invite_user', person)).body;
  const invitation = new URL(invited.link).searchParams.get('invitation') ?? '';
  const flow = await beginFlow(context, program.url, 'registration', { invitation });
  await sendFlow(context, program.url, 'registration', flow, {
    method: 'password',
    'traits.email': account.email,
    'traits.name.first': person.firstName,
    'traits.name.last': person.lastName,
    password: account.password,
  });
}

/** Sets up an authenticator app for whoever is signed in. @returns a function that tells the code of so many steps later. */
export async function addAuthenticator(context: BrowserContext, url: string): Promise<(later?: number) => string> {
  const flow = await beginFlow(context, url, 'settings');
  const text = flow.ui.nodes.map(({ attributes }) => attributes).find((node) => node.node_type === 'text');
  const secret = text?.node_type === 'text' ? String(text.text.context?.['secret']) : '';
  const codeAt = authenticator(secret);
  await sendFlow(context, url, 'settings', flow, { method: 'totp', totp_code: codeAt() });
  return codeAt;
}

/** An authenticator app with this key (RFC 6238): the code of now, or of so many steps of 30 seconds later. */
export function authenticator(secret: string): (later?: number) => string {
  const key = fromBase32(secret);
  return (later = 0) => {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
    const digest = createHmac('sha1', key).update(counter).digest();
    const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  };
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

async function beginFlow(context: BrowserContext, url: string, kind: FlowKind, query: Record<string, string> = {}) {
  const answer = await context.request.get(`${url}/kratos/self-service/${kind}/browser`, {
    headers: JSON_WANTED,
    params: query,
  });
  if (!answer.ok()) throw new Error(`the ${kind} flow answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Flow;
}

async function sendFlow(context: BrowserContext, url: string, kind: FlowKind, flow: Flow, values: object) {
  const token = flow.ui.nodes
    .map(({ attributes }) => attributes)
    .find((node) => node.node_type === 'input' && node.name === 'csrf_token');
  const answer = await context.request.post(`${url}/kratos/self-service/${kind}?flow=${flow.id}`, {
    headers: JSON_WANTED,
    data: { csrf_token: token?.node_type === 'input' ? token.value : undefined, ...values },
  });
  if (!answer.ok()) throw new Error(`the ${kind} step answered ${answer.status()}: ${await answer.text()}`);
}
