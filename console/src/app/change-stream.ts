import { holdStream, type Opening, type Passed } from './event-stream.ts';

const CHANNEL = 'watchroom-changes';
/** The tab that holds the stream passes something on every two seconds; a browser may have put it to sleep. */
const PATIENCE = 6_000;

/**
 * Follows the change stream of the server. One tab per browser holds it and passes on to the others what it hears,
 * because HTTP/1.1 allows six connections; the lock goes to another tab when that one closes or falls silent.
 * @returns the call that ends it.
 */
export function followChanges(hear: (passed: Passed) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const leaving = new AbortController();
  const patience = createPatience();
  channel.onmessage = (event: MessageEvent<Passed>) => {
    patience.renew();
    hear(event.data);
  };
  const pass = (passed: Passed) => {
    if (leaving.signal.aborted) return;
    hear(passed);
    channel.postMessage(passed);
  };
  void takeTurns(leaving.signal, pass, patience.begin);
  return () => {
    leaving.abort();
    patience.end();
    channel.close();
  };
}

/** @param begin gives a signal that comes when the holder is silent for too long. */
async function takeTurns(leaving: AbortSignal, pass: (passed: Passed) => void, begin: () => AbortSignal) {
  // Without locks (an insecure origin) each tab keeps its own stream.
  if (!navigator.locks) return holdStream(leaving, pass, 'opened');
  let opening: Opening = 'opened';
  let options: LockOptions = { ifAvailable: true };
  while (!leaving.aborted) {
    const turn = new AbortController();
    const hold = async (lock: Lock | null) => {
      if (lock) await holdStream(AbortSignal.any([leaving, turn.signal]), pass, opening);
    };
    // Rejected when another tab takes the lock away, when the holder is silent, and when this tab leaves.
    await navigator.locks.request(CHANNEL, options, hold).catch(() => undefined);
    turn.abort();
    // Another tab held the stream in between, and changes came.
    opening = 'reload';
    if (options.signal?.reason === SILENT) options = { steal: true };
    else options = { signal: AbortSignal.any([leaving, begin()]) };
  }
}

const SILENT = new Error('the tab that holds the stream is silent');

function createPatience() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller: AbortController | undefined;
  const renew = () => {
    clearTimeout(timer);
    if (controller) timer = setTimeout(() => controller?.abort(SILENT), PATIENCE);
  };
  return {
    begin() {
      controller = new AbortController();
      renew();
      return controller.signal;
    },
    renew,
    end() {
      clearTimeout(timer);
      controller = undefined;
    },
  };
}
