/** What went wrong, in one word that a program can branch on. */
export type OutboundErrorCode =
  /** the caller's own input: URL, host, port, header, method, certificate text */
  | 'bad_request'
  /** only http: and https: are spoken */
  | 'scheme'
  | 'refused_by_policy'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  /** waited for one of our own connection slots: says nothing about the destination */
  | 'busy'
  | 'too_large'
  | 'ratio'
  | 'bad_response'
  | 'redirects'
  | 'aborted';

/**
 * The only error that leaves this library. `message` is a sentence for a person and holds neither credentials nor
 * query strings; `code` is stable; `detail` is the code of the system or protocol beneath (`ECONNREFUSED`,
 * `ENOTFOUND`, `CERT_HAS_EXPIRED`, …) where there is one.
 */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;
  readonly detail: string | undefined;

  constructor(
    code: OutboundErrorCode,
    message: string,
    options: { detail?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OutboundError';
    this.code = code;
    this.detail = options.detail;
  }
}

/** The `code` of a Node.js error, or '' where it has none. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The text of anything thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `[::1]:80` or `example.com:80`. */
export function formatEndpoint(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** `2 s`, `1.5 s`, `250 ms`. */
export function formatDuration(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms)} ms`;
}

/** `64 KiB`, `1.5 MiB`, `17 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Number((bytes / 1024 / 1024).toFixed(1))} MiB`;
  if (bytes >= 1024) return `${Number((bytes / 1024).toFixed(1))} KiB`;
  return `${bytes} bytes`;
}

const connectSentences: Record<string, (endpoint: string) => string> = {
  ECONNREFUSED: (endpoint) => `Connection refused by ${endpoint}`,
  ECONNRESET: (endpoint) => `Connection reset by ${endpoint}`,
  ETIMEDOUT: (endpoint) => `No answer from ${endpoint} while connecting`,
  EHOSTUNREACH: (endpoint) => `No route to ${endpoint}`,
  ENETUNREACH: (endpoint) => `The network of ${endpoint} is unreachable from here`,
  EHOSTDOWN: (endpoint) => `${endpoint} is down`,
  EACCES: (endpoint) => `The operating system does not permit a connection to ${endpoint}`,
  EPERM: (endpoint) => `The operating system does not permit a connection to ${endpoint}`,
  EADDRNOTAVAIL: (endpoint) => `No free local port or address for a connection to ${endpoint}`,
  EMFILE: (endpoint) => `Too many open files on this machine to connect to ${endpoint}`,
  ENFILE: (endpoint) => `Too many open files on this machine to connect to ${endpoint}`,
  EAFNOSUPPORT: (endpoint) => `This machine does not speak the address family of ${endpoint}`,
};

/** The error of a TCP connection that could not be opened. */
export function connectError(error: unknown, endpoint: string): OutboundError {
  const detail = systemCode(error);
  const sentence = connectSentences[detail]?.(endpoint) ?? `Cannot connect to ${endpoint}: ${reasonOf(error)}`;
  return new OutboundError('connect', sentence, { detail, cause: error });
}
