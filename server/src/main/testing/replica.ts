import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { startRoomsServer } from './rooms-server.ts';

/** One of several servers on one database, with pools and a change feed of its own, as a process has them. */
export interface Replica extends AsyncDisposable {
  readonly app: FastifyInstance;
  /** Opens the change stream over a socket and waits until its reader was judged. */
  listen(headers: Readonly<Record<string, string>>): Promise<OpenStream>;
}

export interface OpenStream {
  /** Everything heard so far. */
  text(): string;
  /** How often its reader was judged and let listen on. */
  judged(): number;
  /** Whether the server has ended it. */
  isOver(): boolean;
  close(): void;
}

export async function openReplica(test: TestDatabase, flags: readonly string[] = []): Promise<Replica> {
  const database = openDatabase(test.settings, silentLog);
  const app = await startRoomsServer(database, flags);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    async listen(headers) {
      const aborted = new AbortController();
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/changes`, { headers, signal: aborted.signal });
      if (answer.status !== 200 || !answer.body) throw new Error(`the stream answered ${answer.status}`);
      return readStream(answer.body, () => aborted.abort());
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await database.close();
    },
  };
}

async function readStream(body: ReadableStream<Uint8Array>, close: () => void): Promise<OpenStream> {
  let text = '';
  let isOver = false;
  let isJudged = () => {};
  const first = new Promise<void>((resolve) => (isJudged = resolve));
  const judged = () => text.split(': judged').length - 1;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of body) {
      text += decoder.decode(part, { stream: true });
      if (judged() > 0) isJudged();
    }
  };
  // The test closed it, or the server cut it off.
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      isJudged();
    });
  await first;
  return { text: () => text, judged, isOver: () => isOver, close };
}
