import type { Answer } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { createOutbound, type DnsQuestion } from '../src/index.ts';
import { failureOf, serveDns } from './servers.ts';

const name = 'example.test';
const records: Record<string, Answer[]> = {
  A: [{ type: 'A', name, data: '192.0.2.1', ttl: 7 }],
  AAAA: [{ type: 'AAAA', name, data: '2001:db8::1', ttl: 8 }],
  CNAME: [{ type: 'CNAME', name, data: 'other.test' }],
  NS: [{ type: 'NS', name, data: 'ns1.test' }],
  MX: [{ type: 'MX', name, data: { exchange: 'mail.test', preference: 10 } }],
  SRV: [{ type: 'SRV', name, data: { target: 'srv.test', port: 5060, priority: 1, weight: 2 } }],
  TXT: [{ type: 'TXT', name, data: ['v=spf1 ', '-all'] }],
};

describe('resolve', () => {
  it.each<[DnsQuestion['type'], object]>([
    ['A', { type: 'A', address: '192.0.2.1', ttl: 7 }],
    ['AAAA', { type: 'AAAA', address: '2001:db8::1', ttl: 8 }],
    ['cname', { type: 'CNAME', host: 'other.test' }],
    ['NS', { type: 'NS', host: 'ns1.test' }],
    ['MX', { type: 'MX', host: 'mail.test', priority: 10 }],
    ['SRV', { type: 'SRV', host: 'srv.test', port: 5060, priority: 1, weight: 2 }],
    ['txt', { type: 'TXT', text: 'v=spf1 -all' }],
  ])('asks the given server for %s records, every time anew', async (type, record) => {
    await using dns = await serveDns((question) => ({ answers: records[question.type] ?? [] }));
    await using outbound = createOutbound();
    const question = {
      query: 'example.test.',
      type,
      server: 'localhost',
      port: dns.port,
      signal: AbortSignal.timeout(5000),
    };
    expect((await outbound.resolve(question)).records).toEqual([record]);
    const again = await outbound.resolve(question);
    expect(again.duration).toBeGreaterThan(0);
    expect(dns.questions).toEqual(Array(2).fill(`${type.toUpperCase()} example.test`));
  });

  it.each([
    ['192.0.2.7', '7.2.0.192.in-addr.arpa'],
    ['2001:db8::7', `7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa`],
    ['7.2.0.192.in-addr.arpa', '7.2.0.192.in-addr.arpa'],
  ])('asks who %s is', async (query, asked) => {
    await using dns = await serveDns((question) => ({
      answers: [{ type: 'PTR', name: question.name, data: 'host.test' }],
    }));
    await using outbound = createOutbound();
    const answer = await outbound.resolve({ query, type: 'PTR', server: '127.0.0.1', port: dns.port });
    expect(answer.records).toEqual([{ type: 'PTR', host: 'host.test' }]);
    expect(dns.questions).toEqual([`PTR ${asked}`]);
  });

  it('comes back over TCP for an answer that UDP cannot hold', async () => {
    const transports: string[] = [];
    await using dns = await serveDns((question, transport) => {
      transports.push(transport);
      return {
        answers: Array.from({ length: 120 }, (_, i) => ({ type: 'A', name: question.name, data: `192.0.2.${i}` })),
      };
    });
    await using outbound = createOutbound();
    const answer = await outbound.resolve({ query: 'large.test', type: 'A', server: '127.0.0.1', port: dns.port });
    expect(answer.records).toHaveLength(120);
    expect(transports).toEqual(['udp', 'tcp']);
  });

  it('uses the servers of the machine when none is given', async () => {
    await using dns = await serveDns(() => ({ answers: records['A'] ?? [] }));
    await using outbound = createOutbound({ resolver: { servers: [dns.address] } });
    expect((await outbound.resolve({ query: name, type: 'A' })).records).toHaveLength(1);
  });

  it('tells "no such record" from "no such name" and from a server that fails', async () => {
    await using dns = await serveDns((question) => {
      if (question.name === 'none.test') return { answers: [] };
      return { rcode: question.name === 'gone.test' ? 'NXDOMAIN' : 'SERVFAIL' };
    });
    await using outbound = createOutbound();
    const ask = (query: string) => outbound.resolve({ query, type: 'MX', server: '127.0.0.1', port: dns.port });
    expect((await ask('none.test')).records).toEqual([]);
    expect((await failureOf(ask('gone.test'))).message).toBe('The name gone.test does not exist');
    expect((await failureOf(ask('sick.test'))).message).toBe('The name server failed to answer for sick.test');
    expect((await failureOf(outbound.resolve({ query: name, type: 'SOA' as 'A' }))).code).toBe('bad_request');
  });

  it('asks once and waits as long as it may, however fast the server used to be', async () => {
    await using dns = await serveDns((question) =>
      question.name === 'slow.test' ? 'silence' : { answers: records['A'] ?? [] },
    );
    await using outbound = createOutbound();
    for (let i = 0; i < 10; i++)
      await outbound.resolve({ query: name, type: 'A', server: '127.0.0.1', port: dns.port });
    const started = performance.now();
    const error = await failureOf(
      outbound.resolve({ query: 'slow.test', type: 'A', server: '127.0.0.1', port: dns.port, timeout: 600 }),
    );
    expect([error.code, error.message]).toEqual([
      'timeout',
      expect.stringContaining('within 600 ms (waiting for the answer of the name server)'),
    ]);
    expect(performance.now() - started).toBeGreaterThan(550);
    expect(dns.questions.filter((question) => question === 'A slow.test')).toHaveLength(1);
  });

  it('asks no server that the policy refuses', async () => {
    await using outbound = createOutbound();
    const error = await failureOf(outbound.resolve({ query: name, type: 'A', server: '169.254.169.254' }));
    expect(error.code).toBe('refused_by_policy');
  });
});
