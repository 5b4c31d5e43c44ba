import type { CertificateInfo, TlsOptions } from './tls-trust.ts';

export interface HttpRequest {
  /** http: or https:. Userinfo in it becomes a Basic Authorization header. */
  url: string | URL;
  /** Default GET. */
  method?: string;
  headers?: readonly (readonly [name: string, value: string])[] | Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Hops to follow; 0 returns the redirect itself. Default 5. */
  maxRedirects?: number;
  /** Cap of the decoded body. Default 1 MiB. */
  maxBytes?: number;
  /** What happens beyond `maxBytes`: an error `too_large` (default), or the beginning with `truncated: true`. */
  onTooLarge?: 'fail' | 'truncate';
  /** Cap of decoded to received bytes, judged once more than 1 MiB came out. Default 100. */
  maxRatio?: number;
  /** Default 64 KiB. */
  maxHeaderBytes?: number;
  /** Default 2000. */
  maxHeaders?: number;
  /** ms for everything: waiting for a slot, names, connecting, TLS, all redirects, the last byte. Default 30,000. */
  timeout?: number;
  tls?: TlsOptions;
  /** Reuse connections between requests. Default false: each request tests connecting. */
  keepAlive?: boolean;
}

export interface HttpTimings {
  /** ms, each summed over all hops; 0 for a step that was not needed */
  dns: number;
  connect: number;
  tls: number;
  /** from the connection being ready to the complete headers of the answer */
  firstByte: number;
  /** everything, the body included */
  total: number;
}

export interface HttpAnswer {
  status: number;
  statusText: string;
  /** Lower-case names; a name that came more than once has a list. Bytes beyond ASCII are read as Latin-1. */
  headers: Record<string, string | string[]>;
  /** Decoded from gzip, deflate, br or zstd. */
  body: Buffer;
  truncated: boolean;
  /** Where the answer came from, without userinfo. */
  url: string;
  /** The addresses that redirects led to, in order, without userinfo. */
  redirects: string[];
  timings: HttpTimings;
  certificate?: CertificateInfo;
  /** The IP address that answered. */
  address: string;
}
