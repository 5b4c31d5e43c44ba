import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { getServers } from 'node:dns';

/** What the machine's own files say about names. Both are read again after they changed. */
export interface SystemNames {
  /** Addresses that the hosts file gives to a lower-case name. */
  hosts(name: string): readonly string[] | undefined;
  settings(): ResolverSettings;
}

export interface ResolverSettings {
  servers: readonly string[];
  search: readonly string[];
  /** names with fewer dots try the search domains first */
  ndots: number;
  /** ms for one try */
  timeout: number;
  tries: number;
}

export interface SystemFiles {
  hostsFile?: string;
  resolvConf?: string;
  /** ms between two looks at the files' dates. Default 5000. */
  recheckAfter?: number;
}

// Read without the thread pool: a stuck pool must not stall names, and two stat calls every 5 s cost microseconds.
export function createSystemNames(files: SystemFiles = {}): SystemNames {
  const { hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf', recheckAfter = 5000 } = files;
  const hosts = watchFile(hostsFile, recheckAfter, parseHosts);
  const settings = watchFile(resolvConf, recheckAfter, parseResolvConf);
  return {
    hosts: (name) => hosts().get(name),
    settings,
  };
}

function watchFile<T>(path: string, recheckAfter: number, parse: (text: string) => T): () => T {
  let mark: string | undefined;
  let value = parse('');
  let nextLook = 0;
  return () => {
    const now = performance.now();
    if (now < nextLook) return value;
    nextLook = now + recheckAfter;
    const stat = statSync(path, { throwIfNoEntry: false });
    const seen = stat === undefined ? 'absent' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    if (seen === mark) return value;
    mark = seen;
    value = parse(stat === undefined ? '' : readText(path));
    return value;
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Unreadable is the same as absent here: the resolver's own defaults apply.
    return '';
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = wordsOf(line);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const addresses = hosts.get(key) ?? [];
      if (!addresses.includes(address)) addresses.push(address);
      hosts.set(key, addresses);
    }
  }
  return hosts;
}

function parseResolvConf(text: string): ResolverSettings {
  const settings = { servers: [] as string[], search: [] as string[], ndots: 1, timeout: 2000, tries: 2 };
  for (const line of text.split('\n')) {
    const [word, ...rest] = wordsOf(line);
    if (word === 'nameserver' && rest[0] !== undefined && isIP(rest[0]) !== 0) settings.servers.push(rest[0]);
    if (word === 'search' || word === 'domain')
      settings.search = rest.map((name) => name.toLowerCase().replace(/\.$/, ''));
    if (word !== 'options') continue;
    for (const option of rest) {
      const [name, number] = option.split(':');
      const value = Number(number);
      if (!Number.isInteger(value) || value < 0) continue;
      if (name === 'ndots') settings.ndots = Math.min(value, 15);
      if (name === 'timeout' && value > 0) settings.timeout = Math.min(value, 30) * 1000;
      if (name === 'attempts' && value > 0) settings.tries = Math.min(value, 5);
    }
  }
  settings.search = settings.search.filter((name) => name !== '');
  if (settings.servers.length === 0) settings.servers = getServers();
  return settings;
}

function wordsOf(line: string): string[] {
  return line
    .replace(/[#;].*/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}
