import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { validateLeniently } from '../../platform/kinds/validate.ts';
import { createAuthority, createCertificate, serveHttp, serveHttps, serveRaw } from './support/testing/servers.ts';
import { kind } from './http.ts';
import { runEntry } from './support/testing/run-kind.ts';

const text = (value: string): unknown => expect.stringContaining(value);

/** Runs the entry against a server that answers like this. */
async function check(answer: RequestListener, entry: Readonly<Record<string, unknown>> = {}, deadline = 5_000) {
  await using server = await serveHttp(answer);
  return await runEntry(kind, { url: `${server.url}/`, ...entry }, { deadline });
}

describe('http', () => {
  it('passes with 2xx and tells code, headers, duration and content', async () => {
    const outcome = await check((_, response) => {
      response.setHeader('x-served-by', 'test').setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(201).end('all is up');
    });
    expect(outcome).toMatchObject({
      pass: true,
      message: '201 Created',
      data: {
        code: 201,
        headers: { 'X-Served-By': 'test', 'Set-Cookie': 'a=1, b=2' },
        content: 'all is up',
        json: {},
        sslAge: 0,
      },
    });
    expect(outcome.duration).toBeGreaterThan(0);
  });

  it('sends method, headers and body as written, and says who it is', async () => {
    let seen: unknown;
    await check(
      (request, response) => {
        request.setEncoding('utf8').on('data', (body: string) => {
          const { 'x-a': a, host, 'user-agent': agent } = request.headers;
          seen = { method: request.method, a, host, agent, body };
          response.end();
        });
      },
      {
        method: 'PUT',
        body: 'hello {{ .nobody }}',
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'X-A', value: '2' },
          { name: 'Host', value: 'other.example' },
        ],
      },
    );
    expect(seen).toEqual({
      method: 'PUT',
      a: '1, 2',
      host: 'other.example',
      agent: 'Watchroom/test',
      body: 'hello {{ .nobody }}',
    });
  });

  it('takes endpoint for url', async () => {
    await using server = await serveHttp((_, response) => response.end());
    expect(await runEntry(kind, { endpoint: server.url })).toMatchObject({ pass: true });
  });

  it.each([
    ['from the address', (url: string) => ({ url: url.replace('://', '://me:p%40ss@') })],
    ['from username and password', (url: string) => ({ url, username: { value: 'me' }, password: { value: 'p@ss' } })],
  ])('sends basic credentials %s', async (_, entryFor) => {
    let login: string | undefined;
    await using server = await serveHttp((request, response) => {
      login = request.headers.authorization;
      response.end();
    });
    await runEntry(kind, entryFor(server.url));
    expect(login).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });
});

describe('the verdict of http', () => {
  it('says which status codes it expected', async () => {
    expect(await check((_, response) => response.writeHead(503).end())).toMatchObject({
      pass: false,
      error: '503 Service Unavailable (expected 200-299)',
      data: { code: 503 },
    });
    expect(await check((_, response) => response.end(), { responseCodes: [204, 404] })).toMatchObject({
      error: '200 OK (expected 204, 404)',
    });
    expect(await check((_, response) => response.writeHead(404).end(), { responseCodes: [204, 404] })).toMatchObject({
      pass: true,
    });
    expect(await check((_, response) => response.writeHead(299).end(), { responseCodes: [] })).toMatchObject({
      pass: true,
    });
  });

  it('takes no redirect for a pass', async () => {
    expect(await check((_, response) => response.writeHead(304).end())).toMatchObject({
      pass: false,
      data: { code: 304 },
    });
  });

  it('goes on after a wrong status with the default range only', async () => {
    const broken: RequestListener = (_, response) => response.writeHead(500).end('down');
    const entry = { responseContent: 'up', maxSSLExpiry: 1 };
    expect(await check(broken, entry)).toMatchObject({
      error:
        '500 Internal Server Error (expected 200-299), responseContent: expected "up" in the body, maxSSLExpiry: the connection has no certificate',
    });
    expect(await check(broken, { ...entry, responseCodes: [200] })).toMatchObject({
      error: '500 Internal Server Error (expected 200)',
    });
  });

  it('looks for responseContent in the text of the body, whatever its charset', async () => {
    const latin: RequestListener = (_, response) =>
      response.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from('gr\u00fcn', 'latin1'));
    expect(await check(latin, { responseContent: 'grün' })).toMatchObject({ pass: true });
    expect(await check(latin, { responseContent: 'rot' })).toMatchObject({
      error: 'responseContent: expected "rot" in the body',
    });
  });

  it('parses the body when the type says JSON, and fails when it is none', async () => {
    const answer =
      (body: string): RequestListener =>
      (_, response) =>
        response.setHeader('content-type', 'application/health+json; charset=utf-8').end(body);
    expect(await check(answer('{"status":"up"}'))).toMatchObject({ pass: true, data: { json: { status: 'up' } } });
    expect(await check(answer('{"status":'))).toMatchObject({
      pass: false,
      error: text('the content type is application/health+json but the body is not JSON'),
    });
    expect(await check(answer(`${'['.repeat(5_000)}${']'.repeat(5_000)}`))).toMatchObject({
      pass: true,
      data: { json: {} },
    });
  });

  it('names thresholdMillis when the answer is late or never comes', async () => {
    const outcome = await check(() => undefined, { thresholdMillis: 60 }, 60_000);
    expect(outcome).toMatchObject({ pass: false, error: text('thresholdMillis is 60 ms') });
    expect(outcome.duration).toBeLessThan(30_000);
    expect(await check(() => undefined, {}, 60)).toMatchObject({ pass: false, error: text('No answer from') });
  });

  it('ignores responseJSONContent, as it always was', async () => {
    const entry = { responseJSONContent: { path: '$.a', value: 'b' } };
    expect(await check((_, response) => response.end('{}'), entry)).toMatchObject({ pass: true });
  });
});

describe('http and redirects', () => {
  const hops: RequestListener = (request, response) => {
    const left = Number(request.url?.slice(1) ?? 0);
    if (left === 0) response.end('arrived');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };

  it('follows them, but not more than 5, and judges the redirect itself with maxRedirects 0', async () => {
    await using server = await serveHttp(hops);
    expect(await runEntry(kind, { url: `${server.url}/5` })).toMatchObject({
      pass: true,
      data: { content: 'arrived' },
    });
    expect(await runEntry(kind, { url: `${server.url}/6`, maxRedirects: 50 })).toMatchObject({
      pass: false,
      error: text('redirect'),
    });
    expect(await runEntry(kind, { url: `${server.url}/2`, maxRedirects: 1 })).toMatchObject({ pass: false });
    const itself = { url: `${server.url}/2`, maxRedirects: 0, responseCodes: [302] };
    expect(await runEntry(kind, itself)).toMatchObject({
      pass: true,
      data: { code: 302, headers: { Location: '/1' } },
    });
  });

  it('fails on a loop', async () => {
    expect(await check((_, response) => response.writeHead(301, { location: '/' }).end())).toMatchObject({
      pass: false,
      error: text('redirect'),
    });
  });
});

describe('http and TLS', () => {
  const authority = createAuthority();
  const names = ['127.0.0.1'];
  const identity = createCertificate({ name: 'server', names, authority });
  const answer: RequestListener = (_, response) => response.end('secret');

  it('trusts the authority in tlsConfig.ca, and without it nobody it does not know', async () => {
    await using server = await serveHttps(identity, answer);
    const entry = { url: server.url };
    expect(await runEntry(kind, { ...entry, tlsConfig: { ca: { value: authority.cert } } })).toMatchObject({
      pass: true,
    });
    expect(await runEntry(kind, { ...entry, tlsConfig: { insecureSkipVerify: true } })).toMatchObject({ pass: true });
    expect(await runEntry(kind, entry)).toMatchObject({ pass: false, error: text('certificate') });
  });

  it('shows a client certificate', async () => {
    const client = createCertificate({ name: 'client', authority });
    await using server = await serveHttps(
      { ...identity, requestCert: true, ca: authority.cert },
      (request, response) => {
        const socket = request.socket as { authorized?: boolean };
        response.writeHead(socket.authorized ? 200 : 403).end();
      },
    );
    const ca = { value: authority.cert };
    const own = { cert: { value: client.cert }, key: { value: client.key } };
    expect(await runEntry(kind, { url: server.url, tlsConfig: { ca, ...own } })).toMatchObject({ pass: true });
    expect(await runEntry(kind, { url: server.url, tlsConfig: { ca } })).toMatchObject({
      pass: false,
      data: { code: 403 },
    });
  });

  it('fails on a certificate that expired, and says so', async () => {
    const expired = createCertificate({ name: 'old', names, from: new Date('2020-01-01'), to: new Date('2021-01-01') });
    await using server = await serveHttps(expired, answer);
    const entry = { url: server.url, tlsConfig: { ca: { value: expired.cert } } };
    expect(await runEntry(kind, entry)).toMatchObject({ pass: false, error: text('expired') });
    const skipping = { url: server.url, tlsConfig: { insecureSkipVerify: true }, maxSSLExpiry: 0 };
    expect(await runEntry(kind, skipping)).toMatchObject({
      error: 'maxSSLExpiry: the certificate expired on 2021-01-01',
    });
  });

  it('names maxSSLExpiry when the certificate ends sooner', async () => {
    const days = (count: number): Date => new Date(Date.now() + count * 86_400_000 + 60_000);
    const soon = createCertificate({ name: 'soon', names, to: days(10), authority });
    await using server = await serveHttps(soon, answer);
    const entry = { url: server.url, tlsConfig: { ca: { value: authority.cert } } };
    const fine = await runEntry(kind, { ...entry, maxSSLExpiry: 10 });
    expect(fine).toMatchObject({ pass: true });
    expect(fine.data?.['sslAge']).toBeGreaterThan(9.9 * 86_400_000);
    expect(await runEntry(kind, { ...entry, maxSSLExpiry: 11 })).toMatchObject({
      pass: false,
      error: `the certificate expires on ${days(10).toISOString().slice(0, 10)}, in 10 days, maxSSLExpiry is 11`,
    });
  });

  it('gives a handshake no more than handshakeTimeout', async () => {
    await using server = await serveRaw(() => undefined);
    const entry = { url: `https://127.0.0.1:${server.port}`, tlsConfig: { handshakeTimeout: '50ms' } };
    const outcome = await runEntry(kind, entry, { deadline: 60_000 });
    expect(outcome).toMatchObject({ pass: false });
    expect(outcome.duration).toBeLessThan(30_000);
  });

  it('blames the entry when the PEM text is none', async () => {
    await using server = await serveHttps(identity, answer);
    const outcome = await runEntry(kind, { url: server.url, tlsConfig: { cert: { value: 'x' }, key: { value: 'y' } } });
    expect(outcome).toMatchObject({ pass: false, invalid: true });
  });
});

describe('the address that lists show', () => {
  it.each([
    ['https://ann:p@ss@example.org/health?a=1', 'https://example.org/health?a=1'],
    ['https://t0ken@example.org/', 'https://example.org/'],
    ['https://ann:p/w#x@example.org/', 'https://example.org/'],
    [
      'https://example.org/?token=abc&page=2&api_key=k&sig=s',
      'https://example.org/?token=###&page=2&api_key=###&sig=###',
    ],
    ['https://example.org:8443/@scope/package', 'https://example.org:8443/@scope/package'],
  ])('of %s holds no secret', (url, shown) => {
    const validated = validateLeniently(kind, { url });
    expect(validated.ok && kind.endpoint(validated.spec)).toBe(shown);
  });
});
