import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import type { Host } from './host-name.ts';
import { type Address, createNameCache, dnsError, type Found, type NameCacheOptions } from './name-cache.ts';
import { type OutboundError, systemCode } from './outbound-error.ts';
import { createSystemNames, type ResolverSettings, type SystemFiles } from './system-names.ts';

export interface ResolverOptions extends SystemFiles, NameCacheOptions {
  /** `address` or `address:port` of the name servers to ask instead of those in resolv.conf. */
  servers?: readonly string[];
  /** ms for one try of one server. Default from resolv.conf, else 2000. */
  timeout?: number;
  /** Default from resolv.conf, else 2. */
  tries?: number;
  /** The family that is tried first. Default 4. */
  prefer?: 4 | 6;
}

export interface NameResolver {
  /** All addresses of a host, in the order to try them. */
  lookup(host: Host): Promise<Address[]>;
  servers(): readonly string[];
  close(): void;
}

// How long the slower of A and AAAA is waited for once the other is there (RFC 8305 section 3).
const graceForOtherFamily = 50;

/**
 * Turns names into addresses with c-ares instead of getaddrinfo, which has four threads: one resolver that hangs for 5 s
 * would hold every connection of the process to 0.8 a second.
 */
export function createNameResolver(options: ResolverOptions = {}): NameResolver {
  const system = createSystemNames(options);
  const prefer = options.prefer ?? 4;
  let resolver: Resolver | undefined;
  let builtFor: ResolverSettings | undefined;

  function settings(): ResolverSettings {
    return system.settings();
  }

  function currentResolver(): Resolver {
    const now = settings();
    if (resolver !== undefined && builtFor === now) return resolver;
    builtFor = now;
    resolver = new Resolver({ timeout: options.timeout ?? now.timeout, tries: options.tries ?? now.tries });
    resolver.setServers(options.servers ?? now.servers);
    return resolver;
  }

  // Servers that cannot be read are the operator's mistake: say so at the start.
  if (options.servers !== undefined) currentResolver();

  const cache = createNameCache(async (name, onMore) => {
    const absolute = name.endsWith('.');
    const bare = absolute ? name.slice(0, -1) : name;
    let missing: OutboundError | undefined;
    for (const candidate of absolute ? [bare] : candidatesFor(bare, settings())) {
      const outcome = await askBothFamilies(currentResolver(), candidate, prefer, onMore);
      if ('found' in outcome) return outcome.found;
      const { detail, waited, cause, isAbsence } = outcome.failure;
      missing ??= dnsError(detail, bare, waited, cause);
      if (!isAbsence) throw dnsError(detail, bare, waited, cause);
    }
    throw missing ?? dnsError('ENOTFOUND', bare, 0, undefined);
  }, options);

  return {
    async lookup(host) {
      if (host.family !== 0) return [{ address: host.name, family: host.family }];
      const local = system.hosts(host.name) ?? loopbackFor(host.name);
      if (local !== undefined) return inOrder(local.map(withFamily), prefer);
      return cache.get(host.absolute ? `${host.name}.` : host.name);
    },
    servers: () => options.servers ?? settings().servers,
    close() {
      resolver?.cancel();
      cache.clear();
    },
  };
}

// RFC 6761: these never leave the machine, whatever a name server would say.
function loopbackFor(name: string): string[] | undefined {
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined;
}

function candidatesFor(name: string, settings: ResolverSettings): string[] {
  const searched = settings.search.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= settings.ndots ? [name, ...searched] : [...searched, name];
}

interface AskFailure {
  detail: string;
  waited: number;
  cause: unknown;
  /** the server says that there is nothing, as opposed to saying nothing */
  isAbsence: boolean;
}

type Outcome = { found: Found } | { failure: AskFailure };

function askFamily(resolver: Resolver, name: string, family: 4 | 6): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (cause: NodeJS.ErrnoException | null, records: { address: string; ttl: number }[]): void => {
      if (cause === null && records.length > 0) {
        const ttl = Math.min(...records.map((record) => record.ttl));
        resolve({ found: { addresses: records.map(({ address }) => ({ address, family })), ttl } });
        return;
      }
      const detail = cause === null ? 'ENODATA' : systemCode(cause);
      const isAbsence = detail === 'ENOTFOUND' || detail === 'ENODATA';
      resolve({ failure: { detail, waited: performance.now() - started, cause: cause ?? undefined, isAbsence } });
    };
    if (family === 4) resolver.resolve4(name, { ttl: true }, done);
    else resolver.resolve6(name, { ttl: true }, done);
  });
}

async function askBothFamilies(
  resolver: Resolver,
  name: string,
  prefer: 4 | 6,
  onMore: (found: Found) => void,
): Promise<Outcome> {
  const questions = [askFamily(resolver, name, 4), askFamily(resolver, name, 6)] as const;
  const both = Promise.all(questions);
  const first = await Promise.race(questions);
  const merged = 'found' in first ? await within(both, graceForOtherFamily) : await both;
  if (merged === undefined && 'found' in first) {
    void both.then((outcomes) => onMore(merge(outcomes, prefer) ?? first.found));
    return first;
  }
  const outcomes = merged ?? (await both);
  const found = merge(outcomes, prefer);
  if (found !== undefined) return { found };
  // One family that answers "nothing" proves little while the other one failed.
  return outcomes.find((outcome) => 'failure' in outcome && !outcome.failure.isAbsence) ?? outcomes[0];
}

function merge(outcomes: readonly Outcome[], prefer: 4 | 6): Found | undefined {
  const found = outcomes.flatMap((outcome) => ('found' in outcome ? [outcome.found] : []));
  if (found.length === 0) return undefined;
  const addresses = inOrder(
    found.flatMap((part) => part.addresses),
    prefer,
  );
  return { addresses, ttl: Math.min(...found.map((part) => part.ttl)) };
}

/** Preferred family first, then alternating, so that the second try already leaves a broken family (RFC 8305 section 4). */
function inOrder(addresses: Address[], prefer: 4 | 6): Address[] {
  const first = addresses.filter((address) => address.family === prefer);
  const second = addresses.filter((address) => address.family !== prefer);
  if (first.length === 0 || second.length === 0) return addresses;
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, i) => [first[i], second[i]])
    .flat()
    .filter((address) => address !== undefined);
}

function withFamily(address: string): Address {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
