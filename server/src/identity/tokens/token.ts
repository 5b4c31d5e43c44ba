import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^wr_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

/** A new access token; its beginning tells programs that look for leaked secrets what it is. */
export function createTokenText(): string {
  return `wr_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Whether a text has the form of an access token. */
export function isTokenText(text: string): boolean {
  return TOKEN.test(text);
}

/** Plain SHA-256: the token has 256 random bits, which no list of guesses meets. */
export function hashOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), whatever its form; undefined for another scheme. */
export function readBearer(header: string | undefined): string | undefined {
  return /^Bearer +([^ ]*) *$/i.exec(header ?? '')?.[1];
}
