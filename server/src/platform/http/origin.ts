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
