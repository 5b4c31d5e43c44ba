import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serveHttp } from './support/testing/servers.ts';
import { kind } from './http.ts';
import { answerDigest } from './support/digest.ts';
import { runEntry } from './support/testing/run-kind.ts';

const login = { username: { value: 'Mufasa' }, password: { value: 'Circle "of" Life' } };
const containing = (value: string): unknown => expect.stringContaining(value);

interface DigestRealm {
  readonly algorithm?: string;
  readonly qop?: string;
}

/** The server's side of RFC 7616, computed from what the client sent. */
function digestServer({ algorithm, qop }: DigestRealm): RequestListener {
  const challenge = [
    'Basic realm="old, and plain"',
    `Digest realm="the \\"realm\\"", nonce="n=o,nce", opaque="o/p"${qop ? `, qop="${qop}"` : ''}${algorithm ? `, algorithm=${algorithm}` : ''}`,
  ];
  return (request, response) => {
    const sent = digestParameters(request.headers.authorization ?? '');
    const name = (algorithm ?? 'MD5').toLowerCase();
    const hash = (...parts: string[]): string =>
      createHash(name.startsWith('sha-256') ? 'sha256' : 'md5')
        .update(parts.join(':'))
        .digest('hex');
    const secret = hash('Mufasa', 'the "realm"', 'Circle "of" Life');
    const a1 = name.endsWith('-sess') ? hash(secret, 'n=o,nce', sent['cnonce'] ?? '') : secret;
    void bodyOf(request).then((body) => {
      const a2 =
        sent['qop'] === 'auth-int'
          ? [request.method ?? '', request.url ?? '', hash(body)]
          : [request.method ?? '', request.url ?? ''];
      const middle = sent['qop'] ? ['n=o,nce', sent['nc'] ?? '', sent['cnonce'] ?? '', sent['qop']] : ['n=o,nce'];
      const right =
        sent['response'] === hash(a1, ...middle, hash(...a2)) &&
        sent['opaque'] === 'o/p' &&
        sent['uri'] === request.url;
      if (right) response.end('come in');
      else response.setHeader('www-authenticate', challenge).writeHead(401).end();
    });
  };
}

function digestParameters(header: string): Record<string, string> {
  const pairs = header.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,\s]+))/g);
  return Object.fromEntries([...pairs].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]));
}

describe('http with digest authentication', () => {
  it.each([
    {},
    { qop: 'auth' },
    { qop: 'auth-int' },
    { qop: 'auth,auth-int', algorithm: 'MD5-sess' },
    { qop: 'auth', algorithm: 'SHA-256' },
    { qop: 'auth-int', algorithm: 'SHA-256-sess' },
  ])('signs in at a server that asks for %j', async (realm) => {
    await using server = await serveHttp(digestServer(realm));
    const entry = { url: `${server.url}/a?b=c`, method: 'POST', body: 'x=1', digest: true, ...login };
    expect(await runEntry(kind, entry)).toMatchObject({ pass: true, data: { content: 'come in' } });
    const wrong = { ...entry, password: { value: 'wrong' } };
    expect(await runEntry(kind, wrong)).toMatchObject({ pass: false, data: { code: 401 } });
  });

  it('shows its login to no other server than the one of the address', async () => {
    const seen: (string | undefined)[] = [];
    await using other = await serveHttp((request, response) => {
      seen.push(request.headers.authorization);
      response.setHeader('www-authenticate', 'Digest realm="r", nonce="n"').writeHead(401).end();
    });
    await using server = await serveHttp((_, response) => response.writeHead(302, { location: other.url }).end());
    expect(await runEntry(kind, { url: server.url, digest: true, ...login })).toMatchObject({ data: { code: 401 } });
    expect(seen).toEqual([undefined]);
  });

  it('does not sign in at an address of its own server that another server chose', async () => {
    const seen: (string | undefined)[] = [];
    await using other = await serveHttp((_, response) =>
      response.writeHead(302, { location: `${server.url}/chosen` }).end(),
    );
    await using server = await serveHttp((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: other.url }).end();
      else {
        seen.push(request.headers.authorization);
        response.setHeader('www-authenticate', 'Digest realm="r", nonce="n"').writeHead(401).end();
      }
    });
    expect(await runEntry(kind, { url: server.url, digest: true, ...login })).toMatchObject({ data: { code: 401 } });
    expect(seen).toEqual([undefined]);
  });

  it('computes the example of RFC 7616, section 3.9.1', () => {
    const challenge =
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
    const request = { method: 'GET', uri: '/dir/index.html', body: '', username: 'Mufasa', password: 'Circle of Life' };
    expect(answerDigest(challenge, request, 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ')).toContain(
      'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
    );
  });
});

describe('http with oauth2', () => {
  const config = { scope: ['read', 'write'], params: { audience: 'api' } };

  function authorizationServer(takes: 'basic' | 'body', asked: unknown[] = []): RequestListener {
    return (request, response) => {
      if (request.url === '/api') {
        response.writeHead(request.headers.authorization === 'Bearer t0ken' ? 200 : 401).end();
        return;
      }
      void bodyOf(request).then((body) => {
        const form = Object.fromEntries(new URLSearchParams(body));
        asked.push(form);
        const basic = request.headers.authorization === `Basic ${Buffer.from('id%3A1:s%20ecret').toString('base64')}`;
        const inBody = form['client_id'] === 'id:1' && form['client_secret'] === 's ecret';
        if (takes === 'basic' ? !basic : !inBody) response.writeHead(401).end('{"error":"invalid_client"}');
        else response.end(JSON.stringify({ access_token: 't0ken', token_type: 'Bearer' }));
      });
    };
  }

  it.each(['basic', 'body'] as const)(
    'gets a token first, from a server that takes the client in %s, and sends it',
    async (takes) => {
      const asked: unknown[] = [];
      await using server = await serveHttp(authorizationServer(takes, asked));
      const entry = {
        url: `${server.url}/api`,
        username: { value: 'id:1' },
        password: { value: 's ecret' },
        oauth2: { tokenURL: `${server.url}/token`, ...config },
      };
      expect(await runEntry(kind, entry)).toMatchObject({ pass: true });
      expect(asked[0]).toEqual({ grant_type: 'client_credentials', scope: 'read write', audience: 'api' });
    },
  );

  it('names oauth2 when there is no token', async () => {
    await using server = await serveHttp((request, response) =>
      response.writeHead(request.url === '/empty' ? 200 : 403).end('{}'),
    );
    const entry = { url: server.url, username: { value: 'id' }, password: { value: 'secret' } };
    expect(await runEntry(kind, { ...entry, oauth2: { tokenURL: `${server.url}/empty` } })).toMatchObject({
      pass: false,
      error: 'oauth2: the answer of the token endpoint holds no access_token',
    });
    expect(await runEntry(kind, { ...entry, oauth2: { tokenURL: `${server.url}/no` } })).toMatchObject({
      error: containing('oauth2: the token endpoint answered 403'),
    });
  });
});

describe('http with awsSigV4', () => {
  const keys = { accessKey: { value: 'AKID' }, secretKey: { value: 'SECRET' } };

  /** The server's side of AWS Signature Version 4, for a path and query that need no normalising. */
  function signatureOf(request: IncomingMessage, body: string): string {
    const header = request.headers.authorization ?? '';
    const [, scope = ''] = /Credential=AKID\/([^,]+),/.exec(header) ?? [];
    const [, names = ''] = /SignedHeaders=([^,]+),/.exec(header) ?? [];
    const sha = (value: string): string => createHash('sha256').update(value).digest('hex');
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const canonical = [request.method, path, query, headers.join(''), names, sha(body)].join('\n');
    const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha(canonical)].join('\n');
    const hmac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();
    return hmac(scope.split('/').reduce<string | Buffer>(hmac, 'AWS4SECRET'), toSign).toString('hex');
  }

  it.each([
    ['GET', undefined],
    ['POST', '{"a":1}'],
  ])('signs a %s request so that the server computes the same', async (method, body) => {
    let scope: string | undefined;
    await using server = await serveHttp((request, response) => {
      void bodyOf(request).then((received) => {
        const header = request.headers.authorization ?? '';
        scope = /Credential=([^,]+),/.exec(header)?.[1];
        const right = header.endsWith(`Signature=${signatureOf(request, received)}`) && received === (body ?? '');
        response.writeHead(right && request.headers['x-amz-security-token'] === 'session' ? 200 : 403).end();
      });
    });
    const entry = { url: `${server.url}/items?a=1&b=2`, method, ...(body ? { body } : {}) };
    const awsSigV4 = { ...keys, sessionToken: { value: 'session' }, region: 'eu-west-1', service: 'execute-api' };
    expect(await runEntry(kind, { ...entry, headers: [{ name: 'X-Own', value: 'kept' }], awsSigV4 })).toMatchObject({
      pass: true,
    });
    expect(scope).toMatch(/^AKID\/\d{8}\/eu-west-1\/execute-api\/aws4_request$/);
    const wrong = { ...awsSigV4, secretKey: { value: 'OTHER' } };
    expect(await runEntry(kind, { ...entry, awsSigV4: wrong })).toMatchObject({ pass: false, data: { code: 403 } });
  });
});
