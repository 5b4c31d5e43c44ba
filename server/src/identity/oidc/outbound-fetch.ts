import { OutboundError, type Outbound } from '@watchroom/outbound';
import type { CustomFetch, FetchBody } from 'openid-client';
import { isSafeAddress } from './safe-address.ts';

/** ms for one request to a provider, all in all: a person waits for it. */
const PATIENCE = 10_000;

/** Documents, keys and tokens are a few KiB. */
const MOST_BYTES = 512 * 1024;

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** A `fetch` that takes the one way out and follows no redirect. @returns what openid-client takes as its fetch. */
export function outboundFetch(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    // A discovery document names further addresses; they are held to the same rule as the issuer.
    if (!isSafeAddress(url))
      throw new OutboundError('scheme', `${new URL(url).origin} is not asked: it is neither https nor on this machine`);
    const sent = bodyOf(body);
    const answer = await outbound.request({
      url,
      method,
      headers,
      maxRedirects: 0,
      maxBytes: MOST_BYTES,
      timeout: PATIENCE,
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal === undefined ? {} : { signal }),
    });
    const received = new Headers();
    // What the body was encoded with is undone already.
    for (const [name, value] of Object.entries(answer.headers))
      if (name !== 'content-encoding' && name !== 'content-length')
        for (const one of [value].flat()) received.append(name, one);
    const content = WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, statusText: answer.statusText, headers: received });
  };
}

function bodyOf(body: FetchBody): string | Uint8Array | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a provider is sent texts and forms only');
}
