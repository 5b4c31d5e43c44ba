import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { storableAddress } from './address.ts';
import { LONGEST, type SessionOrigin } from './sessions.ts';

const NAME = 'watchroom_session';

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  publicUrl: string | undefined,
) {
  // The server ends a session earlier; the cookie need not be sent anew while it is prolonged.
  reply.setCookie(NAME, token, { ...cookieAttributes(request, publicUrl), maxAge: LONGEST / 1_000 });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string | undefined) {
  reply.clearCookie(NAME, cookieAttributes(request, publicUrl));
}

export function sessionOrigin(request: FastifyRequest): SessionOrigin {
  return { userAgent: request.headers['user-agent'] ?? null, address: storableAddress(request.ip) };
}

/** Lax, not Strict: a link in a message must open the console signed in. `protocol` follows trusted proxies only. */
export function cookieAttributes(request: FastifyRequest, publicUrl: string | undefined): CookieSerializeOptions {
  const secure = publicUrl?.startsWith('https:') === true || request.protocol === 'https';
  return { path: '/', httpOnly: true, sameSite: 'lax', secure };
}
