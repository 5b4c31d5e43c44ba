import type { X509Certificate } from 'node:crypto';
import type { ConnectionStep, ConnectionTest } from '@watchroom/contract/connections';
import { type CertificateInfo, type OpenSocket, type Outbound, OutboundError, readText } from '@watchroom/outbound';
import { redactor } from '../../../platform/secrets/redactor.ts';
import { storableText } from '../../../platform/text/storable.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Connection } from '../../../platform/references/connection.ts';
import type { ConnectionKind } from './define.ts';
import { STEPS, type Trial } from './trial.ts';

/** ms that a test may take. */
const TEST_DEADLINE = 15_000;
/** More of an answer would only be thrown away. */
const MOST_BYTES = 1_048_576;
const MOST_CHARACTERS = 500;
/** A driver keeps what a server sends; none of ours needs this much for a test. */
const MOST_SENT = 32 * 1_048_576;

interface Tools {
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** ms; {@link TEST_DEADLINE} without it. */
  readonly deadline?: number;
}

/** Tests a connection. Whatever goes wrong is a failed test; no text of it holds a secret of the connection. */
export async function runTrial(
  { outbound, clock, deadline = TEST_DEADLINE }: Tools,
  test: NonNullable<ConnectionKind['test']>,
  connection: Connection,
): Promise<ConnectionTest> {
  const redact = redactor(connection.secrets);
  const told = (text: string) => {
    const shown = storableText(redact.text(text));
    return shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS).toWellFormed()}…` : shown;
  };
  const limit = new AbortController();
  const cancel = clock.after(deadline, () => limit.abort(new Error(`No result within ${deadline / 1_000} s`)));
  const started = clock.monotonic();
  // What waits for one answer ends first, since it can say what it waited for.
  const left = () => Math.max(1, deadline * 0.9 - (clock.monotonic() - started));
  const steps: ConnectionStep[] = [];
  const sockets: OpenSocket['socket'][] = [];
  let running: { readonly name: string; readonly since: number } | undefined;
  const note = (name: string, passed: boolean, duration: number, detail: string) =>
    steps.push({ name, passed, duration: Math.round(duration), detail: told(detail) });

  const trial: Trial = {
    outbound,
    signal: limit.signal,
    left,
    async step(name, work, say) {
      const since = clock.monotonic();
      running = { name, since };
      const result = await work();
      running = undefined;
      note(name, true, clock.monotonic() - since, say?.(result) ?? '');
      return result;
    },
    async connect({ host, port, tls }) {
      await lookUp(host);
      const opened = await placed(() =>
        outbound.connectSocket({ host, port, signal: limit.signal, timeout: left(), ...(tls && { tls }) }),
      );
      sockets.push(opened.socket);
      watch(opened.socket);
      noteOpened(opened.timings, `${opened.address}, port ${port}`, opened.certificate);
      return opened.socket;
    },
    async ask(request) {
      const url = new URL(request.url);
      await lookUp(url.hostname.replaceAll(/^\[|\]$/g, ''));
      const answer = await placed(() =>
        outbound.request({ maxBytes: MOST_BYTES, ...request, signal: limit.signal, timeout: left() }),
      );
      const { connect, tls, firstByte, total } = answer.timings;
      noteOpened({ connect, tls: tls ?? 0 }, url.host, answer.certificate);
      note(
        STEPS.answer,
        true,
        Math.max(firstByte ?? 0, total - (connect ?? 0) - (tls ?? 0)),
        `Status ${answer.status}`,
      );
      return { ...answer, text: readText(answer) };
    },
    certificate(socket) {
      const shown = isTls(socket) ? socket.getPeerX509Certificate() : undefined;
      if (shown) note(STEPS.tls, true, 0, factsOf({ ...pick(shown), validTo: new Date(shown.validTo) }));
    },
  };

  async function lookUp(host: string): Promise<void> {
    await trial.step(
      STEPS.lookup,
      () => outbound.lookup(host, limit.signal),
      (addresses) => addresses.map(({ address }) => address).join(', '),
    );
  }

  /** An error of the way out tells by its code how far it came. */
  async function placed<Result>(work: () => Promise<Result>): Promise<Result> {
    const since = clock.monotonic();
    running = { name: STEPS.connect, since };
    try {
      const result = await work();
      running = undefined;
      return result;
    } catch (error) {
      running = { name: stepOf(error), since };
      throw error;
    }
  }

  function noteOpened(
    { connect, tls }: { connect?: number; tls: number },
    detail: string,
    certificate: CertificateInfo | undefined,
  ): void {
    note(STEPS.connect, true, connect ?? 0, detail);
    if (certificate) note(STEPS.tls, true, tls, factsOf(certificate));
  }

  function watch(socket: OpenSocket['socket']): void {
    // Counted at the handle, below what a driver makes of the socket.
    const timer = setInterval(() => {
      if (socket.bytesRead > MOST_SENT) limit.abort(new Error('The server sends more than 32 MiB'));
      if (socket.bytesRead > MOST_SENT || socket.destroyed) clearInterval(timer);
    }, 25);
    timer.unref();
  }

  const ended = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason as Error), { once: true });
  });
  try {
    // A driver that does not hear the signal must not hold the test.
    await Promise.race([test(trial, connection), ended]);
    return { passed: true, message: 'ok', steps };
  } catch (error) {
    // What was under way hears of the end too, and tells how far it came.
    if (limit.signal.aborted) await new Promise((resolve) => setImmediate(resolve));
    const reason = limit.signal.aborted ? (limit.signal.reason as unknown) : error;
    const message = told(sentenceOf(reason));
    if (running) note(running.name, false, clock.monotonic() - running.since, message);
    return { passed: false, message, steps };
  } finally {
    cancel();
    limit.abort(new Error('The test is over'));
    for (const socket of sockets) socket.destroy();
  }
}

function isTls(socket: object): socket is { getPeerX509Certificate(): X509Certificate | undefined } {
  return 'getPeerX509Certificate' in socket;
}

/** Lines of a name stand one below the other. */
function pick({ subject, issuer }: X509Certificate): Pick<CertificateInfo, 'subject' | 'issuer'> {
  const oneLine = (text: string | undefined) => (text ?? '').replaceAll('\n', ', ');
  return { subject: oneLine(subject), issuer: oneLine(issuer) };
}

function stepOf(error: unknown): string {
  if (!(error instanceof OutboundError)) return STEPS.connect;
  if (error.code === 'dns' || error.code === 'refused_by_policy') return STEPS.lookup;
  if (error.code === 'tls' || /TLS/.test(error.message)) return STEPS.tls;
  const isConnecting = error.code === 'connect' || error.code === 'busy' || /\(connecting/.test(error.message);
  return isConnecting ? STEPS.connect : STEPS.answer;
}

function factsOf({ subject, issuer, validTo }: Pick<CertificateInfo, 'subject' | 'issuer' | 'validTo'>): string {
  const until = Number.isNaN(validTo.getTime()) ? '' : `, valid until ${validTo.toISOString().slice(0, 10)}`;
  return `Certificate of ${subject}, issued by ${issuer}${until}`;
}

/** Errors of drivers may have no message, or hold the one that counts inside. */
function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return sentenceOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.trim() || 'The test failed';
}
