import type { z } from 'zod';
import type { Connection } from '../../../platform/references/connection.ts';
import { driverTls } from './driver-socket.ts';
import { STEPS, type Trial } from './trial.ts';

/** A question that changes nothing and that a service answers only to credentials that it takes. */
interface Question<Answer> {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What it answers then. Everything else is a refusal. */
  readonly answer: z.ZodType<Answer>;
  /** What the answer tells, in a few words: who has signed in. */
  say(answer: Answer): string;
}

/** Asks an HTTP API. Redirects are not followed: the credentials are for this address. */
export async function askApi<Answer>(
  trial: Trial,
  { insecureTls }: Pick<Connection, 'insecureTls'>,
  { answer, say, ...request }: Question<Answer>,
): Promise<Answer> {
  const tls = insecureTls ? { tls: { rejectUnauthorized: false } } : {};
  const { status, text } = await trial.ask({ ...request, maxRedirects: 0, ...tls });
  return trial.step(
    STEPS.signIn,
    async () => {
      const told = jsonOf(text);
      const reason = reasonIn(told);
      judgeStatus(status, reason);
      const read = answer.safeParse(told);
      if (read.success) return read.data;
      if (reason) throw new Error(`The server refuses: ${reason}`);
      throw new Error('The server does not answer as this service does. Check the address and the credentials');
    },
    say,
  );
}

/** Told at a step that passed without the credentials. */
export const NOT_TRIED = 'The credentials were not tried: that would send a message';

/** Reaches a service that cannot be asked anything without sending a message, and says that the credentials were not tried. */
export async function reachOnly(
  trial: Trial,
  connection: Pick<Connection, 'insecureTls'>,
  base: string,
): Promise<void> {
  if (!URL.canParse(base)) throw new Error('The address is not valid');
  const { protocol, hostname, port } = new URL(base);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const isPlain = protocol === 'http:';
  const number = Number(port) || (isPlain ? 80 : 443);
  await trial.connect({ host, port: number, ...(!isPlain && { tls: driverTls(connection, host) }) });
  await trial.step(
    STEPS.signIn,
    async () => undefined,
    () => NOT_TRIED,
  );
}

/** @throws Error that says what a status other than 2xx means. */
export function judgeStatus(status: number, reason = ''): void {
  const why = reason && `: ${reason}`;
  if (status === 401 || status === 403) throw new Error(`The server refuses the credentials (status ${status})${why}`);
  if (status < 200 || status > 299) throw new Error(`The server answers with status ${status}, not 2xx${why}`);
}

export function basicOf(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** An address below another one that may end with a slash. */
export function below(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const REASONS = ['message', 'description', 'error', 'msg', 'detail', 'errors'] as const;

/** The sentence of an error, where services commonly write it. */
function reasonIn(told: unknown, depth = 0): string {
  if (typeof told === 'string') return told;
  if (typeof told !== 'object' || told === null || depth > 2) return '';
  const values: readonly unknown[] = Array.isArray(told)
    ? told.slice(0, 1)
    : REASONS.map((key) => (told as Readonly<Record<string, unknown>>)[key]);
  for (const value of values) {
    const reason = reasonIn(value, depth + 1);
    if (reason) return reason;
  }
  return '';
}
