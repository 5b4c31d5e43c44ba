import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Seen {
  readonly method: string | undefined;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface AnsweringServer extends AsyncDisposable {
  readonly origin: string;
  /** The requests so far. */
  readonly seen: Seen[];
  /** What the next requests get. */
  answer: CannedAnswer | ((method: string) => CannedAnswer) | 'hangs up' | 'waits';
}

interface CannedAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** A server that gives every request, or every one of a method, the same answer and keeps what it was asked. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url = '', headers } = request;
      seen.push({ method, url, headers, body });
      const answer = typeof started.answer === 'function' ? started.answer(method ?? '') : started.answer;
      if (answer === 'hangs up') response.destroy();
      else if (answer !== 'waits') response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: AnsweringServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: 'waits',
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}
