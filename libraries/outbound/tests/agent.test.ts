import { request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { describe, expect, it } from 'vitest';
import { createOutbound, OutboundError } from '../src/index.ts';
import { createAuthority, createCertificate } from './certificates.ts';
import { serveHttp, serveHttps } from './servers.ts';

const authority = createAuthority();
const good = createCertificate({ name: 'localhost', names: ['localhost'], authority });

function get(url: string, options: RequestOptions): Promise<string> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    send(url, options, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.once('end', () => resolve(text));
    })
      .once('error', reject)
      .end();
  });
}

describe('an agent for foreign libraries', () => {
  it('carries their requests, keeps connections, and obeys the policy', async () => {
    await using server = await serveHttp((_, response) => response.end('carried'));
    await using outbound = createOutbound({ policy: { deny: ['127.0.0.2'] } });
    const agent = outbound.createAgent('http:');
    expect(await get(server.url, { agent })).toBe('carried');
    expect(await get(`http://localhost:${server.port}/`, { agent })).toBe('carried');
    expect(await get(server.url, { agent })).toBe('carried');
    expect(server.connections()).toBe(2);
    const refused = await get(`http://127.0.0.2:${server.port}/`, { agent }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutboundError);
    expect(refused).toMatchObject({ code: 'refused_by_policy' });
  });

  it('verifies certificates by the TLS options of the library', async () => {
    await using server = await serveHttps(good, (_, response) => response.end('sealed'));
    await using outbound = createOutbound();
    const agent = outbound.createAgent('https:');
    const url = `https://localhost:${server.port}/`;
    expect(await get(url, { agent, ca: [Buffer.from(authority.cert)] })).toBe('sealed');
    const distrusted = await get(url, { agent }).catch((error: unknown) => error);
    expect(distrusted).toMatchObject({ code: 'tls' });
    expect(await get(url, { agent, rejectUnauthorized: false })).toBe('sealed');
  });
});
