import { type Host, readHost } from './host-name.ts';
import type { HttpRequest } from './http-request.ts';
import { OutboundError } from './outbound-error.ts';
import type { TlsOptions } from './tls-trust.ts';

/** One hop of a request, ready to be sent. A redirect makes the next plan out of this one. */
export interface RequestPlan {
  url: URL;
  host: Host;
  port: number;
  method: string;
  /** what the caller gave, without those that we write ourselves */
  headers: [string, string][];
  body: Buffer | undefined;
  tls: TlsOptions | undefined;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Line breaks and NUL would end the header and start another one.
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
// We frame the message and hold the connection, so these are ours.
const framing = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);
// Any other header may hold a secret, and no list of names knows all that do.
const kept = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);
const bodyHeader = /^content-/i;
const maxUrlLength = 16_384;

/** Checks and completes what the caller gave; throws `bad_request` or `scheme`. */
export function planRequest(request: HttpRequest, userAgent: string): RequestPlan {
  const url = readUrl(request.url);
  const method = (request.method ?? 'GET').toUpperCase();
  if (!token.test(method) || method === 'CONNECT') {
    throw new OutboundError('bad_request', `"${method.slice(0, 40)}" is not an HTTP method that can be sent`);
  }
  const headers = readHeaders(request.headers);
  const has = (name: string): boolean => headers.some(([given]) => given.toLowerCase() === name);
  const login = loginOf(url);
  if (login !== undefined && !has('authorization')) headers.push(['Authorization', login]);
  if (!has('user-agent')) headers.push(['User-Agent', userAgent]);
  if (!has('accept')) headers.push(['Accept', '*/*']);
  if (!has('accept-encoding')) headers.push(['Accept-Encoding', 'gzip, deflate, br, zstd']);
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : bytesOf(request.body);
  return { ...place(url), method, headers, body, tls: request.tls };
}

/**
 * The plan after a 301, 302, 303, 307 or 308 (RFC 9110 section 15.4). Another origin (RFC 6454) was not chosen by the caller,
 * so it gets no client certificate, no body, and only headers that are never secret.
 * @throws OutboundError `redirects` where the body would have to leave the origin.
 */
export function planRedirect(plan: RequestPlan, status: number, location: string): RequestPlan {
  const url = URL.parse(readLocation(location), plan.url);
  if (url === null)
    throw new OutboundError('bad_response', `${plan.url.host} redirects to something that is not a URL`);
  checkScheme(url, `${plan.url.host} redirects to`);
  const becomesGet = status === 303 ? plan.method !== 'HEAD' : status <= 302 && plan.method === 'POST';
  const leavesOrigin = url.origin !== plan.url.origin;
  if (leavesOrigin && plan.body !== undefined && !becomesGet) {
    throw new OutboundError(
      'redirects',
      `${plan.url.host} redirects to another origin, ${url.host}, and the body of a request is not sent there; send it to that address if you trust it`,
    );
  }
  const headers = plan.headers.filter(([name]) =>
    leavesOrigin ? kept.has(name.toLowerCase()) : !(becomesGet && bodyHeader.test(name)),
  );
  return {
    ...place(url),
    method: becomesGet ? 'GET' : plan.method,
    headers,
    body: becomesGet ? undefined : plan.body,
    tls: leavesOrigin ? withoutIdentity(plan.tls) : plan.tls,
  };
}

/** The header lines as they are sent, flat: name, value, name, value. */
export function headerLines(plan: RequestPlan, keepAlive: boolean): string[] {
  const lines = plan.headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host', plan.url.host];
  for (const [name, value] of plan.headers) lines.push(name, value);
  if (plan.body !== undefined) lines.push('Content-Length', String(plan.body.length));
  else if (plan.method === 'POST' || plan.method === 'PUT' || plan.method === 'PATCH')
    lines.push('Content-Length', '0');
  // Written here, because node decides about it before it knows that the connection is not kept.
  if (!keepAlive) lines.push('Connection', 'close');
  return lines;
}

/** The URL for people: what signs the caller in is not part of it. */
export function withoutLogin(url: URL): string {
  if (url.username === '' && url.password === '') return url.href;
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy.href;
}

function readUrl(given: string | URL): URL {
  const text = String(given);
  if (text.length > maxUrlLength)
    throw new OutboundError('bad_request', `The URL is longer than ${maxUrlLength} characters`);
  const url = URL.parse(text);
  if (url === null)
    throw new OutboundError(
      'bad_request',
      'The address is not a URL; it needs a scheme and a host, as in https://example.com',
    );
  checkScheme(url, 'The address uses');
  return url;
}

function checkScheme(url: URL, lead: string): void {
  if (url.protocol === 'http:' || url.protocol === 'https:') return;
  throw new OutboundError('scheme', `${lead} ${url.protocol.slice(0, 40)}; only http: and https: are allowed`);
}

function place(url: URL): Pick<RequestPlan, 'url' | 'host' | 'port'> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { url, host: readHost(url.hostname), port };
}

function isPairs(given: NonNullable<HttpRequest['headers']>): given is readonly (readonly [string, string])[] {
  return Array.isArray(given);
}

function readHeaders(given: HttpRequest['headers']): [string, string][] {
  if (given === undefined) return [];
  const pairs: readonly (readonly [string, string])[] = isPairs(given) ? given : Object.entries(given);
  const headers: [string, string][] = [];
  for (const [name, value] of pairs) {
    if (!token.test(name)) throw new OutboundError('bad_request', `"${name.slice(0, 40)}" is not a header name`);
    if (!headerValue.test(value)) {
      throw new OutboundError(
        'bad_request',
        `The value of the header ${name} has characters that a header cannot hold`,
      );
    }
    if (!framing.has(name.toLowerCase())) headers.push([name, value]);
  }
  return headers;
}

function loginOf(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined;
  const login = `${decode(url.username)}:${decode(url.password)}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

// Node reads header bytes as Latin-1; what servers put into Location beyond ASCII is mostly UTF-8.
function readLocation(location: string): string {
  const text = Buffer.from(location, 'latin1').toString();
  return text.includes('\ufffd') ? location : text;
}

function bytesOf(body: Uint8Array | undefined): Buffer | undefined {
  return body === undefined ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign in a password is meant as it stands.
    return text;
  }
}

// A client certificate is an identity like a cookie: another origin does not get to see it.
function withoutIdentity(tls: TlsOptions | undefined): TlsOptions | undefined {
  if (tls === undefined) return undefined;
  const { cert: _cert, key: _key, servername: _servername, ...rest } = tls;
  return rest;
}
