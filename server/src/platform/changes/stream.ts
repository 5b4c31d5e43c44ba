import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../time/clock.ts';
import type { ChangeFeed } from './changes.ts';

/** Comments keep proxies from closing a quiet stream, which many do after a minute. */
const HEARTBEAT = 20_000;
/** A reader that does not keep up is told to reload instead of filling memory. */
const MOST_BUFFERED = 256 * 1024;

/**
 * Server-sent events of the change feed (WHATWG HTML, 9.2).
 * @param mayRead whether the caller may hear of a table at all.
 * @param stillValid asked at every heartbeat; false ends the stream.
 */
export function streamChanges(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: ChangeFeed,
  clock: Clock,
  mayRead: (table: string) => boolean,
  stillValid: () => Promise<boolean>,
): FastifyReply {
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  // Whoever connects may have missed changes since he loaded: the first message tells him to compare.
  out.write('retry: 2000\nevent: hello\ndata: {}\n\n');
  const unsubscribe = feed.subscribe((message) => {
    if (message === 'gap' || out.writableLength > MOST_BUFFERED) out.write('event: reload\ndata: {}\n\n');
    else if (mayRead(message.table)) out.write(`event: change\ndata: ${JSON.stringify(message)}\n\n`);
  });
  let cancel = () => {};
  const beat = () => {
    cancel = clock.after(HEARTBEAT, () => {
      void stillValid()
        .catch(() => true)
        .then((valid) => {
          if (valid) {
            out.write(': still here\n\n');
            beat();
          } else out.end();
        });
    });
  };
  beat();
  request.raw.on('close', () => {
    cancel();
    unsubscribe();
  });
  return reply;
}
