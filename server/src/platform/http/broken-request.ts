import type { Socket } from 'node:net';
import { type ErrorCode, ERRORS } from '@watchroom/contract/errors';
import { CatalogueError } from './errors.ts';

/** What the address with its query and all headers may have together, in bytes: 64 KiB of query and room for the rest. */
export const HEAD_LIMIT = 96 * 1024;

const WORDS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: [
    'head_too_large',
    `The address and the headers of the request are larger than ${HEAD_LIMIT} bytes. Send a shorter request: a query may have up to 65536 bytes.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['too_slow', 'The request did not arrive in time.'],
};

/** Answers what is no request that a route could see, in the words of every other error, and ends the connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  // Nobody is left to be told.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = WORDS[error.code ?? ''] ?? (['bad_request', 'This is not an HTTP request.'] as const);
  const refusal = new CatalogueError(code, message);
  const body = JSON.stringify(refusal.body());
  const head = [
    `HTTP/1.1 ${refusal.status} ${ERRORS[code].title}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // What is still on its way is read and dropped: a connection that is closed with unread bytes takes the answer with it.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.removeAllListeners('data');
  socket.resume();
  const end = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(end));
}

/** Milliseconds for the caller to read why, and to stop sending. */
const LINGER = 2_000;
