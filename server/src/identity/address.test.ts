import { describe, expect, it } from 'vitest';
import { networkOf, storableAddress } from './address.ts';

describe('the network that limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the address of a session', () => {
  it('has no zone, which the database does not take', () => {
    expect(storableAddress('fe80::1%eth0')).toBe('fe80::1');
  });

  it('is left out when a proxy handed on something else', () => {
    expect(storableAddress('unknown')).toBeNull();
  });
});
