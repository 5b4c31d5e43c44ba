import { BEAT, type ChangeMessage } from '@watchroom/contract/changes';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../time/clock.ts';
import type { ChangeFeed } from './changes.ts';

/** Beats between two questions whether the reader may still listen. */
const BEATS_PER_JUDGEMENT = 10;
/** A reader that does not keep up is told to reload instead of filling memory. */
const MOST_BUFFERED = 256 * 1024;

const RELOAD = 'event: reload\ndata: {}\n\n';

/** What a stream asks about its reader. */
export interface Reader {
  /** Whether he may hear of a table at all. */
  mayRead(table: string): boolean;
  /** Whether a change may have ended his right to listen; then {@link stillValid} is asked at once. */
  concerns(message: ChangeMessage): boolean;
  /** Asked every 20 seconds, too; false ends the stream. */
  stillValid(): Promise<boolean>;
}

/**
 * Server-sent events of the change feed (WHATWG HTML, 9.2).
 * @param open holds the answer as long as it is open, so that a server that stops can end it.
 */
export function streamChanges(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: ChangeFeed,
  clock: Clock,
  reader: Reader,
  open: Set<ServerResponse>,
): FastifyReply {
  reply.hijack();
  const out = reply.raw;
  open.add(out);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  // Whoever connects may have missed changes since he loaded: the first message tells him to compare.
  out.write('retry: 2000\nevent: hello\ndata: {}\n\n');
  let unsubscribe = () => {};
  let cancel = () => {};
  const judge = () =>
    reader.stillValid().then(
      (valid) => {
        if (valid) return true;
        // Heard before the connection is closed, another change would be written after the end, which ends the process.
        unsubscribe();
        open.delete(out);
        cancel();
        // He loads what he shows again, and learns at once that he may not see it any more.
        out.end(RELOAD);
        return false;
      },
      // The database is away: the reader keeps what he has until it can be asked.
      () => true,
    );
  unsubscribe = feed.subscribe((message) => {
    if (message !== 'gap' && reader.concerns(message)) void judge();
    if (message === 'gap' || out.writableLength > MOST_BUFFERED) out.write(RELOAD);
    else if (reader.mayRead(message.table)) out.write(`event: change\ndata: ${JSON.stringify(message)}\n\n`);
  });
  const beat = (count: number) => {
    cancel = clock.after(BEAT, () => {
      out.write('event: beat\ndata: {}\n\n');
      beat(count + 1);
      // Not awaited: a database that hangs does not make the server look dead.
      if (count % BEATS_PER_JUDGEMENT === 0) void judge();
    });
  };
  beat(1);
  request.raw.on('close', () => {
    cancel();
    unsubscribe();
  });
  return reply;
}
