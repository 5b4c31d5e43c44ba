import { BEAT, type ChangeMessage } from '@watchroom/contract/changes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../time/clock.ts';
import type { ChangeFeed } from './changes.ts';

/** ms between two questions whether the reader may still listen, where nothing else asks. */
const JUDGED_EVERY = 20_000;
/** ms until a reader is judged again of whom the database could not say anything. */
const RETRY = 1_000;
/** A reader that does not keep up is told to reload instead of filling memory. */
const MOST_BUFFERED = 256 * 1024;

const RELOAD = 'event: reload\ndata: {}\n\n';

/** What a stream asks about its reader. */
export interface Reader {
  /** Whether they may hear of a table at all. */
  mayRead(table: string): boolean;
  /** Whether a change may have ended their right to listen; then {@link validUntil} is asked at once. */
  concerns(message: ChangeMessage): boolean;
  /**
   * Until when they may listen as far as is known now: wall clock in ms, Infinity where no end is known, undefined where they
   * may not listen any more. Asked when the stream opens, after a gap, every 20 seconds, and when that time has come.
   */
  validUntil(): Promise<number | undefined>;
}

/**
 * Server-sent events of the change feed (WHATWG HTML, 9.2).
 * @param open holds a call that ends the stream, as long as it is open, for a server that stops.
 */
export function streamChanges(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: ChangeFeed,
  clock: Clock,
  reader: Reader,
  open: Set<() => void>,
): FastifyReply {
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  // Whoever connects may have missed changes since they loaded: the first message tells them to compare.
  out.write('retry: 2000\nevent: hello\ndata: {}\n\n');
  let isOver = false;
  let unsubscribe = () => {};
  let cancelBeat = () => {};
  let cancelJudgement = () => {};
  // Before the connection is closed: a change that is written after its end would end the process.
  const leave = () => {
    isOver = true;
    unsubscribe();
    cancelBeat();
    cancelJudgement();
    open.delete(end);
  };
  const end = () => {
    leave();
    // The reader loads what they show again, and learns at once that they may not see it any more.
    out.end(RELOAD);
  };
  const judge = judgeInTurn(reader, clock, (until) => {
    if (isOver) return;
    if (until === undefined || until <= clock.now()) return end();
    // A comment, which clients skip.
    out.write(': judged\n\n');
    wait(until);
  });
  const wait = (until: number) => {
    cancelJudgement();
    cancelJudgement = clock.after(Math.min(JUDGED_EVERY, until - clock.now()), judge);
  };
  open.add(end);
  unsubscribe = feed.subscribe((message) => {
    // What ended the right may have been said in the gap.
    if (message === 'gap' || reader.concerns(message)) judge();
    if (message === 'gap' || out.writableLength > MOST_BUFFERED) out.write(RELOAD);
    else if (reader.mayRead(message.table)) out.write(`event: change\ndata: ${JSON.stringify(message)}\n\n`);
  });
  // Beats wait for nothing: a database that hangs does not make the server look dead.
  const beat = () => {
    cancelBeat = clock.after(BEAT, () => {
      out.write('event: beat\ndata: {}\n\n');
      beat();
    });
  };
  beat();
  wait(Infinity);
  // The right may have ended between the check of the request and the subscription.
  judge();
  request.raw.on('close', leave);
  return reply;
}

/** One question at a time; whoever asks meanwhile has it asked once more, since the answer may be older than their reason. */
function judgeInTurn(reader: Reader, clock: Clock, judged: (until: number | undefined) => void): () => void {
  let isAsking = false;
  let isAskedAgain = false;
  const ask = async () => {
    isAsking = true;
    let until: number | undefined;
    do {
      isAskedAgain = false;
      // The database is away: the reader keeps what they have until it can be asked.
      until = await reader.validUntil().catch(() => clock.now() + RETRY);
    } while (isAskedAgain);
    isAsking = false;
    judged(until);
  };
  return () => {
    if (isAsking) isAskedAgain = true;
    else void ask();
  };
}
