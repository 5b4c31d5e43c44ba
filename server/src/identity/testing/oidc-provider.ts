import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createOutbound, type HttpAnswer, type Outbound, readText } from '@watchroom/outbound';
import { Provider } from 'oidc-provider';
import { serveHttp } from '../../../../libraries/outbound/tests/servers.ts';
import type { OidcProvider } from '../oidc/provider.ts';

/** What an account at the provider is told as, beside its subject. */
export type Claims = Readonly<Record<string, unknown>>;

export interface TestProvider extends AsyncDisposable {
  /** As the configuration of the server names it. */
  readonly configuration: OidcProvider;
  readonly issuer: string;
  /** Subject → claims. */
  readonly accounts: Map<string, Claims>;
  /** Changes the claims of the next ID tokens, which are signed again; `key: 'foreign'` with a key that is not the provider's, `none` with nothing. */
  tamper: { readonly claims?: Claims; readonly key?: 'own' | 'foreign' | 'none' } | undefined;
  /** Paths that were asked so far. */
  readonly asked: string[];
  /** From now on each request is answered with 503. */
  isDown: boolean;
}

// The library warns of each setting that a real provider should have, for each provider of each test.
for (const name of ['info', 'warn'] as const) {
  const say = console[name];
  console[name] = (...words: unknown[]) => {
    if (!String(words[0]).startsWith('oidc-provider ')) say(...words);
  };
}

type Form = Readonly<Record<string, string>>;

const CLIENT = { id: 'watchroom', secret: 'the secret of this client' } as const;

/** A real OpenID Connect provider on this machine, with its own login pages; `back` are the addresses it may send browsers to. */
export async function startOidcProvider(
  back: readonly string[],
  { id = 'corp', label = 'Corp' }: { id?: string; label?: string } = {},
): Promise<TestProvider> {
  const own = newKey();
  const foreign = newKey();
  const accounts = new Map<string, Claims>();
  const asked: string[] = [];
  // The provider needs its address, which is known when somebody listens.
  let handle: RequestListener = (_, response) => void response.writeHead(503).end('starts');
  const server = await serveHttp((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://provider').pathname);
    if (provider.isDown) response.writeHead(503).end('down');
    else handle(request, response);
  });
  const issuer = server.url;
  const oidc = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...back] }],
    jwks: { keys: [own.jwk] },
    cookies: { keys: ['only for tests'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    pkce: { required: () => true },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...accounts.get(subject) }),
    }),
  });
  oidc.use(async (context, next) => {
    await next();
    const answer: unknown = context.body;
    const { tamper } = provider;
    if (tamper === undefined || !context.path.endsWith('/token') || !hasIdToken(answer)) return;
    const key = { own, foreign, none: undefined }[tamper.key ?? 'own'];
    context.body = { ...answer, id_token: resigned(answer.id_token, tamper.claims ?? {}, key) };
  });
  const answer = oidc.callback();
  handle = (request, response) => void answer(request, response);
  const provider: TestProvider = {
    configuration: {
      id,
      label,
      dialect: 'oidc',
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: ['openid', 'email', 'profile'],
    },
    issuer,
    accounts,
    tamper: undefined,
    asked,
    isDown: false,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return provider;
}

interface Key {
  readonly jwk: JsonWebKey & { kid: string; kty: string };
  sign(text: string): string;
}

function newKey(): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    jwk: { kty: 'RSA', ...privateKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' },
    sign: (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64url'),
  };
}

function resigned(token: string, claims: Claims, key: Key | undefined): string {
  const [header = '', payload = ''] = token.split('.');
  const told: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = `${key ? header : encoded({ alg: 'none' })}.${encoded({ ...Object(told), ...claims })}`;
  return `${changed}.${key?.sign(changed) ?? ''}`;
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function hasIdToken(answer: unknown): answer is { readonly id_token: string } {
  return typeof answer === 'object' && answer !== null && 'id_token' in answer && typeof answer.id_token === 'string';
}

/**
 * What a browser does at the provider: it fills in the pages as `subject` and agrees, or cancels.
 * @param cookies of an earlier visit; kept there.
 * @returns the address to which the provider sends the browser back.
 */
export async function visitProvider(
  address: string,
  subject: string,
  { cancels = false, cookies = new Map<string, string>() }: { cancels?: boolean; cookies?: Map<string, string> } = {},
): Promise<string> {
  await using outbound = createOutbound();
  const ask = (to: string, form?: Form) => request(outbound, cookies, to, form);
  const home = new URL(address).origin;
  let answer = await ask(address);
  for (let pages = 0; pages < 12; pages += 1) {
    const location = answer.headers['location'];
    const next = location === undefined ? undefined : new URL(String(location), address);
    if (next && next.origin !== home) return next.href;
    answer = await (next ? ask(next.href) : ask(...filledIn(readText(answer), subject, cancels)));
  }
  throw new Error('the provider never sends the browser back');
}

function filledIn(page: string, subject: string, cancels: boolean): [string, Form?] {
  const form = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  if (form === undefined) throw new Error(`the provider shows no form: ${page.slice(0, 300)}`);
  if (cancels) return [`${form}/abort`];
  const asksWho = page.includes('name="login"');
  return [form, asksWho ? { prompt: 'login', login: subject, password: 'any' } : { prompt: 'consent' }];
}

async function request(
  outbound: Outbound,
  cookies: Map<string, string>,
  url: string,
  form: Form | undefined,
): Promise<HttpAnswer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const type = 'application/x-www-form-urlencoded';
  const answer = await outbound.request({
    url,
    maxRedirects: 0,
    headers: { cookie, ...(form ? { 'content-type': type } : {}) },
    ...(form ? { method: 'POST', body: new URLSearchParams(form).toString() } : {}),
  });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return answer;
}
