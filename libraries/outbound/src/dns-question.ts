import { Resolver } from 'node:dns';
import ipaddr from 'ipaddr.js';
import type { Deadline } from './deadline.ts';
import { dnsError } from './name-cache.ts';
import { OutboundError, systemCode } from './outbound-error.ts';

export const dnsTypes = ['A', 'AAAA', 'CNAME', 'SRV', 'MX', 'PTR', 'TXT', 'NS'] as const;
export type DnsType = (typeof dnsTypes)[number];

/** Names come without the closing dot. */
export type DnsRecord =
  | { type: 'A' | 'AAAA'; address: string; ttl: number }
  | { type: 'CNAME' | 'NS' | 'PTR'; host: string }
  | { type: 'MX'; host: string; priority: number }
  | { type: 'SRV'; host: string; port: number; priority: number; weight: number }
  | { type: 'TXT'; text: string };

export interface DnsAnswer {
  /** Empty when the name exists without such a record. */
  records: DnsRecord[];
  /** ms */
  duration: number;
}

type Done<T> = (error: NodeJS.ErrnoException | null, result: T) => void;
type Ask = (resolver: Resolver, name: string, done: Done<DnsRecord[]>) => void;

// Keyed by type, so that the compiler lists what a new type forgets.
const questions: Record<DnsType, Ask> = {
  A: (resolver, name, done) =>
    resolver.resolve4(name, { ttl: true }, (error, found) =>
      done(
        error,
        (found ?? []).map((record) => ({ type: 'A', ...record })),
      ),
    ),
  AAAA: (resolver, name, done) =>
    resolver.resolve6(name, { ttl: true }, (error, found) =>
      done(
        error,
        (found ?? []).map((record) => ({ type: 'AAAA', ...record })),
      ),
    ),
  CNAME: (resolver, name, done) =>
    resolver.resolveCname(name, (error, found) =>
      done(
        error,
        (found ?? []).map((host) => ({ type: 'CNAME', host })),
      ),
    ),
  NS: (resolver, name, done) =>
    resolver.resolveNs(name, (error, found) =>
      done(
        error,
        (found ?? []).map((host) => ({ type: 'NS', host })),
      ),
    ),
  PTR: (resolver, name, done) =>
    resolver.resolvePtr(reverseName(name), (error, found) =>
      done(
        error,
        (found ?? []).map((host) => ({ type: 'PTR', host })),
      ),
    ),
  MX: (resolver, name, done) =>
    resolver.resolveMx(name, (error, found) =>
      done(
        error,
        (found ?? []).map(({ exchange, priority }) => ({ type: 'MX', host: exchange, priority })),
      ),
    ),
  SRV: (resolver, name, done) =>
    resolver.resolveSrv(name, (error, found) =>
      done(
        error,
        (found ?? []).map(({ name: host, port, priority, weight }) => ({ type: 'SRV', host, port, priority, weight })),
      ),
    ),
  TXT: (resolver, name, done) =>
    resolver.resolveTxt(name, (error, found) =>
      done(
        error,
        (found ?? []).map((parts) => ({ type: 'TXT', text: parts.join('') })),
      ),
    ),
};

/**
 * Asks one question of the given servers (`address` or `address:port`), past every cache. Throws `dns` when the name does
 * not exist or no usable answer comes. `timeout` is in ms and for one try; there is one try only, so that the duration
 * says how long the server took.
 */
export async function askDns(
  query: string,
  type: DnsType,
  servers: readonly string[],
  timeout: number,
  deadline: Deadline,
): Promise<DnsAnswer> {
  // A resolver of its own: cancelling hits all questions of a resolver, and a shared one shortens its patience by what
  // it has learnt about a server.
  const resolver = new Resolver({ timeout, tries: 1 });
  resolver.setServers(servers);
  const name = query.endsWith('.') ? query.slice(0, -1) : query;
  const started = performance.now();
  const records = await deadline.step<DnsRecord[]>(
    'waiting for the answer of the name server',
    (resolve, reject) => {
      questions[type](resolver, name, (error, found) => {
        const code = systemCode(error);
        if (error === null || code === 'ENODATA') resolve(error === null ? found : []);
        else reject(dnsError(code, query, performance.now() - started, error));
      });
    },
    () => resolver.cancel(),
  );
  return { records, duration: performance.now() - started };
}

function reverseName(query: string): string {
  if (!ipaddr.isValid(query)) return query;
  const ip = ipaddr.parse(query);
  const bytes = ip.toByteArray();
  if (ip.kind() === 'ipv4') return `${bytes.reverse().join('.')}.in-addr.arpa`;
  const nibbles = bytes.flatMap((byte) => [(byte >> 4).toString(16), (byte & 15).toString(16)]);
  return `${nibbles.reverse().join('.')}.ip6.arpa`;
}

/** Reads a record type in any case; throws `bad_request` for one that is not known here. */
export function readDnsType(text: string): DnsType {
  const found = dnsTypes.find((type) => type === text.toUpperCase());
  if (found !== undefined) return found;
  throw new OutboundError(
    'bad_request',
    `"${text.slice(0, 20)}" is not a record type; use one of ${dnsTypes.join(', ')}`,
  );
}
