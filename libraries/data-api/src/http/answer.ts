import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Refusal } from './refusals.ts';

/** What a request is answered with, before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly contentType?: string;
  /** Text as the database wrote it; absent for an empty answer. */
  readonly body?: string | Uint8Array | null;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Of what is handed to the connection at once. A longer text is cut, so that it shows whether the client reads. */
const SLICE_BYTES = 64 * 1024;

/** Sends an answer; to HEAD its head alone. */
export function sendAnswer(reply: FastifyReply, { status, headers = {}, contentType, body }: Answer): FastifyReply {
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) reply.header(name, value);
  }
  const isHead = reply.request.method === 'HEAD';
  if (contentType !== undefined && (isHead || body != null)) reply.type(contentType);
  if (isHead || body == null) return reply.send();
  if (body.length <= SLICE_BYTES) return reply.send(body);
  const bytes = Buffer.from(body);
  return reply.header('content-length', bytes.length).send(Readable.from(slicesOf(bytes), { objectMode: false }));
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES);
}

export function sendRefusal(reply: FastifyReply, { status, body, headers }: Refusal): FastifyReply {
  const challenge = status === 401 && !('www-authenticate' in headers) ? { 'www-authenticate': 'Bearer' } : {};
  return sendAnswer(reply, {
    status,
    headers: { ...challenge, ...proxyStatus(body.code), ...headers },
    contentType: JSON_TYPE,
    body: JSON.stringify(body),
  });
}

/** RFC 9209. A code that a function has raised can be any text, and only a token may stand there. */
export function proxyStatus(code: string): Record<string, string> {
  return /^\w+$/.test(code) ? { 'proxy-status': `PostgREST; error=${code}` } : {};
}

/** Adds to what others have said that the answer depends on. */
export function vary(reply: FastifyReply, names: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? names : `${[before].flat().join(', ')}, ${names}`);
}
