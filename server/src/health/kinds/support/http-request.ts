import type { HttpAnswer as OutboundAnswer, Outbound, TlsOptions } from '@watchroom/outbound';
import type { HttpSpec } from '../http.ts';
import { signedHeaders } from './aws-signature.ts';
import { answerDigest } from './digest.ts';
import { durationMillis } from './duration.ts';
import { clientCredentialsToken } from './oauth2.ts';

// The outbound module never follows more; the field may say more because old documents do.
const MAX_REDIRECTS = 5;

// Some hundred answers can be in memory at once. A larger one fails the check with a message that names the cap.
const MAX_BODY_BYTES = 4 * 1_048_576;

type HeaderLines = (readonly [name: string, value: string])[];

export interface HttpRequest {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** Milliseconds for everything together, authentication included. */
  readonly timeout: number;
  readonly url: string;
  readonly spec: HttpSpec;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: OutboundAnswer['headers'];
  /** Where the answer came from, without credentials. */
  readonly url: string;
  readonly body: string;
  /** Milliseconds from the first byte sent to the last received, redirects included. */
  readonly elapsed: number;
  readonly certificateExpires: Date | undefined;
}

/** Sends the request that the entry describes, with its authentication. Throws what the connection throws. */
export async function requestAsSpecified(request: HttpRequest): Promise<HttpAnswer> {
  const { spec } = request;
  const ends = performance.now() + request.timeout;
  const { url, username, password } = addressAndLogin(request.url, spec);
  let headers: HeaderLines = (spec.headers ?? []).map(({ name, value }) => [name, value ?? '']);
  const tls = tlsOptionsOf(spec);
  const send = (to: URL, lines: HeaderLines): Promise<OutboundAnswer> =>
    request.outbound.request({
      url: to.href,
      method: spec.method,
      headers: lines,
      ...(spec.body === undefined ? {} : { body: spec.body }),
      signal: request.signal,
      timeout: Math.max(1, ends - performance.now()),
      maxBytes: MAX_BODY_BYTES,
      maxRedirects: Math.min(spec.maxRedirects, MAX_REDIRECTS),
      ...(tls ? { tls } : {}),
    });

  if (spec.oauth2) {
    const token = await clientCredentialsToken(
      request,
      { clientId: username, clientSecret: password },
      spec.oauth2,
      tls,
    );
    headers = withAuthorization(headers, `Bearer ${token}`);
  } else if (spec.awsSigV4) {
    const parts = { method: spec.method, url, headers: Object.fromEntries(headers), body: spec.body };
    headers = Object.entries(signedHeaders(parts, spec.awsSigV4));
  } else if (username !== '' && !spec.digest) {
    headers = withAuthorization(headers, `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  }

  const first = await send(url, headers);
  const challenge = first.status === 401 && spec.digest ? first.headers['www-authenticate'] : undefined;
  if (challenge === undefined) return answerOf(first, first.timings.total);
  const asked = new URL(first.url);
  const answer = answerDigest([challenge].flat().join(', '), {
    method: spec.method,
    uri: `${asked.pathname}${asked.search}`,
    body: spec.body ?? '',
    username,
    password,
  });
  // A redirect to another server must not carry the login there, not even hashed.
  if (answer === undefined || asked.origin !== url.origin) return answerOf(first, first.timings.total);
  const second = await send(asked, withAuthorization(headers, answer));
  return answerOf(second, first.timings.total + second.timings.total);
}

/** TLS options of the entry, for every connection that it makes; undefined when it sets none. */
export function tlsOptionsOf(spec: HttpSpec): TlsOptions | undefined {
  const tls = spec.tlsConfig;
  if (!tls) return undefined;
  return {
    ...(tls.insecureSkipVerify ? { rejectUnauthorized: false } : {}),
    ...(tls.handshakeTimeout === undefined ? {} : { handshakeTimeout: durationMillis(tls.handshakeTimeout) }),
    ...(tls.ca?.value ? { ca: tls.ca.value } : {}),
    ...(tls.cert?.value ? { cert: tls.cert.value } : {}),
    ...(tls.key?.value ? { key: tls.key.value } : {}),
  };
}

function addressAndLogin(address: string, spec: HttpSpec): { url: URL; username: string; password: string } {
  const url = new URL(address);
  const username = spec.username?.value ?? decoded(url.username);
  const password = spec.password?.value ?? decoded(url.password);
  url.username = '';
  url.password = '';
  return { url, username, password };
}

/** User name or password of an address; a lone percent sign is meant as it stands. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withAuthorization(headers: HeaderLines, value: string): HeaderLines {
  return [...headers.filter(([name]) => name.toLowerCase() !== 'authorization'), ['Authorization', value]];
}

function answerOf(response: OutboundAnswer, elapsed: number): HttpAnswer {
  return {
    status: response.status,
    headers: response.headers,
    url: response.url,
    body: textOf(response),
    elapsed,
    certificateExpires: response.certificate?.validTo,
  };
}

/** The body in the charset that the answer names; as UTF-8 when it names none that we know. */
function textOf(response: OutboundAnswer): string {
  const type = [response.headers['content-type'] ?? ''].flat().join();
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    return new TextDecoder().decode(response.body);
  }
}
