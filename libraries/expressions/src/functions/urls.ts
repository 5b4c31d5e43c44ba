import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { getKey } from '../values/maps.ts';
import type { MapValue, Value } from '../values/value.ts';
import { define, type FunctionDefinition } from './define.ts';

/** RFC 3986, appendix B; without blanks and control characters, which no URL holds. */
const PARTS = /^(?:([A-Za-z][\w+.-]*):)?(?:\/\/([^/?#\s]*))?([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/;
const AUTHORITY = /^(?:[^@]*@)?(\[[\da-fA-F:.%]+\]|[^:[\]]*)(?::(\d{0,5}))?$/;

interface Url {
  readonly scheme: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
}

/** Undefined for what is neither an absolute URL nor an absolute path. */
function parse(run: Run, text: string): Url | undefined {
  run.allocate(4 * text.length);
  const found = PARTS.exec(text);
  if (!found) return undefined;
  const [, scheme = '', authority, path = '', query = ''] = found;
  if (scheme === '' && (authority !== undefined || !path.startsWith('/'))) return undefined;
  const [, host = '', port = ''] = AUTHORITY.exec(authority ?? '') ?? (authority ? [] : ['', '']);
  if (authority && host === '') return undefined;
  const parameters = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(query)) {
    const values = parameters.get(key) ?? [];
    values.push(value);
    parameters.set(key, values);
  }
  return {
    scheme: scheme.toLowerCase(),
    host: port === '' ? host : `${host}:${port}`,
    hostname: host.replace(/^\[|\]$/g, ''),
    port,
    path,
    query: Object.fromEntries(parameters),
  };
}

function part(name: string, key: keyof Url, doc: string, gives: unknown): FunctionDefinition {
  return define({
    names: { cel: [`.${name}`] },
    args: ['url: map'],
    result: key === 'query' ? 'map' : 'string',
    doc,
    examples: [{ cel: `url("https://example.com:8443/a%20b?x=1&x=2").${name}()`, gives }],
    call: (_, url: MapValue): Value => getKey(url, key) ?? fail('This is not what url() gives.'),
  });
}

/** The parts of a URL, as the CEL of Kubernetes names them. */
export const urls: readonly FunctionDefinition[] = [
  define({
    names: { cel: ['url'] },
    args: ['text: string'],
    result: 'map',
    doc: 'The parts of an absolute URL, or of an absolute path.',
    examples: [{ cel: 'url("https://example.com/a").host', gives: 'example.com' }],
    call: (run, text) => adapt(parse(run, text) ?? fail(`"${text.slice(0, 60)}" is not a URL.`)),
  }),
  define({
    names: { cel: ['isURL'] },
    args: ['text: string'],
    result: 'bool',
    doc: 'Whether a text is an absolute URL or an absolute path.',
    examples: [
      { cel: 'isURL("https://example.com") && isURL("/a")', gives: true },
      { cel: 'isURL("../a") || isURL("a b")', gives: false },
    ],
    call: (run, text) => parse(run, text) !== undefined,
  }),
  part('getScheme', 'scheme', 'The scheme of a URL.', 'https'),
  part('getHost', 'host', 'The host of a URL, with its port.', 'example.com:8443'),
  part('getHostname', 'hostname', 'The host of a URL, without its port.', 'example.com'),
  part('getPort', 'port', 'The port of a URL, empty if it names none.', '8443'),
  part('getEscapedPath', 'path', 'The path of a URL, as it is written.', '/a%20b'),
  part('getQuery', 'query', 'The parameters of a URL, each with all its values.', { x: ['1', '2'] }),
];
