import { BEAT } from '@watchroom/contract/changes';
import { about } from '@watchroom/contract/identity';
import { type ChangeMessage, changes } from '@watchroom/contract/jobs';
import { send } from './send.ts';

/** What makes answers stale. */
export type News =
  | { readonly type: 'change'; readonly message: ChangeMessage }
  /** The tab hears changes from now on; what it loaded before may be stale. */
  | { readonly type: 'opened' }
  /** Changes may have passed unheard. */
  | { readonly type: 'reload' };

/** What a tab hears. */
export type Passed =
  | News
  /** The server is there. */
  | { readonly type: 'beat' }
  /** The server has not been heard since then, in milliseconds since 1970; told again as long as it stays away. */
  | { readonly type: 'lost'; readonly since: number };

/** What it means that the stream opens: `reload` when changes may have come before. */
export type Opening = 'opened' | 'reload';

/** A beat and a half: a server that says nothing for so long is asked. */
const SILENCE = BEAT * 1.5;
/** Together with {@link SILENCE} under five seconds. */
const ANSWER_WITHIN = 1_500;
const ASK_AGAIN_AFTER = 1_000;
/** The server answers, and no stream: it refuses, or a proxy does not let it through. */
const REOPEN_AFTER = 3_000;

/**
 * Keeps a stream to the server open until `leaving`, and watches the server: a stream that breaks or is silent is no
 * proof, so the server is asked before it is called lost. A browser that says it is offline may still reach it.
 */
export function holdStream(leaving: AbortSignal, pass: (passed: Passed) => void, first: Opening): Promise<void> {
  let opening = first;
  let heardAt = Date.now();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A doubt goes on only while this is as it left it. */
  let round = 0;

  const later = (what: () => void, wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(what, wait);
  };
  const heard = (passed: Passed) => {
    heardAt = Date.now();
    round += 1;
    later(() => void doubt(), SILENCE);
    pass(passed);
  };
  const open = () => {
    source?.close();
    later(() => void doubt(), SILENCE);
    const stream = new EventSource(changes.path);
    source = stream;
    stream.addEventListener('change', (event: MessageEvent<string>) =>
      heard({ type: 'change', message: JSON.parse(event.data) as ChangeMessage }),
    );
    stream.addEventListener('reload', () => heard({ type: 'reload' }));
    stream.addEventListener('beat', () => heard({ type: 'beat' }));
    stream.onopen = () => {
      heard({ type: opening });
      opening = 'reload';
    };
    stream.onerror = () => {
      // Refused: whoever may not listen any more may not see what is shown, either, and learns it by loading it.
      if (stream.readyState === EventSource.CLOSED) pass({ type: 'reload' });
      void doubt();
    };
  };
  /** @param failures times that the server was asked in vain since it was last heard. */
  const doubt = async (failures = 0): Promise<void> => {
    const mine = (round += 1);
    clearTimeout(timer);
    const wasOpen = source?.readyState === EventSource.OPEN;
    if (!wasOpen) source?.close();
    const answer = await askServer(leaving);
    if (leaving.aborted || mine !== round) return;
    if (answer === 'here') {
      heardAt = Date.now();
      pass({ type: 'beat' });
      // After a loss at once; else the server has just refused the stream, or ended it.
      return failures > 0 || wasOpen ? open() : later(open, REOPEN_AFTER);
    }
    source?.close();
    // A connection that breaks for a moment is not worth a word; a server that hangs has had its time.
    if (answer === 'silent' || failures > 0) pass({ type: 'lost', since: heardAt });
    later(() => void doubt(failures + 1), ASK_AGAIN_AFTER);
  };

  // The stream may go on by a connection that new requests cannot use, and what it says would end the question.
  const askNow = () => {
    source?.close();
    void doubt(1);
  };
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      source?.close();
      for (const type of ['online', 'offline']) removeEventListener(type, askNow);
      resolve();
    };
    if (leaving.aborted) return end();
    leaving.addEventListener('abort', end);
    for (const type of ['online', 'offline']) addEventListener(type, askNow);
    open();
  });
}

/** Whether the server answers at all: a proxy in front of a dead one says so with a status of 500 and more. */
async function askServer(leaving: AbortSignal): Promise<'here' | 'gone' | 'silent'> {
  const patience = AbortSignal.timeout(ANSWER_WITHIN);
  try {
    const { status } = await send(about.path, { cache: 'no-store', signal: AbortSignal.any([leaving, patience]) });
    return status < 500 ? 'here' : 'gone';
  } catch {
    return patience.aborted ? 'silent' : 'gone';
  }
}
