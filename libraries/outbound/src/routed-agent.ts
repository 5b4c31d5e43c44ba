import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { type TlsOptions, trustKey } from './tls-trust.ts';

type Pem = SecureContextOptions['ca'];

interface AgentRequest extends ClientRequestArgs {
  servername?: string;
  rejectUnauthorized?: boolean;
  ca?: Pem;
  cert?: Pem;
  key?: SecureContextOptions['key'];
}

interface Target {
  host: string;
  port: number;
  tls?: TlsOptions & { alpn?: readonly string[] };
}

/**
 * An agent of node:http and node:https for foreign client libraries: they keep their own requests, their connections are
 * opened by `open`. Connections are kept for reuse, per host and TLS setting.
 */
export class RoutedAgent extends Agent {
  readonly protocol: 'http:' | 'https:';
  readonly defaultPort: number;
  readonly #open: (target: Target) => Promise<Socket>;

  constructor(protocol: 'http:' | 'https:', open: (target: Target) => Promise<Socket>) {
    const options: AgentOptions = { keepAlive: true, timeout: 30_000, maxFreeSockets: 8 };
    super(options);
    this.protocol = protocol;
    this.defaultPort = protocol === 'https:' ? 443 : 80;
    this.#open = open;
  }

  override getName(options: AgentRequest = {}): string {
    const tls = this.protocol === 'https:' ? trustKey(readTls(options)) : '';
    return `${options.host ?? ''}|${options.port ?? ''}|${tls}`;
  }

  override createConnection(options: AgentRequest, created?: (error: Error | null, socket: Socket) => void): undefined {
    const target = { host: options.host ?? '', port: Number(options.port ?? this.defaultPort) };
    const tls = this.protocol === 'https:' ? { tls: { ...readTls(options), alpn: ['http/1.1'] } } : {};
    this.#open({ ...target, ...tls }).then(
      (socket) => created?.(null, socket),
      // The agent's own callback takes an error alone.
      (error: Error) => (created as ((error: Error) => void) | undefined)?.(error),
    );
    return undefined;
  }
}

function readTls(options: AgentRequest): TlsOptions {
  const { servername, rejectUnauthorized } = options;
  const [ca, cert, key] = [readPem(options.ca), readPem(options.cert), readPem(options.key)];
  return {
    // Node fills this in from the Host header; the empty string stands for an IP address.
    ...(servername === undefined || servername === '' ? {} : { servername }),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function readPem(value: Pem | SecureContextOptions['key']): string | undefined {
  if (value === undefined) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .map((part) => (typeof part === 'string' || Buffer.isBuffer(part) ? part.toString() : part.pem.toString()))
    .join('\n');
}
