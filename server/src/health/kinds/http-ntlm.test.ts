import type { RequestListener } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createAuthority, createCertificate, serveHttp, serveHttps } from './support/testing/servers.ts';
import { kind } from './http.ts';
import { md4 } from './support/md4.ts';
import { lmResponse, ntlmV2Key, ntResponse } from './support/ntlm-messages.ts';
import { runEntry } from './support/testing/run-kind.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const login = { username: { value: 'Domain\\User' }, password: { value: 'Password' } };
const CHALLENGE = hex('0123456789abcdef');
const TARGET_INFO = hex('02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000');
const TIME = hex('0700 0800 0011223344556601');

/** A server that proves each connection by NTLM and lets nothing through on another one. */
function ntlmServer(targetInfo: Buffer, seen: string[] = []): RequestListener {
  const proven = new WeakSet<object>();
  return (request, response) => {
    void bodyOf(request).then((body) => {
      const token = Buffer.from((request.headers.authorization ?? '').replace('NTLM ', ''), 'base64');
      const step = token.length > 12 ? token.readUInt32LE(8) : 0;
      seen.push(`${step} ${request.method} ${body}`);
      if (step === 1) {
        proven.add(request.socket);
        response.setHeader('www-authenticate', [
          'Negotiate',
          `NTLM ${challengeMessage(targetInfo).toString('base64')}`,
        ]);
        response.writeHead(401).end('please');
      } else if (step === 3 && proven.has(request.socket) && isRight(token, targetInfo)) response.end('welcome');
      else response.writeHead(401).end();
    });
  };
}

function challengeMessage(targetInfo: Buffer): Buffer {
  const message = Buffer.alloc(48);
  message.write('NTLMSSP\0', 'latin1');
  message.writeUInt32LE(2, 8);
  CHALLENGE.copy(message, 24);
  message.writeUInt16LE(targetInfo.length, 40);
  message.writeUInt16LE(targetInfo.length, 42);
  message.writeUInt32LE(48, 44);
  return Buffer.concat([message, targetInfo]);
}

function isRight(token: Buffer, targetInfo: Buffer): boolean {
  const field = (index: number): Buffer => {
    const offset = token.readUInt32LE(16 + index * 8);
    return token.subarray(offset, offset + token.readUInt16LE(12 + index * 8));
  };
  const [lm, nt, domain, user] = [field(0), field(1), field(2).toString('utf16le'), field(3).toString('utf16le')];
  const key = ntlmV2Key(user, domain, 'Password');
  const server = { challenge: CHALLENGE, targetInfo };
  const [time, nonce] = [nt.subarray(24, 32), nt.subarray(32, 40)];
  const timely = targetInfo.includes(TIME)
    ? time.equals(TIME.subarray(4)) && lm.equals(Buffer.alloc(24))
    : lm.equals(lmResponse(key, CHALLENGE, nonce));
  return user === 'User' && domain === 'Domain' && timely && nt.equals(ntResponse(key, server, nonce, time));
}

describe('http with NTLM', () => {
  it.each([
    ['ntlm', TARGET_INFO],
    ['ntlmv2', Buffer.concat([TIME, TARGET_INFO])],
  ])('signs in over one connection with %s and sends the body once', async (field, targetInfo) => {
    const seen: string[] = [];
    await using server = await serveHttp(ntlmServer(targetInfo, seen));
    const entry = { url: `${server.url}/a`, method: 'POST', body: 'hello', [field]: true, ...login };
    expect(await runEntry(kind, entry)).toMatchObject({ pass: true, data: { content: 'welcome' } });
    expect(seen).toEqual(['1 POST ', '3 POST hello']);
    expect(server.connections()).toBe(1);
    const wrong = { ...entry, password: { value: 'wrong' } };
    expect(await runEntry(kind, wrong)).toMatchObject({ pass: false, data: { code: 401 } });
  });

  it('signs in over TLS and knows the certificate', async () => {
    const authority = createAuthority();
    await using server = await serveHttps(
      createCertificate({ name: 'iis', names: ['127.0.0.1'], authority }),
      ntlmServer(TARGET_INFO),
    );
    const entry = { url: server.url, ntlm: true, ...login, maxSSLExpiry: 30 };
    expect(await runEntry(kind, { ...entry, tlsConfig: { ca: { value: authority.cert } } })).toMatchObject({
      error: expect.stringMatching(/^the certificate expires on .* maxSSLExpiry is 30$/) as string,
      data: { code: 200 },
    });
    expect(await runEntry(kind, entry)).toMatchObject({
      pass: false,
      error: expect.stringContaining('certificate') as string,
    });
  });

  it('judges what a server without NTLM answers', async () => {
    await using server = await serveHttp((_, response) =>
      response.setHeader('www-authenticate', 'Basic realm="x"').writeHead(401).end(),
    );
    expect(await runEntry(kind, { url: server.url, ntlm: true, ...login })).toMatchObject({
      pass: false,
      data: { code: 401 },
    });
  });

  it('ends with its limit and at the cap of a body', async () => {
    await using silent = await serveHttp(() => undefined);
    const entry = { ntlm: true, ...login };
    expect(await runEntry(kind, { ...entry, url: silent.url, thresholdMillis: 60 })).toMatchObject({
      pass: false,
      error: expect.stringContaining('thresholdMillis is 60 ms') as string,
    });
    await using huge = await serveHttp((_, response) => response.end(Buffer.alloc(5 * 1_048_576)));
    expect(await runEntry(kind, { ...entry, url: huge.url })).toMatchObject({
      pass: false,
      error: expect.stringContaining('4 MiB') as string,
    });
  });
});

describe('the numbers of NTLM', () => {
  it.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      'e33b4ddc9c38f2199c3e7b164fcc0536',
    ],
  ])('are the digests of RFC 1320: %j', (message, digest) => {
    expect(md4(Buffer.from(message)).toString('hex')).toBe(digest);
  });

  it('are those of the example in MS-NLMP, section 4.2.4', () => {
    const key = ntlmV2Key('User', 'Domain', 'Password');
    expect(key).toEqual(hex('0c868a403bfd7a93a3001ef22ef02e3f'));
    const nonce = Buffer.alloc(8, 0xaa);
    const proof = ntResponse(key, { challenge: CHALLENGE, targetInfo: TARGET_INFO }, nonce, Buffer.alloc(8));
    expect(proof.subarray(0, 16)).toEqual(hex('68cd0ab851e51c96aabc927bebef6a1c'));
    expect(lmResponse(key, CHALLENGE, nonce)).toEqual(hex('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa'));
  });
});
