import { isIP } from 'node:net';
import { withoutZone } from '../platform/database/author.ts';

export { storableAddress } from '../platform/database/author.ts';

/**
 * What counts as one address for limits: IPv4 as it is; of IPv6 the first 64 bits, since one household or machine is
 * given that many addresses to choose from.
 */
export function networkOf(ip: string): string {
  const address = withoutZone(ip);
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [
    ...left,
    ...Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill('0'),
    ...right,
  ];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
