/** An entry of a kind, read out of what a person typed into "What should we watch?". */
export interface Target {
  readonly kind: 'http' | 'tcp' | 'icmp' | 'dns';
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** What runs on this machine or network seldom has a certificate. */
const NEARBY = /^(localhost|127\.|10\.|192\.168\.)/i;
const IPV6 = /^[0-9a-f:]*:[0-9a-f:.]*:[0-9a-f:.]*$/i;

/**
 * A URL becomes an http check, `host:port` and `[v6]:port` a tcp check, an address an icmp check and a bare host
 * name a dns check.
 * @returns the target, or a sentence that says what is wrong with the text.
 */
export function targetFromText(text: string): Target | string {
  const input = text.trim();
  if (input === '') return 'Enter a URL, a host and port, or a host name.';
  if (/\s/.test(input)) return 'An address cannot contain spaces.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(input)) return fromUrl(input);
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d+))?$/i.exec(input);
  if (bracketed?.[1]) return fromHostAndPort(bracketed[1], bracketed[2]);
  if (IPV6.test(input)) return fromHostAndPort(input, undefined);
  const parts = /^([^:/]+)(?::(\d+))?$/.exec(input);
  if (parts?.[1]) return fromHostAndPort(parts[1], parts[2]);
  if (/^[^/:]+(:\d+)?\//.test(input)) return fromUrl(`${NEARBY.test(input) ? 'http' : 'https'}://${input}`);
  return `"${input}" is not a URL, host:port or host name.`;
}

function fromUrl(input: string): Target | string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url) return `"${input}" is not a valid URL.`;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `${url.protocol}// cannot be watched; use http://, https://, host:port or a host name.`;
  const path = url.pathname === '/' ? '' : url.pathname;
  return { kind: 'http', name: url.host + path, spec: { url: url.href } };
}

function fromHostAndPort(host: string, port: string | undefined): Target | string {
  const isAddress = IPV4.test(host) || IPV6.test(host);
  if (!isAddress && !HOST.test(host)) return `"${host}" is not a host name.`;
  if (IPV4.test(host) && host.split('.').some((part) => Number(part) > 255)) return `"${host}" is not an address.`;
  const shown = host.includes(':') ? `[${host}]` : host;
  if (port !== undefined) {
    if (Number(port) < 1 || Number(port) > 65_535) return 'A port is a number from 1 to 65535.';
    return { kind: 'tcp', name: `${shown}:${port}`, spec: { endpoint: `${shown}:${port}` } };
  }
  if (isAddress) return { kind: 'icmp', name: host, spec: { endpoint: host } };
  return { kind: 'dns', name: host, spec: { query: host } };
}
