import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import type { Deadline } from './deadline.ts';
import type { Connection } from './dial.ts';
import type { KeepAliveAgent } from './keep-alive.ts';
import { formatBytes, formatEndpoint, OutboundError, reasonOf, systemCode } from './outbound-error.ts';
import { type BodyLimits, readBody } from './read-body.ts';
import { headerLines, type RequestPlan } from './request-plan.ts';

export interface ExchangeLimits extends BodyLimits {
  maxHeaderBytes: number;
  maxHeaders: number;
}

export interface Exchange {
  status: number;
  statusText: string;
  headers: Record<string, string | string[]>;
  body: Buffer;
  truncated: boolean;
  /** set when the answer is a redirect that is to be followed; its body was not read */
  location: string | undefined;
  firstByte: number;
  connection: Connection;
}

/** How the request gets its connection. */
export interface Carrier {
  fresh: Connection | undefined;
  /** set when the connection is to be kept; without `fresh` an idle one is used */
  agent: KeepAliveAgent | undefined;
}

const redirectStatus = new Set([301, 302, 303, 307, 308]);

/** Sends one request and reads its answer. Fresh connections are destroyed at the end, whatever happens. */
export async function exchange(
  plan: RequestPlan,
  carrier: Carrier,
  limits: ExchangeLimits,
  follow: boolean,
  deadline: Deadline,
): Promise<Exchange> {
  const from = formatEndpoint(plan.host.name, plan.port);
  const { fresh, agent } = carrier;
  const started = performance.now();
  let request: ClientRequest | undefined;
  let stopReading: (() => void) | undefined;
  let finished = false;
  // Closed since it was opened: node would wait for events that have already passed.
  if (fresh?.socket.destroyed === true) throw closedEarly(from, {});

  try {
    return await deadline.step<Exchange>('connected, waiting for the first byte', (resolve, reject) => {
      request = requestHttp({
        host: plan.host.name,
        port: plan.port,
        method: plan.method,
        path: `${plan.url.pathname}${plan.url.search}`,
        headers: headerLines(plan, agent !== undefined),
        setHost: false,
        maxHeaderSize: limits.maxHeaderBytes,
        ...(agent === undefined ? { createConnection: () => fresh?.socket } : agent.optionsFor(fresh)),
      });
      // Node drops what is beyond; a batch more than the limit tells us that there was more.
      request.maxHeadersCount = limits.maxHeaders + 32;
      request.once('error', (error) => reject(answerError(error, from, limits)));
      request.once('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new OutboundError('bad_response', `${from} switched to another protocol without being asked`));
      });
      request.once('response', (answer) => {
        const firstByte = performance.now() - started;
        const head = readHead(answer, request?.reusedSocket === true, carrier, firstByte);
        if (answer.rawHeaders.length / 2 > limits.maxHeaders) {
          reject(new OutboundError('too_large', `The answer of ${from} has more than ${limits.maxHeaders} headers`));
          return;
        }
        const location = redirectStatus.has(head.status) ? answer.headers.location : undefined;
        if (follow && location !== undefined) {
          resolve({ ...head, body: Buffer.alloc(0), truncated: false, location });
          return;
        }
        const reading = { received: 0 };
        deadline.phase = () => `receiving the body, ${formatBytes(reading.received)} so far`;
        stopReading = readBody(
          answer,
          from,
          limits,
          reading,
          (body, truncated) => {
            finished = answer.complete && !truncated;
            resolve({ ...head, body, truncated, location: undefined });
          },
          reject,
        );
      });
      request.end(plan.body);
    });
  } catch (error) {
    throw answerError(error, from, limits);
  } finally {
    stopReading?.();
    if (agent === undefined || !finished) fresh?.socket.destroy();
    if (!finished) destroyQuietly(request);
  }
}

type Head = Omit<Exchange, 'body' | 'truncated' | 'location'>;

function readHead(answer: IncomingMessage, reused: boolean, carrier: Carrier, firstByte: number): Head {
  const connection = carrier.agent?.connectionOf(answer.socket, reused) ?? carrier.fresh;
  if (connection === undefined) throw new TypeError('An answer came over no connection');
  return {
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    headers: readHeaders(answer.rawHeaders),
    firstByte,
    connection,
  };
}

function readHeaders(raw: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else headers[name] = [before, value];
  }
  return headers;
}

function destroyQuietly(request: ClientRequest | undefined): void {
  if (request === undefined) return;
  // What breaks after the end is nobody's news, but an unheard error would end the process.
  request.on('error', () => undefined);
  request.destroy();
}

function answerError(error: unknown, from: string, limits: ExchangeLimits): OutboundError {
  if (error instanceof OutboundError) return error;
  const detail = systemCode(error);
  const options = { detail, cause: error };
  if (detail === 'HPE_HEADER_OVERFLOW') {
    return new OutboundError(
      'too_large',
      `The headers of the answer of ${from} are larger than ${formatBytes(limits.maxHeaderBytes)}`,
      options,
    );
  }
  if (detail.startsWith('HPE_')) {
    const reason =
      typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : reasonOf(error);
    return new OutboundError('bad_response', `${from} sent something that is not HTTP (${reason})`, options);
  }
  if (detail === 'ECONNRESET' || detail === 'EPIPE') {
    return closedEarly(from, options);
  }
  if (detail.startsWith('ERR_'))
    return new OutboundError('bad_request', `The request cannot be sent: ${reasonOf(error)}`, options);
  return new OutboundError('bad_response', `The exchange with ${from} broke off: ${reasonOf(error)}`, options);
}

function closedEarly(from: string, options: { detail?: string; cause?: unknown }): OutboundError {
  return new OutboundError('bad_response', `${from} closed the connection without an answer`, options);
}
