import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from our own pages or from no page at all. Browsers send `Origin` with
 * every such request; a script that sends none brings no cookie that it did not type itself.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const host = new URL(origin).host;
  return host === request.host || (publicUrl !== undefined && host === new URL(publicUrl).host);
}

/**
 * Whether a request names this server by an address, `localhost` or its public name. Any other name may be one that a
 * web page made to point here (DNS rebinding), which matters where no sign-in stands in its way.
 */
export function isOwnHost(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { hostname } = request;
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return publicUrl !== undefined && hostname === new URL(publicUrl).hostname;
}
