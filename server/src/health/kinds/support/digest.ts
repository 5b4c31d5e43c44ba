import { createHash, randomBytes } from 'node:crypto';

export interface DigestRequest {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly uri: string;
  readonly body: string;
  readonly username: string;
  readonly password: string;
}

const HASHES: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };
const PREFERRED = ['sha-512-256', 'sha-256', 'md5'];

/**
 * The `Authorization` header that answers a server's digest challenge (RFC 7616).
 * @param challenge the `WWW-Authenticate` header, which may hold several challenges.
 * @param cnonce the client's random number; given in tests only.
 * @returns undefined when the header holds no digest challenge that can be answered.
 */
export function answerDigest(
  challenge: string,
  request: DigestRequest,
  cnonce = randomBytes(16).toString('hex'),
): string | undefined {
  const offers = challengesIn(challenge).flatMap((parameters) => {
    const algorithm = parameters.get('algorithm') ?? 'MD5';
    const rank = PREFERRED.indexOf(algorithm.toLowerCase().replace(/-sess$/, ''));
    return rank >= 0 && parameters.has('nonce') && parameters.has('realm') ? [{ parameters, algorithm, rank }] : [];
  });
  const best = offers.sort((a, b) => a.rank - b.rank)[0];
  if (!best) return undefined;
  const { parameters, algorithm } = best;
  const hashName = HASHES[algorithm.toLowerCase().replace(/-sess$/, '')] ?? 'md5';
  const hash = (...parts: string[]): string => createHash(hashName).update(parts.join(':')).digest('hex');
  const realm = parameters.get('realm') ?? '';
  const nonce = parameters.get('nonce') ?? '';
  const offered = parameters
    .get('qop')
    ?.split(',')
    .map((one) => one.trim().toLowerCase());
  const qop = offered?.find((one) => one === 'auth') ?? offered?.find((one) => one === 'auth-int');
  if (offered && !qop) return undefined;

  const secret = hash(request.username, realm, request.password);
  const a1 = algorithm.toLowerCase().endsWith('-sess') ? hash(secret, nonce, cnonce) : secret;
  const a2 =
    qop === 'auth-int' ? hash(request.method, request.uri, hash(request.body)) : hash(request.method, request.uri);
  const count = '00000001';
  const response = qop ? hash(a1, nonce, count, cnonce, qop, a2) : hash(a1, nonce, a2);

  const opaque = parameters.get('opaque');
  return `Digest ${[
    `username=${quoted(request.username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(qop ? [`qop=${qop}`, `nc=${count}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ')}`;
}

/** The parameters of each digest challenge. A server may offer Basic and several digests in one header. */
function challengesIn(header: string): readonly ReadonlyMap<string, string>[] {
  const challenges: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  const token = /(?:^|,)?\s*([a-z0-9!#$%&'*+.^_`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|(?=\s|,|$))/gi;
  for (const [, name = '', quotedText, plain] of header.slice(0, 16_384).matchAll(token)) {
    if (quotedText === undefined && plain === undefined) {
      current = name.toLowerCase() === 'digest' ? new Map() : undefined;
      if (current) challenges.push(current);
    } else
      current?.set(
        name.toLowerCase(),
        quotedText === undefined ? (plain ?? '') : quotedText.replaceAll(/\\(.)/g, '$1'),
      );
  }
  return challenges;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
