import { isIP } from 'node:net';

/** On whose behalf rows are changed, and from which address; null where there is nobody or none. */
export interface Author {
  readonly personId: string | null;
  /** As the request tells it. */
  readonly ip: string | null;
}

/** Settings of a transaction by which the audit log knows its author. */
export function authorSettings(author: Author): Record<string, string> {
  const address = author.ip === null ? null : storableAddress(author.ip);
  return { 'watchroom.caller': author.personId ?? '', 'watchroom.address': address ?? '' };
}

/** The address as PostgreSQL's `inet` takes it, or null when a proxy handed on something else. */
export function storableAddress(ip: string): string | null {
  const address = withoutZone(ip);
  return isIP(address) === 0 ? null : address;
}

/** The zone names an interface of this machine (RFC 4007, 11) and is no part of the address. */
export function withoutZone(ip: string): string {
  return withoutPort(ip).split('%')[0] ?? ip;
}

/** Some proxies hand on `192.0.2.1:49152` and `[2001:db8::1]:49152`. */
function withoutPort(ip: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(ip)?.[1] ?? ip;
}
