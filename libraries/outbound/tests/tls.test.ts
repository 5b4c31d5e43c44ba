import { createSecureContext, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createOutbound } from '../src/index.ts';
import { createAuthority, createCertificate } from './certificates.ts';
import { failureOf, serveHttp, serveHttps, serveRaw, until } from './servers.ts';

const authority = createAuthority();
const names = ['localhost', '127.0.0.1'];
const good = createCertificate({ name: 'localhost', names, authority });
const tls = { ca: authority.cert };

// Its last line of base64 may be full: an empty line after it is no PEM.
it.each(Array.from({ length: 48 }, (_, index) => index + 1))(
  'a test certificate of a name of %i letters is read',
  (length) => expect(() => createSecureContext(createCertificate({ name: 'n'.repeat(length) }))).not.toThrow(),
);

describe('https', () => {
  it('verifies the certificate, asks for the host by name and reports what it saw', async () => {
    await using server = await serveHttps(good, (request, response) =>
      response.end(String((request.socket as TLSSocket).servername)),
    );
    await using outbound = createOutbound();
    const answer = await outbound.request({ url: `https://localhost:${server.port}/`, tls });
    expect(answer.body.toString()).toBe('localhost');
    expect(answer.certificate).toMatchObject({
      subject: 'CN=localhost',
      issuer: 'CN=test authority',
      names: 'DNS:localhost, IP Address:127.0.0.1',
    });
    const left = (answer.certificate?.validTo.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(23 * 3_600_000);
    expect(left).toBeLessThan(25 * 3_600_000);
    expect(answer.timings.tls).toBeGreaterThan(0);
    expect((await outbound.request({ url: server.url, tls })).body.toString()).toBe('false');
  });

  it('says since when a certificate is expired, and from when another is valid', async () => {
    const expired = createCertificate({
      name: 'localhost',
      names,
      authority,
      from: new Date('2025-01-01'),
      to: new Date('2026-01-02'),
    });
    const future = createCertificate({
      name: 'localhost',
      names,
      authority,
      from: new Date('2090-01-01'),
      to: new Date('2091-01-01'),
    });
    await using old = await serveHttps(expired, (_, response) => response.end());
    await using early = await serveHttps(future, (_, response) => response.end());
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: `https://localhost:${old.port}/`, tls }));
    expect([error.code, error.detail, error.message]).toEqual([
      'tls',
      'CERT_HAS_EXPIRED',
      'The certificate of localhost expired on 2026-01-02',
    ]);
    const tooEarly = await failureOf(outbound.request({ url: `https://localhost:${early.port}/`, tls }));
    expect(tooEarly.message).toBe('The certificate of localhost is valid only from 2090-01-01');
  });

  it('sends nothing to a server that it does not trust', async () => {
    let requests = 0;
    await using server = await serveHttps(good, (_, response) => {
      requests += 1;
      response.end();
    });
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url, method: 'POST', body: 'secret' }));
    expect([error.code, error.message]).toEqual(['tls', expect.stringContaining('CN=test authority')]);
    expect(requests).toBe(0);
    const lenient = await outbound.request({ url: server.url, tls: { rejectUnauthorized: false } });
    expect([lenient.status, lenient.certificate?.subject]).toEqual([200, 'CN=localhost']);
  });

  it('names self-signed certificates and those for another name', async () => {
    await using self = await serveHttps(createCertificate({ name: 'me' }), (_, response) => response.end());
    const foreign = createCertificate({ name: 'x', names: ['other.test'], authority });
    await using other = await serveHttps(foreign, (_, response) => response.end());
    await using outbound = createOutbound();
    expect((await failureOf(outbound.request({ url: self.url }))).message).toMatch(/is self-signed/);
    const error = await failureOf(outbound.request({ url: other.url, tls }));
    expect(error.message).toBe('The certificate shown by 127.0.0.1 is not for that name; it is for DNS:other.test');
    expect((await outbound.request({ url: other.url, tls: { ...tls, servername: 'other.test' } })).status).toBe(200);
  });

  it('shows a client certificate, but not to another origin', async () => {
    const client = createCertificate({ name: 'client', authority });
    const seen: boolean[] = [];
    const shown = (socket: unknown): boolean => Object.keys((socket as TLSSocket).getPeerCertificate()).length > 0;
    const identity = { ...good, requestCert: true, ca: authority.cert };
    await using second = await serveHttps(identity, (request, response) => {
      seen.push(shown(request.socket));
      response.end();
    });
    await using first = await serveHttps(identity, (request, response) => {
      seen.push(shown(request.socket));
      response.writeHead(302, { Location: second.url }).end();
    });
    await using outbound = createOutbound();
    await outbound.request({ url: first.url, tls: { ...tls, ...client } });
    expect(seen).toEqual([true, false]);
  });

  it('tells a port without TLS, a server that hangs up, one that says nothing, and unreadable keys apart', async () => {
    await using plain = await serveHttp((_, response) => response.end());
    await using rude = await serveRaw((socket) => socket.destroy());
    await using silent = await serveRaw(() => undefined);
    await using outbound = createOutbound();
    const at = (port: number, more = {}) => failureOf(outbound.request({ url: `https://127.0.0.1:${port}/`, ...more }));
    expect((await at(plain.port)).message).toBe(`127.0.0.1:${plain.port} does not speak TLS on that port`);
    expect((await at(rude.port)).message).toBe(`127.0.0.1:${rude.port} closed the connection during the TLS handshake`);
    const slow = await at(silent.port, { tls: { handshakeTimeout: 80 } });
    expect([slow.code, slow.message]).toEqual([
      'timeout',
      `No TLS handshake from 127.0.0.1:${silent.port} within 80 ms`,
    ]);
    expect((await at(silent.port, { timeout: 1_000 })).message).toMatch(/\(connected, TLS handshake\)/);
    expect((await at(plain.port, { tls: { ca: 'no PEM' } })).code).toBe('bad_request');
  });

  it('keeps connections apart by what they trust', async () => {
    await using server = await serveHttps(good, (_, response) => response.end());
    await using outbound = createOutbound();
    await outbound.request({ url: server.url, tls: { rejectUnauthorized: false }, keepAlive: true });
    expect((await failureOf(outbound.request({ url: server.url, keepAlive: true }))).code).toBe('tls');
    await outbound.request({ url: server.url, tls: { rejectUnauthorized: false }, keepAlive: true });
    expect(server.connections()).toBe(2);
  });

  it('opens TLS sockets for other protocols and closes them at the end', async () => {
    await using server = await serveHttps(good, (_, response) => response.end('over the socket'));
    const outbound = createOutbound();
    const { socket, certificate, timings } = await outbound.connectSocket({
      host: 'localhost',
      port: server.port,
      tls,
    });
    expect([certificate?.subject, timings.tls > 0]).toEqual(['CN=localhost', true]);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [data] = await new Promise<Buffer[]>((resolve) => socket.once('data', (chunk: Buffer) => resolve([chunk])));
    expect(data?.toString()).toContain('over the socket');
    await outbound[Symbol.asyncDispose]();
    await until(() => socket.closed);
  });
});
