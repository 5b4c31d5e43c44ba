import { type ChangeMessage, changes } from '@watchroom/contract/jobs';

/** What a tab hears. */
export type Passed =
  | { readonly type: 'change'; readonly message: ChangeMessage }
  /** The tab hears changes from now on; what it loaded before may be stale. */
  | { readonly type: 'opened' }
  /** Changes may have passed unheard. */
  | { readonly type: 'reload' };

const CHANNEL = 'watchroom-changes';

/**
 * Follows the change stream of the server. One tab per browser holds it and passes on to the others what it hears,
 * because HTTP/1.1 allows six connections; the lock goes to another tab when that one closes.
 * @returns the call that ends it.
 */
export function followChanges(hear: (passed: Passed) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<Passed>) => hear(event.data);
  const leaving = new AbortController();
  const pass = (passed: Passed) => {
    hear(passed);
    channel.postMessage(passed);
  };
  void lead(leaving.signal, pass);
  return () => {
    leaving.abort();
    channel.close();
  };
}

async function lead(leaving: AbortSignal, pass: (passed: Passed) => void): Promise<void> {
  // Without locks (an insecure origin) each tab keeps its own stream.
  if (!navigator.locks) return holdStream(leaving, pass);
  const wasFree = await navigator.locks.request(CHANNEL, { ifAvailable: true }, async (lock) => {
    if (lock) await holdStream(leaving, pass);
    return lock !== null;
  });
  if (wasFree || leaving.aborted) return;
  await navigator.locks
    .request(CHANNEL, { signal: leaving }, () => holdStream(leaving, pass, 'reload'))
    // The tab left before its turn came.
    .catch(() => undefined);
}

/** A browser tries again by itself, but not where the answer was none, as from a proxy whose server restarts. */
const REOPEN_AFTER = 3_000;

/** @param first what the first opening means: `reload` when another tab held the stream before, and changes came between. */
function holdStream(
  leaving: AbortSignal,
  pass: (passed: Passed) => void,
  first: 'opened' | 'reload' = 'opened',
): Promise<void> {
  return new Promise((resolve) => {
    let opening = first;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(changes.path);
      source.addEventListener('change', (event: MessageEvent<string>) =>
        pass({ type: 'change', message: JSON.parse(event.data) as ChangeMessage }),
      );
      source.addEventListener('reload', () => pass({ type: 'reload' }));
      source.onopen = () => {
        pass({ type: opening });
        opening = 'reload';
      };
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        // Refused: whoever may not listen any more may not see what is shown, either, and learns it by loading it.
        pass({ type: 'reload' });
        timer = setTimeout(open, REOPEN_AFTER);
      };
    };
    leaving.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    });
    if (leaving.aborted) resolve();
    else open();
  });
}
