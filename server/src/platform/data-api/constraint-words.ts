import type { FastifyInstance } from 'fastify';

/** What is told of a row that breaks a constraint. */
export interface ConstraintWords {
  /** Column of the form's field. */
  readonly field: string;
  /** Written under the field. */
  readonly reason: string;
  /** Without it `{field}: {reason}`. */
  readonly sentence?: string;
}

/** By name of the constraint. */
export type WordsByConstraint = Readonly<Record<string, ConstraintWords>>;

const NOT_NULL = '23502';
const CODES: readonly unknown[] = [NOT_NULL, '23503', '23505', '23514'];

/**
 * Puts errors of constraints into words, and names the field: `error`, `message` and `fields` as in every other refusal; code
 * and status stay those of the data API. Errors of other constraints are left alone.
 * @param app the scope that serves the data API.
 */
export function explainConstraints(app: FastifyInstance, words: WordsByConstraint): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if ((reply.statusCode !== 400 && reply.statusCode !== 409) || typeof payload !== 'string') return payload;
    return explained(payload, words) ?? payload;
  });
}

interface Refused {
  readonly code?: unknown;
  readonly message?: unknown;
}

function explained(payload: string, words: WordsByConstraint): string | undefined {
  const refused = JSON.parse(payload) as Refused;
  const { code, message } = refused;
  if (!CODES.includes(code) || typeof message !== 'string') return undefined;
  const found = code === NOT_NULL ? missing(message) : wordsOf(message, words);
  if (!found) return undefined;
  const { field, reason, sentence } = found;
  const text = sentence ?? `${field}: ${reason}`;
  return JSON.stringify({ ...refused, error: text, message: text, fields: { [field]: reason } });
}

/** The name alone, since the language of the sentence around it is a setting of the database. */
function wordsOf(message: string, words: WordsByConstraint): ConstraintWords | undefined {
  const written = new Set(message.match(/\w+/g));
  const name = Object.keys(words).find((one) => written.has(one));
  return name === undefined ? undefined : words[name];
}

/** The column is the first name in the sentence. */
function missing(message: string): ConstraintWords | undefined {
  const [, field] = /["„«»“”](\w+)["“”»«]/.exec(message) ?? [];
  return field === undefined ? undefined : { field, reason: 'This field is required' };
}
