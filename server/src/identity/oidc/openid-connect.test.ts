import { createOutbound } from '@watchroom/outbound';
import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../../../libraries/outbound/tests/servers.ts';
import { personOfClaims } from './openid-connect.ts';
import { outboundFetch } from './outbound-fetch.ts';

const MICROSOFT = 'https://login.microsoftonline.com/01234567-89ab-cdef-0123-456789abcdef/v2.0';
const isVerified = (issuer: string, claims: Record<string, unknown>) =>
  personOfClaims(issuer, { email: 'ann@example.com', ...claims }).isVerified;

describe('the address that a provider tells', () => {
  it('is verified when the provider says exactly that', () => {
    expect(isVerified('https://a.example', { email_verified: true })).toBe(true);
    for (const claim of [undefined, null, false, 'true', 1])
      expect(isVerified('https://a.example', { email_verified: claim })).toBe(false);
  });

  it('is verified by the claim of Microsoft from Microsoft alone', () => {
    for (const yes of [true, 1, '1', 'true']) {
      expect(isVerified(MICROSOFT, { xms_edov: yes })).toBe(true);
      expect(isVerified('https://a.example', { xms_edov: yes })).toBe(false);
      expect(isVerified('https://login.microsoftonline.com.example/x', { xms_edov: yes })).toBe(false);
    }
    for (const no of [undefined, false, 0, '0', 'false']) expect(isVerified(MICROSOFT, { xms_edov: no })).toBe(false);
  });

  it('is brought into the form in which ours are, and is empty where it is no text', () => {
    expect(personOfClaims('https://a.example', { email: ' Ann@Example.COM ' }).email).toBe('ann@example.com');
    expect(personOfClaims('https://a.example', { email: ['ann@example.com'] }).email).toBe('');
  });
});

describe('asking a provider', () => {
  const options = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

  it('is refused over http to another machine, and with another scheme', async () => {
    await using outbound = createOutbound();
    const ask = outboundFetch(outbound);
    for (const address of ['http://login.example.com/keys', 'http://10.0.0.1/keys', 'file:///etc/passwd'])
      await expect(ask(address, options)).rejects.toThrow(/neither https nor on this machine/);
  });

  it('sends forms, follows no redirect, and hands on status and headers', async () => {
    await using server = await serveHttp((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        response.writeHead(302, { location: '/elsewhere', 'set-cookie': ['a=1', 'b=2'] }).end(`got ${body}`);
      });
    });
    await using outbound = createOutbound();
    const body = new URLSearchParams({ grant_type: 'a b' });
    const answer = await outboundFetch(outbound)(server.url, { ...options, method: 'POST', body });
    expect(answer.status).toBe(302);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.text()).toBe('got grant_type=a+b');
  });

  it('fails for an answer without end', async () => {
    await using server = await serveHttp((_, response) => void response.end(Buffer.alloc(600_000, 'a')));
    await using outbound = createOutbound();
    await expect(outboundFetch(outbound)(server.url, options)).rejects.toMatchObject({ code: 'too_large' });
  });
});
