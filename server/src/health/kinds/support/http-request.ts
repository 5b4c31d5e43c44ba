import {
  type HttpAnswer as OutboundAnswer,
  type HttpSession,
  type Outbound,
  readText,
  type TlsOptions,
} from '@watchroom/outbound';
import type { z } from 'zod';
import type { EnvVar, tlsConfig } from '../../../platform/kinds/credentials.ts';
import { durationMillis } from '../../../platform/kinds/duration.ts';
import { decoded } from '../../../platform/text/decoded.ts';
import { signedHeaders } from './aws-signature.ts';
import { answerDigest } from './digest.ts';
import type { awsSigV4, oauth2 } from './http-fields.ts';
import { requestByNtlm } from './ntlm.ts';
import { clientCredentialsToken } from './oauth2.ts';

// The outbound module never follows more; the field may say more because old documents do.
const MAX_REDIRECTS = 5;

// Some hundred answers can be in memory at once. A larger one fails the check with a message that names the cap.
const MAX_BODY_BYTES = 4 * 1_048_576;

type HeaderLines = (readonly [name: string, value: string])[];

interface Sending {
  /** Keeps one connection for itself and judges a redirect instead of following it. */
  readonly session?: HttpSession;
  readonly withoutBody?: boolean;
}

/** The fields of an entry that say how to ask. */
export interface RequestFields {
  readonly method: string;
  readonly body?: string | undefined;
  readonly headers?: readonly { readonly name: string; readonly value?: string | undefined }[] | undefined;
  readonly username?: EnvVar | undefined;
  readonly password?: EnvVar | undefined;
  readonly digest?: boolean | undefined;
  readonly ntlm?: boolean | undefined;
  readonly ntlmv2?: boolean | undefined;
  readonly oauth2?: z.infer<typeof oauth2> | undefined;
  readonly awsSigV4?: z.infer<typeof awsSigV4> | undefined;
  readonly tlsConfig?: z.infer<typeof tlsConfig> | undefined;
  readonly maxRedirects: number;
}

export interface HttpRequest {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** Milliseconds for everything together, authentication included. */
  readonly timeout: number;
  readonly url: string;
  readonly spec: RequestFields;
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
  const send = (to: URL, lines: HeaderLines, more: Sending = {}): Promise<OutboundAnswer> =>
    (more.session ?? request.outbound).request({
      url: to.href,
      method: spec.method,
      headers: lines,
      ...(spec.body === undefined || more.withoutBody ? {} : { body: spec.body }),
      signal: request.signal,
      timeout: Math.max(1, ends - performance.now()),
      maxBytes: MAX_BODY_BYTES,
      maxRedirects: more.session ? 0 : Math.min(spec.maxRedirects, MAX_REDIRECTS),
      ...(tls ? { tls } : {}),
    });

  if (spec.ntlm || spec.ntlmv2) {
    using session = request.outbound.openSession();
    let elapsed = 0;
    const answer = await requestByNtlm(
      async (authorization, isProof) => {
        const one = await send(url, withAuthorization(headers, authorization), { session, withoutBody: !isProof });
        elapsed += one.timings.total;
        return one;
      },
      { username, password },
    );
    return answerOf(answer, elapsed);
  }
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
  const strayed = [first.url, ...first.redirects].some((hop) => new URL(hop).origin !== url.origin);
  const answer = answerDigest([challenge].flat().join(', '), {
    method: spec.method,
    uri: `${asked.pathname}${asked.search}`,
    body: spec.body ?? '',
    username,
    password,
  });
  // Another server on the way must not get the login, not even hashed, nor say where on ours it is sent to.
  if (answer === undefined || strayed) return answerOf(first, first.timings.total);
  const second = await send(asked, withAuthorization(headers, answer));
  return answerOf(second, first.timings.total + second.timings.total);
}

/** TLS options of the entry, for every connection that it makes; undefined when it sets none. */
function tlsOptionsOf(spec: RequestFields): TlsOptions | undefined {
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

function addressAndLogin(address: string, spec: RequestFields): { url: URL; username: string; password: string } {
  const url = new URL(address);
  const username = spec.username?.value ?? decoded(url.username);
  const password = spec.password?.value ?? decoded(url.password);
  url.username = '';
  url.password = '';
  return { url, username, password };
}

function withAuthorization(headers: HeaderLines, value: string): HeaderLines {
  return [...headers.filter(([name]) => name.toLowerCase() !== 'authorization'), ['Authorization', value]];
}

function answerOf(response: OutboundAnswer, elapsed: number): HttpAnswer {
  return {
    status: response.status,
    headers: response.headers,
    url: response.url,
    body: readText(response),
    elapsed,
    certificateExpires: response.certificate?.validTo,
  };
}
