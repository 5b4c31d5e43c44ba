import { formatDuration, OutboundError } from './outbound-error.ts';

export interface Address {
  address: string;
  family: 4 | 6;
}

export interface Found {
  addresses: Address[];
  /** seconds */
  ttl: number;
}

/** Asks the network for a name. Rejects with an OutboundError whose detail is `ENOTFOUND` where the name does not exist. */
export type AskAddresses = (name: string, onMore: (found: Found) => void) => Promise<Found>;

export interface NameCacheOptions {
  /** s; bounds for the TTL that servers give. Default 1 and 300. */
  minTtl?: number;
  maxTtl?: number;
  /** s for which "does not exist" is believed. Default 5. */
  negativeTtl?: number;
  /** s for which an expired answer may stand in while the resolver fails. Default 300. */
  staleFor?: number;
  /** ms after which an expired answer stands in for a resolver that has not answered yet. Default 500. */
  staleAfter?: number;
  /** Default 20,000 names. */
  maxEntries?: number;
}

interface Entry {
  addresses: Address[];
  error: OutboundError | undefined;
  expires: number;
  staleUntil: number;
}

export interface NameCache {
  get(name: string): Promise<Address[]>;
  clear(): void;
}

// While old answers stand in, each name asks again only this often: a sick resolver is not helped by a storm.
const retryWhileStale = 5000;
const retryAfterFailure = 1000;

/** Remembers answers for their TTL, asks each name once however many wait for it, and bridges resolver failures. */
export function createNameCache(askNetwork: AskAddresses, options: NameCacheOptions = {}): NameCache {
  const { minTtl = 1, maxTtl = 300, negativeTtl = 5, staleFor = 300, staleAfter = 500, maxEntries = 20_000 } = options;
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<Address[]>>();

  function store(name: string, entry: Entry): void {
    entries.delete(name);
    entries.set(name, entry);
    if (entries.size <= maxEntries) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }

  function storeFound(name: string, found: Found): void {
    const expires = performance.now() + Math.min(Math.max(found.ttl, minTtl), maxTtl) * 1000;
    store(name, { addresses: found.addresses, error: undefined, expires, staleUntil: expires + staleFor * 1000 });
  }

  function standIn(name: string): Address[] | undefined {
    const entry = entries.get(name);
    const now = performance.now();
    if (entry === undefined || entry.error !== undefined || entry.staleUntil <= now) return undefined;
    entry.expires = Math.max(entry.expires, now + retryWhileStale);
    return entry.addresses;
  }

  async function question(name: string): Promise<Address[]> {
    try {
      const found = await askNetwork(name, (more) => storeFound(name, more));
      storeFound(name, found);
      return found.addresses;
    } catch (thrown) {
      const error =
        thrown instanceof OutboundError ? thrown : new OutboundError('dns', String(thrown), { cause: thrown });
      const isAnswer = error.detail === 'ENOTFOUND' || error.detail === 'ENODATA';
      const stale = isAnswer ? undefined : standIn(name);
      if (stale !== undefined) return stale;
      const expires = performance.now() + (isAnswer ? negativeTtl * 1000 : retryAfterFailure);
      store(name, { addresses: [], error, expires, staleUntil: expires });
      throw error;
    } finally {
      pending.delete(name);
    }
  }

  function ask(name: string): Promise<Address[]> {
    let running = pending.get(name);
    if (running === undefined) {
      running = question(name);
      pending.set(name, running);
    }
    return running;
  }

  return {
    async get(name) {
      const entry = entries.get(name);
      if (entry !== undefined && entry.expires > performance.now()) {
        if (entry.error !== undefined) throw entry.error;
        return entry.addresses;
      }
      const running = ask(name);
      if (entry === undefined || entry.error !== undefined) return running;
      return orAfter(running, staleAfter, () => standIn(name));
    },
    clear() {
      entries.clear();
    },
  };
}

/** The promise, or what `instead` gives when it has not settled after `ms` and `instead` has something. */
function orAfter<T>(promise: Promise<T>, ms: number, instead: () => T | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      const value = instead();
      if (value !== undefined) resolve(value);
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const dnsSentences: Record<string, (name: string) => string> = {
  ENOTFOUND: (name) => `The name ${name} does not exist`,
  ENODATA: (name) => `The name ${name} exists but has no such record`,
  ESERVFAIL: (name) => `The name server failed to answer for ${name}`,
  EREFUSED: (name) => `The name server refused to answer for ${name}`,
  ECONNREFUSED: (name) => `The name server that should answer for ${name} cannot be reached`,
  EBADNAME: (name) => `"${name}" is not a name that DNS can hold`,
  EFORMERR: (name) => `The name server did not understand the question for ${name}`,
  ENOTIMP: (name) => `The name server does not answer questions of this type, asked for ${name}`,
  EBADRESP: (name) => `The name server sent a damaged answer for ${name}`,
  ECANCELLED: (name) => `The question for ${name} was cancelled`,
};

/** The error of a failed DNS question; `waited` is in ms. */
export function dnsError(detail: string, name: string, waited: number, cause: unknown): OutboundError {
  const sentence =
    dnsSentences[detail]?.(name) ??
    (detail === 'ETIMEOUT'
      ? `No name server answered for ${name} within ${formatDuration(waited)}`
      : `Cannot look up ${name}: ${detail === '' ? String(cause) : detail}`);
  return new OutboundError('dns', sentence, { detail, cause });
}
