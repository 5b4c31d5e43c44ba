import { connect as connectNet, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, TLSSocket } from 'node:tls';
import type { AddressPolicy } from './address-policy.ts';
import { policyError } from './address-policy.ts';
import type { Deadline } from './deadline.ts';
import type { Host } from './host-name.ts';
import type { Address } from './name-cache.ts';
import type { NameResolver } from './name-resolver.ts';
import { connectError, formatDuration, formatEndpoint, OutboundError } from './outbound-error.ts';
import {
  type CertificateInfo,
  certificateOf,
  distrustOf,
  handshakeError,
  secureContextFor,
  type TlsOptions,
} from './tls-trust.ts';

export interface Route {
  names: NameResolver;
  policy: AddressPolicy;
}

export interface Destination {
  host: Host;
  port: number;
  /** set for TLS from the first byte */
  tls?: (TlsOptions & { alpn?: readonly string[] }) | undefined;
}

export interface Connection {
  socket: Socket | TLSSocket;
  /** the IP address at the other end */
  address: string;
  certificate: CertificateInfo | undefined;
  /** ms */
  timings: { dns: number; connect: number; tls: number };
}

// A second address gets its chance after this long (RFC 8305 section 5), and at most so many are tried.
const attemptDelay = 250;
const maxAttempts = 8;

/** The addresses of a host that the policy lets through; throws `refused_by_policy` when none is left. */
export async function allowedAddresses(route: Route, host: Host): Promise<Address[]> {
  const addresses = await route.names.lookup(host);
  let refused: OutboundError | undefined;
  const allowed = addresses.filter(({ address }) => {
    const reason = route.policy.refusal(address);
    if (reason !== undefined) refused ??= policyError(address, host.name, reason);
    return reason === undefined;
  });
  if (allowed.length === 0 && refused !== undefined) throw refused;
  return allowed;
}

/**
 * Opens a connection to an address that was resolved once and judged, so that a second answer of the name server cannot
 * lead elsewhere. The caller owns the socket, which always has an error listener.
 */
export async function dial(route: Route, destination: Destination, deadline: Deadline): Promise<Connection> {
  const { host, port, tls } = destination;
  const started = performance.now();
  const addresses = await deadline.wait('looking up the name', () => allowedAddresses(route, host));
  const resolved = performance.now();
  const options = tls === undefined ? undefined : tlsOptions(tls, host);
  const { socket, address } = await connectAny(addresses, port, options, deadline);
  const connected = performance.now();
  const timings = { dns: host.family === 0 ? resolved - started : 0, connect: connected - resolved, tls: 0 };
  if (tls === undefined || !(socket instanceof TLSSocket)) return { socket, address, certificate: undefined, timings };

  await handshake(socket, host.name, formatEndpoint(address, port), tls.handshakeTimeout, deadline);
  timings.tls = performance.now() - connected;
  const distrust = tls.rejectUnauthorized === false ? undefined : distrustOf(socket, tls.servername ?? host.name);
  if (distrust !== undefined) {
    socket.destroy();
    throw distrust;
  }
  return { socket, address, certificate: certificateOf(socket), timings };
}

function tlsOptions(tls: NonNullable<Destination['tls']>, host: Host): ConnectionOptions {
  // An IP address may not be sent as server name; node then verifies the certificate against the address itself.
  const servername = tls.servername ?? (host.family === 0 ? host.name : undefined);
  return {
    secureContext: secureContextFor(tls),
    // Judged by us after the handshake, while the certificate can still be read for the message; nothing is sent before.
    rejectUnauthorized: false,
    ...(servername === undefined ? {} : { servername }),
    ...(tls.alpn === undefined ? {} : { ALPNProtocols: [...tls.alpn] }),
  };
}

function open(address: Address, port: number, tls: ConnectionOptions | undefined): Socket {
  const to = { host: address.address, port, family: address.family, autoSelectFamily: false };
  const socket = tls === undefined ? connectNet(to) : connectTls({ ...to, ...tls });
  socket.setNoDelay(true);
  // Errors arrive at any time, also between two steps, and without a listener they would end the process.
  socket.on('error', ignore);
  return socket;
}

function ignore(): void {}

function connectAny(
  addresses: readonly Address[],
  port: number,
  tls: ConnectionOptions | undefined,
  deadline: Deadline,
): Promise<{ socket: Socket; address: string }> {
  const first = addresses[0];
  if (first === undefined)
    return Promise.reject(new OutboundError('dns', 'The name has no address', { detail: 'ENODATA' }));
  const sockets = new Set<Socket>();
  const waiting = addresses.slice(1, maxAttempts);
  let timer: NodeJS.Timeout | undefined;
  let tried = 0;
  let firstFailure: OutboundError | undefined;

  function stop(): void {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  return deadline.step(
    `connecting to ${formatEndpoint(first.address, port)}`,
    (resolve, reject) => {
      function attempt(address: Address): void {
        const socket = open(address, port, tls);
        tried += 1;
        sockets.add(socket);
        socket.once('connect', () => {
          sockets.delete(socket);
          socket.off('error', failed);
          stop();
          resolve({ socket, address: address.address });
        });
        socket.once('error', failed);
        if (waiting.length > 0) timer = setTimeout(next, attemptDelay);

        function failed(error: unknown): void {
          sockets.delete(socket);
          socket.destroy();
          // The first address is the one that people expect; a second one often fails only for want of IPv6 here.
          firstFailure ??= connectError(error, formatEndpoint(address.address, port));
          if (waiting.length > 0) next();
          else if (sockets.size === 0) reject(tried === 1 ? firstFailure : allFailed(firstFailure, tried));
        }
      }

      function next(): void {
        clearTimeout(timer);
        const address = waiting.shift();
        if (address !== undefined) attempt(address);
      }

      attempt(first);
    },
    stop,
  );
}

function allFailed(first: OutboundError, tried: number): OutboundError {
  const message = `${first.message}; ${tried - 1} more of its addresses failed too`;
  return new OutboundError(first.code, message, { detail: first.detail, cause: first.cause });
}

async function handshake(
  socket: TLSSocket,
  host: string,
  endpoint: string,
  timeout: number | undefined,
  deadline: Deadline,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let onError: ((error: unknown) => void) | undefined;
  let onClose: (() => void) | undefined;
  try {
    await deadline.step<void>('connected, TLS handshake', (resolve, reject) => {
      onError = (error) => reject(handshakeError(error, host, endpoint));
      onClose = () => reject(handshakeError({ code: 'ECONNRESET' }, host, endpoint));
      socket.once('secureConnect', resolve).once('error', onError).once('close', onClose);
      if (timeout === undefined) return;
      timer = setTimeout(() => {
        reject(new OutboundError('timeout', `No TLS handshake from ${endpoint} within ${formatDuration(timeout)}`));
      }, timeout);
    });
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    if (onError !== undefined) socket.off('error', onError);
    if (onClose !== undefined) socket.off('close', onClose);
  }
}
