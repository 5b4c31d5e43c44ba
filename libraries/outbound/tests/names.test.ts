import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getActiveResourcesInfo } from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { createOutbound } from '../src/index.ts';
import { type DnsReply, failureOf, freePort, serveDns, serveHttp, serveRaw } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'names-'));
afterAll(() => rmSync(folder, { recursive: true }));

function a(name: string, ...addresses: string[]): DnsReply {
  return { answers: addresses.map((data) => ({ type: 'A', name, data, ttl: 60 })) };
}

/** Answers A questions as given and says "no such record" to everything else. */
function onlyA(answer: (name: string) => DnsReply) {
  return (question: { type: string; name: string }): DnsReply =>
    question.type === 'A' ? answer(question.name) : { answers: [] };
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const noHosts = file('hosts-empty', '');
const noSearch = file('resolv-empty', 'options timeout:1\n');

describe('names', () => {
  it('are asked once, however many wait, and remembered', async () => {
    await using dns = await serveDns(onlyA((name) => a(name, '127.0.0.1')));
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch },
    });
    const all = await Promise.all(Array.from({ length: 50 }, () => outbound.lookup('many.test')));
    expect(all[49]).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await outbound.lookup('MANY.test.');
    expect(dns.questions.filter((question) => question === 'A many.test')).toHaveLength(2);
    await outbound.lookup('MANY.test');
    expect(dns.questions.filter((question) => question.startsWith('A '))).toHaveLength(2);
  });

  it('connect to the address that was judged, even when the name changes its mind at once', async () => {
    await using inner = await serveHttp((_, response) => response.end('secret'), '127.0.0.2');
    await using outer = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\npublic'), '127.0.0.1');
    let asked = 0;
    await using dns = await serveDns(
      onlyA((name) => {
        asked += 1;
        return { answers: [{ type: 'A', name, data: asked === 1 ? '127.0.0.1' : '127.0.0.2', ttl: 0 }] };
      }),
    );
    const resolver = { servers: [dns.address], minTtl: 0, hostsFile: noHosts, resolvConf: noSearch };
    await using outbound = createOutbound({ resolver, policy: { deny: ['127.0.0.2'] } });
    expect((await outbound.request({ url: `http://rebind.test:${outer.port}/` })).body.toString()).toBe('public');
    const second = await failureOf(outbound.request({ url: `http://rebind.test:${inner.port}/` }));
    expect([second.code, second.message]).toEqual([
      'refused_by_policy',
      'The address policy refuses rebind.test (127.0.0.2): the deny list names it',
    ]);
    expect(inner.connections()).toBe(0);
  });

  it('use only those of their addresses that the policy allows', async () => {
    await using dns = await serveDns(onlyA((name) => a(name, '169.254.169.254', '127.0.0.1')));
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch },
    });
    expect(await outbound.lookup('mixed.test')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  it('fall back to the next address and the other family when one does not answer', async () => {
    await using server = await serveHttp((_, response) => response.end('here'), '::1');
    await using dns = await serveDns((question) =>
      question.type === 'A'
        ? a(question.name, '127.0.0.3', '127.0.0.4')
        : { answers: [{ type: 'AAAA', name: question.name, data: '::1', ttl: 60 }] },
    );
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch },
    });
    expect((await outbound.lookup('both.test')).map(({ address }) => address)).toEqual([
      '127.0.0.3',
      '::1',
      '127.0.0.4',
    ]);
    const answer = await outbound.request({ url: `http://both.test:${server.port}/` });
    expect([answer.address, answer.body.toString()]).toEqual(['::1', 'here']);
    const port = await freePort();
    const refused = await failureOf(outbound.request({ url: `http://both.test:${port}/` }));
    expect(refused.message).toBe(`Connection refused by 127.0.0.3:${port}; 2 more of its addresses failed too`);
  });

  it('do not contact a second address once the first one answered', async () => {
    await using server = await serveRaw(() => undefined);
    await using dns = await serveDns(onlyA((name) => a(name, '127.0.0.1', '127.0.0.2')));
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch },
    });
    await outbound.lookup('two.test');
    const timers = (): number => getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    expect((await outbound.connectTcp({ host: 'two.test', port: server.port })).address).toBe('127.0.0.1');
    // Timers that others left behind may end in between.
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('do not wait for a family that the name server never answers', async () => {
    await using dns = await serveDns((question) => (question.type === 'A' ? a(question.name, '127.0.0.1') : 'silence'));
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch, timeout: 60_000 },
    });
    const started = performance.now();
    expect(await outbound.lookup('half.test')).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('keep working on their last answer while the resolver fails or hangs', async () => {
    await using dns = await serveDns(onlyA((name) => a(name, '127.0.0.1')));
    const resolver = {
      servers: [dns.address],
      minTtl: 0,
      maxTtl: 0,
      staleAfter: 30,
      timeout: 60_000,
      hostsFile: noHosts,
      resolvConf: noSearch,
    };
    await using outbound = createOutbound({ resolver });
    await outbound.lookup('fails.test');
    await outbound.lookup('hangs.test');
    dns.reply = (question) => (question.name === 'fails.test' ? { rcode: 'SERVFAIL' } : 'silence');
    expect(await outbound.lookup('fails.test')).toHaveLength(1);
    const asked = dns.questions.length;
    expect(await outbound.lookup('fails.test')).toHaveLength(1);
    expect(dns.questions).toHaveLength(asked);
    const started = performance.now();
    expect(await outbound.lookup('hangs.test')).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('that vanished are not kept alive by an old answer', async () => {
    await using dns = await serveDns(onlyA((name) => a(name, '127.0.0.1')));
    const resolver = { servers: [dns.address], minTtl: 0, maxTtl: 0, hostsFile: noHosts, resolvConf: noSearch };
    await using outbound = createOutbound({ resolver });
    await outbound.lookup('gone.test');
    dns.reply = () => ({ rcode: 'NXDOMAIN' });
    const error = await failureOf(outbound.lookup('gone.test'));
    expect([error.code, error.detail, error.message]).toEqual([
      'dns',
      'ENOTFOUND',
      'The name gone.test does not exist',
    ]);
    const asked = dns.questions.length;
    await failureOf(outbound.lookup('gone.test'));
    expect(dns.questions).toHaveLength(asked);
  });

  it('stop at the timeout of the request when the resolver hangs, while others go on', async () => {
    await using server = await serveHttp((_, response) => response.end());
    await using dns = await serveDns((question) =>
      question.name === 'hangs.test' ? 'silence' : a(question.name, '127.0.0.1'),
    );
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch },
    });
    const hanging = Array.from({ length: 20 }, () =>
      failureOf(outbound.request({ url: 'http://hangs.test/', timeout: 300 })),
    );
    expect((await outbound.request({ url: `http://fine.test:${server.port}/` })).status).toBe(200);
    const [error] = await Promise.all(hanging);
    expect([error?.code, error?.message]).toEqual([
      'timeout',
      'No answer from hangs.test within 300 ms (looking up the name)',
    ]);
  });

  it('come from the hosts file first, which is read again when it changes', async () => {
    const hostsFile = file('hosts', '# comment\n127.0.0.9  Printer printer.test # the old one\nfd00::5 six\n');
    await using outbound = createOutbound({ resolver: { hostsFile, recheckAfter: 0 } });
    expect(await outbound.lookup('printer.TEST')).toEqual([{ address: '127.0.0.9', family: 4 }]);
    expect(await outbound.lookup('six')).toEqual([{ address: 'fd00::5', family: 6 }]);
    writeFileSync(hostsFile, '127.0.0.10 printer.test moved\n');
    expect(await outbound.lookup('printer.test')).toEqual([{ address: '127.0.0.10', family: 4 }]);
  });

  it('follow the servers and search domains of resolv.conf', async () => {
    await using dns = await serveDns(
      onlyA((name) => (name === 'db.corp.test' ? a(name, '127.0.0.1') : { rcode: 'NXDOMAIN' })),
    );
    const resolvConf = file('resolv', 'search first.test corp.test\noptions ndots:1\n');
    await using outbound = createOutbound({ resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf } });
    expect(await outbound.lookup('db')).toHaveLength(1);
    expect(dns.questions.filter((question) => question.startsWith('A '))).toEqual([
      'A db.first.test',
      'A db.corp.test',
    ]);
    expect((await failureOf(outbound.lookup('db.'))).message).toBe('The name db does not exist');
    expect(dns.questions.filter((question) => question.startsWith('A ')).at(-1)).toBe('A db');
  });

  it('never leave the machine when they end in localhost', async () => {
    await using dns = await serveDns(onlyA((name) => a(name, '10.0.0.1')));
    await using outbound = createOutbound({
      resolver: { servers: [dns.address], hostsFile: noHosts, resolvConf: noSearch },
    });
    expect(await outbound.lookup('app.localhost')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(dns.questions).toEqual([]);
  });
});
