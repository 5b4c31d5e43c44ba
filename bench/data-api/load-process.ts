import { connect, type Socket } from 'node:net';
import { childOptions, tellReady } from '../kit/child.ts';
import { median, quantile } from '../kit/rows.ts';
import type { Case } from './cases.ts';

export interface Load {
  readonly port: number;
  readonly prefix: string;
  readonly request: Case;
  readonly clients: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
  /** Answers that were no success, and the first of them. */
  readonly failures: number;
  readonly failure: string;
}

/** A load generator on bare sockets: it must cost less than any server that it measures. */
const load = childOptions<Load>();
const times: number[] = [];
let [bytes, failures, failure] = [0, 0, ''];

function requestText({ request, prefix }: Load): string {
  const headers = { host: 'localhost', accept: 'application/json', ...request.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = request.body ?? '';
  const length = request.method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
  return `${request.method} ${prefix}${request.path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}

/** One connection that asks again as soon as it is answered. */
function client(until: number, text: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(load.port, '127.0.0.1');
    socket.setNoDelay(true);
    let [began, received, wanted] = [0, 0, -1];
    const ask = () => {
      if (performance.now() >= until) return void socket.end(resolve);
      [began, received, wanted] = [performance.now(), 0, -1];
      socket.write(text);
    };
    socket.on('data', (chunk) => {
      if (wanted < 0) {
        // A server that splits its head is none of those that are measured here.
        const head = chunk.indexOf('\r\n\r\n');
        const headText = chunk.toString('latin1', 0, head);
        wanted = head + 4 + bodyLength(headText, chunk, head);
        if (!/^HTTP\/1\.1 20[0-6]/.test(headText)) {
          failures += 1;
          failure ||= chunk.toString('utf8', 0, 500);
        }
      }
      received += chunk.length;
      if (received < wanted) return;
      times.push(performance.now() - began);
      bytes = received;
      ask();
    });
    socket.once('error', reject);
    socket.once('connect', ask);
  });
}

function bodyLength(head: string, chunk: Buffer, end: number): number {
  const length = /^content-length: (\d+)/im.exec(head);
  if (length) return Number(length[1]);
  if (head.startsWith('HTTP/1.1 204')) return 0;
  if (/^transfer-encoding: chunked/im.test(head))
    throw new Error(`a chunked answer: ${chunk.toString('utf8', 0, end)}`);
  return 0;
}

const text = Buffer.from(requestText(load));
const began = performance.now();
await Promise.all(Array.from({ length: load.clients }, () => client(began + load.seconds * 1000, text)));
const result: LoadResult = {
  perSecond: times.length / ((performance.now() - began) / 1000),
  p50: median(times),
  p99: quantile(times, 0.99),
  bytes,
  failures,
  failure,
};
tellReady(result);
