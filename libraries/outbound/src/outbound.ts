import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type AddressPolicyOptions, createAddressPolicy } from './address-policy.ts';
import { Deadline } from './deadline.ts';
import { allowedAddresses, type Connection, dial, type Route } from './dial.ts';
import { askDns, type DnsAnswer, type DnsType, readDnsType } from './dns-question.ts';
import { checkPort, readHost } from './host-name.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import type { HttpAnswer, HttpRequest } from './http-request.ts';
import type { Address } from './name-cache.ts';
import { createNameResolver, type ResolverOptions } from './name-resolver.ts';
import { formatEndpoint, OutboundError } from './outbound-error.ts';
import { RoutedAgent } from './routed-agent.ts';
import { createSlots } from './slots.ts';
import type { CertificateInfo, TlsOptions } from './tls-trust.ts';

export interface OutboundOptions {
  policy?: AddressPolicyOptions;
  /** Default `outbound`. */
  userAgent?: string;
  resolver?: ResolverOptions;
  limits?: {
    /** Connections open at once. Default 2000. */
    connections?: number;
    /** Connections open at once to one host and port. Default 256. */
    perDestination?: number;
  };
}

interface Cancellable {
  signal?: AbortSignal;
  /** ms for everything. Default: only the signal ends it, and 10 s for a DNS question. */
  timeout?: number;
}

export interface TcpProbe extends Cancellable {
  host: string;
  port: number;
}

export interface SocketRequest extends Cancellable {
  host: string;
  port: number;
  /** TLS from the first byte. */
  tls?: TlsOptions & { alpn?: readonly string[] };
}

export interface DnsQuestion extends Cancellable {
  /** A name, or an IP address for PTR. */
  query: string;
  type: DnsType | Lowercase<DnsType>;
  /** Host name or address of the name server; default those of the machine. */
  server?: string;
  /** Default 53. */
  port?: number;
}

export interface OpenSocket {
  socket: Socket | TLSSocket;
  address: string;
  certificate: CertificateInfo | undefined;
  /** ms */
  timings: { dns: number; connect: number; tls: number };
}

export interface HttpSession extends Disposable {
  request(request: HttpRequest): Promise<HttpAnswer>;
}

/** The one way out. Every failure is an `OutboundError`; see its `code`. */
export interface Outbound extends AsyncDisposable {
  /** An HTTP or HTTPS request. Any status is an answer, not an error. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** Requests that share kept connections with nobody else, for protocols that sign in a connection (NTLM). */
  openSession(): HttpSession;
  /** An agent of node:http or node:https, so that the clients of foreign libraries take the same way out. */
  createAgent(protocol: 'http:' | 'https:'): Agent;
  /** Opens a TCP connection and closes it at once. `duration` is in ms, name lookup included. */
  connectTcp(probe: TcpProbe): Promise<{ address: string; duration: number }>;
  /** Opens a connection for another protocol. The caller must destroy the socket and listen to its errors. */
  connectSocket(request: SocketRequest): Promise<OpenSocket>;
  /** Asks a DNS question past every cache. */
  resolve(question: DnsQuestion): Promise<DnsAnswer>;
  /** The addresses of a host that the policy lets through, in the order to try them; cached. */
  lookup(host: string, signal?: AbortSignal): Promise<Address[]>;
  /** Throws `refused_by_policy` when the policy refuses the address, in whatever spelling, and `bad_request` for a name. */
  checkAddress(address: string): void;
}

// A foreign library that sets no limit of its own must not wait for a connection for ever.
const agentConnectTimeout = 30_000;
const defaultDnsTimeout = 10_000;

/** Throws a `TypeError` when a range of the policy cannot be read. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const policy = createAddressPolicy(options.policy);
  const names = createNameResolver(options.resolver);
  const route: Route = { names, policy };
  const slots = createSlots(options.limits?.connections ?? 2000, options.limits?.perDestination ?? 256);
  const calls = new Set<Deadline>();
  const sockets = new Set<Socket>();
  const clients = new Set<HttpClient>();
  let closed = false;

  function start(subject: string, { timeout, signal }: Cancellable): Deadline {
    if (closed) throw closedError();
    return new Deadline(subject, timeout ?? Infinity, signal, calls);
  }

  function openClient(): HttpClient {
    if (closed) throw closedError();
    const client = createHttpClient(route, slots, calls, options.userAgent ?? 'outbound');
    clients.add(client);
    return client;
  }

  const http = openClient();

  async function openSocket(request: SocketRequest): Promise<{ connection: Connection; release: () => void }> {
    const host = readHost(request.host);
    checkPort(request.port);
    const endpoint = formatEndpoint(host.name, request.port);
    using deadline = start(endpoint, request);
    const release = await slots.acquire(endpoint, deadline);
    try {
      const connection = await dial(route, { host, port: request.port, tls: request.tls }, deadline);
      return { connection, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async function connectSocket(request: SocketRequest): Promise<OpenSocket> {
    const { connection, release } = await openSocket(request);
    const { socket } = connection;
    const forget = (): void => {
      sockets.delete(socket);
      release();
    };
    sockets.add(socket);
    socket.once('close', forget);
    if (closed) socket.destroy();
    if (socket.closed) forget();
    return connection;
  }

  return {
    async request(request) {
      if (closed) throw closedError();
      return http.request(request);
    },

    openSession() {
      const client = openClient();
      return {
        async request(request) {
          if (closed) throw closedError();
          return client.request({ ...request, keepAlive: true });
        },
        [Symbol.dispose]() {
          client.close();
          clients.delete(client);
        },
      };
    },

    async connectTcp(probe) {
      const started = performance.now();
      const { connection, release } = await openSocket({ ...probe });
      const duration = performance.now() - started;
      connection.socket.destroy();
      release();
      return { address: connection.address, duration };
    },

    connectSocket,

    createAgent(protocol) {
      return new RoutedAgent(protocol, async (target) => {
        const { socket } = await connectSocket({ ...target, timeout: agentConnectTimeout });
        return socket;
      });
    },

    async resolve({ query, type, server, port = 53, ...cancel }) {
      const kind = readDnsType(type);
      checkPort(port);
      using deadline = start(server ?? 'the name server', cancel);
      const patience = cancel.timeout ?? defaultDnsTimeout;
      if (server === undefined) return await askDns(query, kind, names.servers(), patience, deadline);
      const serverHost = readHost(server);
      const addresses = await deadline.wait('looking up the name server', () => allowedAddresses(route, serverHost));
      const servers = addresses.slice(0, 1).map(({ address }) => formatEndpoint(address, port));
      return await askDns(query, kind, servers, patience, deadline);
    },

    async lookup(host, signal) {
      using deadline = start(host, signal === undefined ? {} : { signal });
      return await deadline.wait('looking up the name', () => allowedAddresses(route, readHost(host)));
    },

    checkAddress(address) {
      const host = readHost(address);
      if (host.family === 0) throw new OutboundError('bad_request', `"${host.name}" is a name, not an IP address`);
      policy.check(host.name);
    },

    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      for (const call of calls) call.fail(closedError());
      for (const socket of sockets) socket.destroy();
      for (const client of clients) client.close();
      names.close();
    },
  };
}

function closedError(): OutboundError {
  return new OutboundError('aborted', 'Outgoing connections are closed because the program is stopping');
}
