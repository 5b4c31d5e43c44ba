import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { decode, encode, type Answer, type Question, streamDecode, streamEncode } from 'dns-packet';
import { OutboundError } from '../src/index.ts';
import type { Identity } from './certificates.ts';

export interface TestServer extends AsyncDisposable {
  port: number;
  url: string;
  /** connections opened so far */
  connections: () => number;
}

async function listen(server: Server | TcpServer, scheme: string, host: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export function serveHttp(answer: RequestListener, host = '127.0.0.1'): Promise<TestServer> {
  return listen(createHttpServer(answer), 'http', host);
}

export function serveHttps(
  identity: Identity & { requestCert?: boolean; ca?: string },
  answer: RequestListener,
): Promise<TestServer> {
  const server = createHttpsServer({ ...identity, rejectUnauthorized: false }, answer);
  server.on('tlsClientError', () => undefined);
  return listen(server, 'https', '127.0.0.1');
}

/** A server that speaks raw bytes; `onRequest` runs with the first bytes that arrive. */
export function serveRaw(
  onRequest: (socket: Socket, request: string) => void,
  host = '127.0.0.1',
): Promise<TestServer> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => onRequest(socket, data.toString('latin1')));
  });
  return listen(server, 'http', host);
}

/** A port on which nobody listens. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  await using server = await serveRaw(() => undefined, host);
  return server.port;
}

export type DnsReply = { answers: Answer[] } | { rcode: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' } | 'silence';

export interface DnsServer extends AsyncDisposable {
  address: string;
  port: number;
  /** `A example.test` for each question that arrived */
  questions: string[];
  reply: (question: Question, transport: 'udp' | 'tcp') => DnsReply;
}

const rcodes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;

/** A real name server on loopback, UDP and TCP on one port. */
export async function serveDns(reply: DnsServer['reply']): Promise<DnsServer> {
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const packet = streamDecode(data);
      const answer = answerTo(packet.id ?? 0, packet.questions?.[0], 'tcp');
      if (answer !== undefined) socket.end(streamEncode(answer));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  // TCP first: its free ports are rarer, since closed connections hold theirs for a while.
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const server: DnsServer = {
    address: `127.0.0.1:${port}`,
    port,
    questions: [],
    reply,
    async [Symbol.asyncDispose]() {
      tcp.close();
      udp.close();
      await once(udp, 'close');
    },
  };

  function answerTo(id: number, question: Question | undefined, transport: 'udp' | 'tcp') {
    if (question === undefined) return undefined;
    server.questions.push(`${question.type} ${question.name}`);
    const made = server.reply(question, transport);
    if (made === 'silence') return undefined;
    const rcode = 'rcode' in made ? rcodes[made.rcode] : 0;
    const answers = 'answers' in made ? made.answers : [];
    return { type: 'response' as const, id, flags: 0x180 | rcode, questions: [question], answers };
  }

  udp.on('message', (message, from) => {
    const packet = decode(message);
    const answer = answerTo(packet.id ?? 0, packet.questions?.[0], 'udp');
    if (answer !== undefined) send(udp, answer, from);
  });
  return server;
}

function send(udp: UdpSocket, packet: Parameters<typeof encode>[0], to: { port: number; address: string }): void {
  const bytes = encode(packet);
  // What does not fit is cut and marked, so that the asker comes back over TCP.
  if (bytes.length > 1200)
    udp.send(encode({ ...packet, flags: (packet?.flags ?? 0) | 0x200, answers: [] }), to.port, to.address);
  else udp.send(bytes, to.port, to.address);
}

/** The error that a promise rejects with, which must be one of ours. */
export async function failureOf(promise: Promise<unknown>): Promise<OutboundError> {
  let outcome: unknown;
  try {
    outcome = await promise;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
  throw new Error(`It should have failed but gave ${JSON.stringify(outcome)}`);
}

/** Resolves when the condition holds; looks again on every turn of the event loop. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 5000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('The condition did not come true within 5 s');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
