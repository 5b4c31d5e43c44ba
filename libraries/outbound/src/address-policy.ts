import ipaddr from 'ipaddr.js';
import { embeddedAddresses } from './embedded-addresses.ts';
import { OutboundError, reasonOf } from './outbound-error.ts';

type Ip = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = [Ip, number];

export interface AddressPolicyOptions {
  /** Loopback, private, shared (100.64/10), unique-local, reserved and documentation addresses. Default true. */
  allowPrivate?: boolean;
  /** 169.254.0.0/16 and fe80::/10. Metadata services stay refused unless `allow` names them. Default false. */
  allowLinkLocal?: boolean;
  /** Addresses or CIDR ranges that are refused. */
  deny?: readonly string[];
  /** Addresses or CIDR ranges that are let through whatever the other options say. Wins over `deny`. */
  allow?: readonly string[];
}

export interface AddressPolicy {
  /** Why this IP address (in any of its standard spellings) is refused, or undefined when it is not. */
  refusal(address: string): string | undefined;
  /** Throws `refused_by_policy`; `host` is the name that led to the address, for the message. */
  check(address: string, host?: string): void;
}

// Where clouds answer with credentials to whoever asks from the machine. Some lie in otherwise public ranges.
const metadataServices = new Set([
  '169.254.169.254', // most clouds
  '169.254.170.2', // AWS ECS task role
  '169.254.170.23', // AWS EKS pod identity
  '100.100.100.200', // Alibaba Cloud
  '192.0.0.192', // Oracle Cloud
  '168.63.129.16', // Azure wire server
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS EKS pod identity
  'fd20:ce::254', // Google Cloud
]);

const thisNetwork: Cidr = [ipaddr.parse('0.0.0.0'), 8];

// A check looks at the same few thousand addresses again and again; parsing one costs 2-5 µs.
const memoryOfVerdicts = 10_000;

/** Compiles the options; throws a plain `TypeError` that names the entry when a range cannot be read. */
export function createAddressPolicy(options: AddressPolicyOptions = {}): AddressPolicy {
  const { allowPrivate = true, allowLinkLocal = false } = options;
  const deny = (options.deny ?? []).map((text) => readRange('deny', text));
  const allow = (options.allow ?? []).map((text) => readRange('allow', text));
  const verdicts = new Map<string, string | undefined>();

  function refusalOfOne(ip: Ip): string | undefined {
    const always = neverReached(ip);
    if (always !== undefined) return always;
    if (isInside(ip, allow)) return undefined;
    if (isInside(ip, deny)) return 'the deny list names it';
    if (metadataServices.has(ip.toString())) return 'it is a cloud metadata service';
    const range = ip.range();
    if (range === 'linkLocal') return allowLinkLocal ? undefined : 'it is a link-local address';
    if (range === 'loopback') return allowPrivate ? undefined : 'it is a loopback address';
    if (range === 'unicast' || allowPrivate) return undefined;
    // An address that wraps another one is as public as what it wraps, which is judged beside it.
    if (ip.kind() === 'ipv6' && embeddedAddresses(ip).length > 0) return undefined;
    return 'it is a private or reserved address';
  }

  function judge(address: string): string | undefined {
    const ip = readAddress(address);
    if (ip === undefined) return 'it is not an IP address';
    const inner = embeddedAddresses(ip);
    const own = inner.length > 0 && isOnlyNotation(ip) ? undefined : refusalOfOne(ip);
    if (own !== undefined) return own;
    for (const wrapped of inner) {
      const reason = refusalOfOne(wrapped);
      if (reason !== undefined) return `it leads to ${wrapped.toString()}, and ${reason}`;
    }
    return undefined;
  }

  function refusal(address: string): string | undefined {
    if (verdicts.has(address)) return verdicts.get(address);
    const verdict = judge(address);
    if (verdicts.size >= memoryOfVerdicts) verdicts.clear();
    verdicts.set(address, verdict);
    return verdict;
  }

  return {
    refusal,
    check(address, host) {
      const reason = refusal(address);
      if (reason !== undefined) throw policyError(address, host, reason);
    },
  };
}

/** The error for an address that the policy refuses; `host` is the name that led to it. */
export function policyError(address: string, host: string | undefined, reason: string): OutboundError {
  const subject = host === undefined || host === address ? address : `${host} (${address})`;
  return new OutboundError('refused_by_policy', `The address policy refuses ${subject}: ${reason}`);
}

// Addresses that no option opens: they mean "any of mine" or "many at once", never one destination.
function neverReached(ip: Ip): string | undefined {
  const range = ip.range();
  if (range === 'unspecified' || (ip.kind() === 'ipv4' && ip.match(thisNetwork)))
    return 'it is the unspecified address';
  if (range === 'multicast') return 'it is a multicast address';
  if (range === 'broadcast') return 'it is the broadcast address';
  return undefined;
}

// `::ffff:1.2.3.4` is 1.2.3.4 for the operating system, not an IPv6 destination of its own.
function isOnlyNotation(ip: Ip): boolean {
  return ip.kind() === 'ipv6' && ip.range() === 'ipv4Mapped';
}

function isInside(ip: Ip, ranges: readonly Cidr[]): boolean {
  return ranges.some((range) => range[0].kind() === ip.kind() && ip.match(range));
}

function readAddress(text: string): Ip | undefined {
  const zone = text.indexOf('%');
  const plain = zone < 0 ? text : text.slice(0, zone);
  return ipaddr.isValid(plain) ? ipaddr.parse(plain) : undefined;
}

function readRange(list: string, text: string): Cidr {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const ip = ipaddr.parse(text);
    return [ip, ip.kind() === 'ipv4' ? 32 : 128];
  } catch (error) {
    throw new TypeError(`The ${list} list has "${text}", which is neither an address nor a range: ${reasonOf(error)}`);
  }
}
