import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';

/** A host as the rest of the library knows it: odd spellings are resolved, so that there is one spelling per meaning. */
export interface Host {
  /** lower-case ASCII name without the closing dot, or an IP address without brackets */
  name: string;
  /** 0 for a name */
  family: 0 | 4 | 6;
  /** written with a closing dot: search domains do not apply */
  absolute: boolean;
}

// The last label starts with a letter, so it cannot be one of the numeric spellings of an IPv4 address.
const plainName = /^(?:[a-z0-9_-]+\.)*[a-z_][a-z0-9_-]*$/;
const neverInHost = /[\s/?#@\\:%[\]]/;

/**
 * Reads a host as URLs do: `0x7f.1`, `2130706433` and `0177.0.0.1` are 127.0.0.1, `LOCALHOST.` is localhost, international
 * names become punycode. Throws `bad_request` for anything that is more or less than a host.
 */
export function readHost(text: string): Host {
  if (plainName.test(text)) return { name: text, family: 0, absolute: false };
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const family = isIP(bare);
  if (family === 4 || family === 6) return { name: bare.toLowerCase(), family, absolute: true };

  let name = '';
  if (!neverInHost.test(text)) name = URL.parse(`http://${text}/`)?.hostname ?? '';
  if (name === '') throw new OutboundError('bad_request', `"${shorten(text)}" is not a host name or an IP address`);
  if (isIP(name) === 4) return { name, family: 4, absolute: true };
  const absolute = name.endsWith('.');
  return { name: absolute ? name.slice(0, -1) : name, family: 0, absolute };
}

/** Throws `bad_request` unless the port can be connected to. */
export function checkPort(port: number): void {
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return;
  throw new OutboundError('bad_request', `${port} is not a port; use a number from 1 to 65535`);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
