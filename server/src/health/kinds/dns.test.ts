import { describe, expect, it } from 'vitest';
import { type DnsReply, serveDns } from './support/testing/servers.ts';
import { kind } from './dns.ts';
import { runEntry } from './support/testing/run-kind.ts';

const ZONE: Readonly<Record<string, DnsReply>> = {
  'A www.example.test': {
    answers: [
      { type: 'A', name: 'www.example.test', data: '192.0.2.2' },
      { type: 'A', name: 'www.example.test', data: '192.0.2.1' },
    ],
  },
  'CNAME alias.example.test': { answers: [{ type: 'CNAME', name: 'alias.example.test', data: 'www.example.test' }] },
  'MX example.test': {
    answers: [{ type: 'MX', name: 'example.test', data: { exchange: 'Mail.example.test', preference: 10 } }],
  },
  'NS example.test': { answers: [{ type: 'NS', name: 'example.test', data: 'ns1.example.test' }] },
  'TXT example.test': { answers: [{ type: 'TXT', name: 'example.test', data: ['v=spf1 ', '-all'] }] },
  'SRV _ldap.example.test': {
    answers: [
      {
        type: 'SRV',
        name: '_ldap.example.test',
        data: { target: 'ldap.example.test', port: 389, priority: 1, weight: 5 },
      },
    ],
  },
  'PTR 1.2.0.192.in-addr.arpa': {
    answers: [{ type: 'PTR', name: '1.2.0.192.in-addr.arpa', data: 'www.example.test' }],
  },
  'A empty.example.test': { answers: [] },
  'CNAME empty.example.test': { answers: [] },
  'CNAME www.example.test': { answers: [] },
  'A silent.example.test': 'silence',
};

const zone: Parameters<typeof serveDns>[0] = (question) =>
  ZONE[`${question.type} ${question.name}`] ?? { rcode: 'NXDOMAIN' };

async function ask(entry: Readonly<Record<string, unknown>>) {
  await using server = await serveDns(zone);
  return await runEntry(kind, { server: '127.0.0.1', port: server.port, ...entry });
}

describe('dns', () => {
  it.each([
    ['A', 'www.example.test', ['192.0.2.2', '192.0.2.1']],
    ['cname', 'alias.example.test', ['www.example.test.']],
    ['CNAME', 'www.example.test', ['www.example.test.']],
    ['Mx', 'example.test', ['Mail.example.test. 10']],
    ['NS', 'example.test', ['ns1.example.test.']],
    ['TXT', 'example.test', ['v=spf1 -all']],
    ['SRV', '_ldap.example.test', ['1 5 389 ldap.example.test.']],
    ['PTR', '192.0.2.1', ['www.example.test.']],
  ])('passes with the records of type %s', async (querytype, query, records) => {
    const outcome = await ask({ query, querytype });
    expect(outcome).toMatchObject({ pass: true, data: { records } });
    expect(outcome.duration).toBeGreaterThanOrEqual(1);
  });

  it('compares exactreply as a set, in any case', async () => {
    const www = { query: 'www.example.test' };
    expect(await ask({ ...www, exactreply: ['192.0.2.1', '192.0.2.2'] })).toMatchObject({ pass: true });
    expect(await ask({ query: 'example.test', querytype: 'MX', exactreply: ['mail.EXAMPLE.test. 10'] })).toMatchObject({
      pass: true,
    });
    expect(await ask({ ...www, exactreply: ['192.0.2.1'] })).toMatchObject({
      pass: false,
      error: 'exactreply: expected 192.0.2.1; the answer is 192.0.2.1, 192.0.2.2',
    });
  });

  it('compares the values that srvReply names, and only those', async () => {
    const srv = { query: '_ldap.example.test', querytype: 'SRV' };
    expect(await ask({ ...srv, srvReply: { target: 'LDAP.example.test', port: 389 } })).toMatchObject({ pass: true });
    expect(await ask({ ...srv, srvReply: { port: 636 } })).toMatchObject({
      pass: false,
      error: expect.stringMatching(/^srvReply: .*389/) as string,
    });
  });

  it('fails with fewer records than minrecords', async () => {
    expect(await ask({ query: 'www.example.test', minrecords: 2 })).toMatchObject({ pass: true });
    expect(await ask({ query: 'www.example.test', minrecords: 3 })).toMatchObject({
      pass: false,
      error: '2 records, minrecords is 3',
    });
  });

  it('fails when the name does not exist, or exists without such a record', async () => {
    expect(await ask({ query: 'none.example.test' })).toMatchObject({
      pass: false,
      error: expect.stringContaining('none.example.test') as string,
    });
    for (const querytype of ['A', 'CNAME'])
      expect(await ask({ query: 'empty.example.test', querytype })).toMatchObject({
        pass: false,
        error: `empty.example.test has no ${querytype} record`,
      });
  });

  it('names timeout when the server never answers', async () => {
    const outcome = await ask({ query: 'silent.example.test', timeout: 1 });
    expect(outcome).toMatchObject({ pass: false, error: expect.stringContaining('1') as string });
    expect(outcome.error).toContain('timeout');
  });

  it('names thresholdMillis when the answer is slow', async () => {
    const entry = { query: 'www.example.test', thresholdMillis: 1 };
    await using server = await serveDns(zone);
    let outcome = await runEntry(kind, { server: '127.0.0.1', port: server.port, ...entry });
    // An answer over loopback may come within the millisecond that is the smallest limit.
    for (let tries = 0; outcome.pass && tries < 200; tries += 1)
      outcome = await runEntry(kind, { server: '127.0.0.1', port: server.port, ...entry });
    expect(outcome.error).toMatch(/^took \d+ ms, thresholdMillis is 1$/);
  });
});
