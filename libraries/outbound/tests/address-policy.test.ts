import { describe, expect, it } from 'vitest';
import { createOutbound, OutboundError } from '../src/index.ts';
import { failureOf, serveHttp } from './servers.ts';

function codeFor(address: string, policy = {}): string {
  const outbound = createOutbound({ policy });
  try {
    outbound.checkAddress(address);
    return 'allowed';
  } catch (error) {
    return error instanceof OutboundError ? error.code : String(error);
  }
}

describe('the address policy', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '[::ffff:169.254.169.254]',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1:a9fe:a9:fe00::',
    '2002:a9fe:a9fe::1',
    '2001:0:a9fe:a9fe::',
    '2001:0:808:808:0:0:5601:5601',
    '2001:db8::5efe:169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '0xa9.0xfe.0xa9.0xfe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.169.254.',
    '0.0.0.0',
    '0',
    '::',
    '0.1.2.3',
    '::ffff:0.0.0.0',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
  ])('refuses %s by default', (address) => {
    expect(codeFor(address)).toBe('refused_by_policy');
  });

  it.each([
    '127.0.0.1',
    '0x7f.1',
    '10.1.2.3',
    '192.168.1.1',
    '::1',
    'fd12::1',
    '8.8.8.8',
    '2606:4700::1111',
    '64:ff9b::808:808',
  ])('allows %s by default, since a server in the house checks its own network', (address) => {
    expect(codeFor(address)).toBe('allowed');
  });

  it.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '10.0.0.1',
    '172.31.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '198.18.0.1',
    'fd12::1',
    'fec0::1',
    '240.0.0.1',
    '2002:7f00:1::',
  ])('refuses %s when private addresses are closed', (address) => {
    expect(codeFor(address, { allowPrivate: false })).toBe('refused_by_policy');
  });

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'])(
    'still allows the public address %s when private ones are closed',
    (address) => {
      expect(codeFor(address, { allowPrivate: false })).toBe('allowed');
    },
  );

  it('opens link-local addresses on request, but not the metadata services among them', () => {
    expect(codeFor('169.254.7.7', { allowLinkLocal: true })).toBe('allowed');
    expect(codeFor('fe80::1', { allowLinkLocal: true })).toBe('allowed');
    expect(codeFor('169.254.169.254', { allowLinkLocal: true })).toBe('refused_by_policy');
    expect(codeFor('169.254.169.254', { allow: ['169.254.169.254'] })).toBe('allowed');
  });

  it('lets allow win over deny, on wrapped addresses too, and never opens the unspecified address', () => {
    const policy = { deny: ['10.0.0.0/8', '2001:db8::/32'], allow: ['10.1.0.0/16', '0.0.0.0/0'] };
    expect(codeFor('10.2.0.1', { ...policy, allow: ['10.1.0.0/16'] })).toBe('refused_by_policy');
    expect(codeFor('10.1.0.1', policy)).toBe('allowed');
    expect(codeFor('::ffff:10.2.0.1', { deny: ['10.0.0.0/8'] })).toBe('refused_by_policy');
    expect(codeFor('2001:db8::1', policy)).toBe('refused_by_policy');
    expect(codeFor('0.0.0.0', policy)).toBe('refused_by_policy');
  });

  it('does not let a wrapped address out of reach because its wrapping is allowed', () => {
    expect(codeFor('64:ff9b::a9fe:a9fe', { allow: ['64:ff9b::/96'] })).toBe('refused_by_policy');
  });

  it('names the entry of a list that cannot be read', () => {
    expect(() => createOutbound({ policy: { deny: ['10.0.0.0/99'] } })).toThrow(/deny list has "10\.0\.0\.0\/99"/);
  });

  it('says which address was refused and why', () => {
    const outbound = createOutbound();
    expect(() => outbound.checkAddress('64:ff9b::a9fe:a9fe')).toThrow(
      'The address policy refuses 64:ff9b::a9fe:a9fe: it leads to 169.254.169.254, and it is a cloud metadata service',
    );
    expect(() => outbound.checkAddress('example.com')).toThrow('"example.com" is a name, not an IP address');
  });
});

describe('a URL in an odd spelling', () => {
  it.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    'a@127.0.0.1',
    'localhost',
    'LOCALHOST.',
    'x.localhost',
    '127.1',
  ])('http://%s/ is refused like the address it means, and nothing is contacted', async (host) => {
    await using server = await serveHttp((_, response) => response.end());
    await using outbound = createOutbound({ policy: { allowPrivate: false } });
    const error = await failureOf(outbound.request({ url: `http://${host}:${server.port}/` }));
    expect(error.code).toBe('refused_by_policy');
    expect(server.connections()).toBe(0);
  });

  it.each(['127.0.0.1', '0x7f.1', '2130706433', 'a@127.0.0.1', 'localhost.', '[::ffff:127.0.0.1]'])(
    'http://%s/ is reached like the address it means',
    async (host) => {
      await using server = await serveHttp((_, response) => response.end('here'));
      await using outbound = createOutbound();
      const answer = await outbound.request({ url: `http://${host}:${server.port}/` });
      expect(answer.body.toString()).toBe('here');
    },
  );

  it.each(['a b', 'a/b', 'user@host', 'host:80', '[::1', '1.2.3.4.5', '', '%31', 'a#b'])(
    '"%s" is no host for a socket',
    async (host) => {
      await using outbound = createOutbound();
      const signal = AbortSignal.timeout(5000);
      expect((await failureOf(outbound.connectTcp({ host, port: 80, signal }))).code).toBe('bad_request');
    },
  );
});
