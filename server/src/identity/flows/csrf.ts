import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes } from '../cookie.ts';

const NAME = 'watchroom_csrf';
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** The browser's anti-forgery cookie, set when it has none; flows belong to it, and no other browser can read or use them. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string | undefined): string {
  const known = knownBrowser(request);
  if (known !== undefined) return known;
  const value = randomBytes(32).toString('base64url');
  reply.setCookie(NAME, value, cookieAttributes(request, publicUrl));
  return value;
}

export function knownBrowser(request: FastifyRequest): string | undefined {
  const value = request.cookies[NAME];
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

export function hashOfBrowser(browser: string): Buffer {
  return createHash('sha256').update(browser).digest();
}

/** The token that a form of this flow sends back; who has the page but not the cookie cannot use it, nor the other way round. */
export function csrfToken(key: Buffer, browser: string, flowId: string): string {
  return createHmac('sha256', key).update(`csrf ${browser} ${flowId}`).digest('base64url');
}

export function isCsrfToken(key: Buffer, browser: string, flowId: string, sent: unknown): boolean {
  const right = Buffer.from(csrfToken(key, browser, flowId));
  const given = Buffer.from(typeof sent === 'string' ? sent : '');
  return given.length === right.length && timingSafeEqual(given, right);
}
