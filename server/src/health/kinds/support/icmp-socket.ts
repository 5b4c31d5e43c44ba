import { isIPv6 } from 'node:net';
import { echoRequest, type Family, replyToken } from './icmp-packet.ts';

const LINUX = process.platform === 'linux';
const AF = { 4: 2, 6: LINUX ? 10 : 30 } as const;
const PROTOCOL = { 4: 1, 6: 58 } as const;
const SOCK_DGRAM = 2;
const SOCK_RAW = 3;
const MSG_DONTWAIT = LINUX ? 0x40 : 0x80;
const POLLIN = 1;
// Short, since one thread of the pool waits in it; a ping that starts meanwhile on another socket waits this long to be heard.
const POLL_MILLIS = 20;
const MAX_PACKET = 1_500;
// The kernel keeps some 250 packets where its buffer may not grow; in a burst of a thousand pings 87 % were lost without this.
const SENDS_BETWEEN_DRAINS = 32;
const BUFFER_BYTES = 4 * 1_048_576;

export interface Reply {
  /** Milliseconds from the packet leaving to the reply being read. */
  readonly rtt: number;
}

interface Waiting {
  readonly sent: number;
  readonly heard: (reply: Reply) => void;
}

/** Sends echo requests and hears the replies; one of them serves all pings of the process. */
export interface IcmpSocket {
  /**
   * Sends one echo request.
   * @returns a promise that settles with the reply, or with undefined when `signal` aborts first.
   * @throws Error with a sentence when the system refuses to send.
   */
  ping(address: string, sequence: number, signal: AbortSignal): Promise<Reply | undefined>;
}

interface SystemCall {
  (...values: unknown[]): unknown;
  /** Runs in a thread of the pool; the last value is the callback. */
  async(...values: unknown[]): unknown;
}

/** The calls of the C library that pinging needs. */
export interface SystemCalls {
  readonly socket: SystemCall;
  readonly setsockopt: SystemCall;
  readonly sendto: SystemCall;
  readonly recvfrom: SystemCall;
  readonly poll: SystemCall;
  readonly error: () => string;
}

let opened: Promise<IcmpSocket | undefined> | undefined;

/** The socket of the process; undefined when the system lets us open none. */
export function sharedIcmpSocket(): Promise<IcmpSocket | undefined> {
  opened ??= openIcmpSocket();
  return opened;
}

async function openIcmpSocket(): Promise<IcmpSocket | undefined> {
  const calls = await loadSystemCalls().catch(() => undefined);
  if (!calls) return undefined;
  const files = new Map<Family, number>();
  for (const family of [4, 6] as const) {
    // A datagram socket needs no privilege where ping_group_range names our group; a raw one needs CAP_NET_RAW.
    for (const type of [SOCK_RAW, SOCK_DGRAM]) {
      const file = Number(calls.socket(AF[family], type, PROTOCOL[family]));
      if (file < 0) continue;
      if (LINUX) tuneSocket(calls, family, file);
      files.set(family, file);
      break;
    }
  }
  return files.size === 0 ? undefined : createIcmpSocket(calls, files);
}

/** An ICMP socket on open files, one per address family. */
export function createIcmpSocket(calls: SystemCalls, files: ReadonlyMap<Family, number>): IcmpSocket {
  const waiting = new Map<string, Waiting>();
  const buffer = Buffer.alloc(MAX_PACKET);
  const polled = pollList([...files.values()]);
  let listening = false;
  let undrained = 0;

  function drain(): void {
    undrained = 0;
    for (const [family, file] of files) {
      for (;;) {
        const size = Number(calls.recvfrom(file, buffer, MAX_PACKET, MSG_DONTWAIT, null, null));
        if (size < 0) break;
        const token = replyToken(family, buffer.subarray(0, size));
        const waiter = token === undefined ? undefined : waiting.get(token);
        waiter?.heard({ rtt: performance.now() - waiter.sent });
      }
    }
  }

  /** Waits in a thread of the pool, and only while a reply is expected, so that the event loop is never held. */
  function listen(): void {
    if (listening) return;
    listening = true;
    calls.poll.async(polled, files.size, POLL_MILLIS, () => {
      listening = false;
      drain();
      if (waiting.size > 0) listen();
    });
  }

  return {
    ping(address, sequence, signal) {
      const family: Family = isIPv6(address) ? 6 : 4;
      const file = files.get(family);
      if (file === undefined) throw new Error(`This system lets us open no ICMP socket for IPv${family}`);
      const { packet, token } = echoRequest(family, process.pid, sequence);
      const to = socketAddress(address, family);
      // What came while nobody listened could have filled the socket's buffer.
      if (waiting.size === 0) drain();
      return new Promise((resolve, reject) => {
        const forget = (): void => {
          waiting.delete(token);
          signal.removeEventListener('abort', giveUp);
        };
        const done = (reply: Reply | undefined): void => {
          forget();
          resolve(reply);
        };
        const giveUp = (): void => done(undefined);
        waiting.set(token, { sent: performance.now(), heard: done });
        signal.addEventListener('abort', giveUp);
        if (Number(calls.sendto(file, packet, packet.length, 0, to, to.length)) < 0) {
          const reason = calls.error();
          forget();
          reject(new Error(`Cannot send to ${address}: ${reason}`));
          return;
        }
        undrained += 1;
        if (undrained >= SENDS_BETWEEN_DRAINS) drain();
        if (signal.aborted) giveUp();
        else listen();
      });
    },
  };
}

async function loadSystemCalls(): Promise<SystemCalls> {
  const { default: ffi } = await import('koffi');
  const libc = ffi.load(null);
  return {
    socket: libc.func('int socket(int, int, int)'),
    setsockopt: libc.func('int setsockopt(int, int, int, void *, uint32_t)'),
    sendto: libc.func('long sendto(int, void *, size_t, int, void *, uint32_t)'),
    recvfrom: libc.func('long recvfrom(int, void *, size_t, int, void *, void *)'),
    poll: libc.func(LINUX ? 'int poll(void *, unsigned long, int)' : 'int poll(void *, unsigned int, int)'),
    error: () => {
      const number = ffi.errno();
      return Object.entries(ffi.os.errno).find(([, value]) => value === number)?.[0] ?? `error ${number}`;
    },
  };
}

/**
 * A large buffer (SO_RCVBUFFORCE, else SO_RCVBUF), and on a raw socket, which hears every ICMP packet of the machine,
 * a filter that lets echo replies through (ICMP_FILTER, ICMPV6_FILTER). Where the kernel refuses, all works with less room.
 */
function tuneSocket(calls: SystemCalls, family: Family, file: number): void {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(BUFFER_BYTES);
  if (Number(calls.setsockopt(file, 1, 33, size, 4)) < 0) calls.setsockopt(file, 1, 8, size, 4);
  const filter = Buffer.alloc(family === 4 ? 4 : 32, 0xff);
  // A set bit blocks a type: 0 is the echo reply of IPv4, 129 that of IPv6.
  if (family === 4) filter[0] = 0xfe;
  else filter[16] = 0xfd;
  calls.setsockopt(file, family === 4 ? 255 : PROTOCOL[6], 1, filter, filter.length);
}

/** `struct pollfd[]`. */
function pollList(files: readonly number[]): Buffer {
  const list = Buffer.alloc(files.length * 8);
  for (const [index, file] of files.entries()) {
    list.writeInt32LE(file, index * 8);
    list.writeInt16LE(POLLIN, index * 8 + 4);
  }
  return list;
}

/** `struct sockaddr_in` or `sockaddr_in6`. */
function socketAddress(address: string, family: Family): Buffer {
  const to = Buffer.alloc(family === 4 ? 16 : 28);
  if (LINUX) to.writeUInt16LE(AF[family], 0);
  else to.set([to.length, AF[family]], 0);
  if (family === 4) to.set(address.split('.').map(Number), 4);
  else to.set(bytesOfIpv6(address), 8);
  return to;
}

/** The 16 bytes of an IPv6 address, which may hold `::`, an IPv4 tail and a zone. */
export function bytesOfIpv6(address: string): Uint8Array {
  const bare = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) => {
      const part = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
      return `${part(a, b)}:${part(c, d)}`;
    });
  const [head = '', tail] = bare.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const all = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0), ...right];
  return Uint8Array.from(all.slice(0, 8).flatMap((group) => [group >> 8, group & 0xff]));
}
