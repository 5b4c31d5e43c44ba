import type { CheckResult, TransformedCheck } from '@watchroom/contract/health';
import { nestsDeeper } from '@watchroom/data-api';
import { z } from 'zod';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { ScriptError } from '../../platform/kinds/scripts.ts';
import { breather } from '../../platform/schedule/breather.ts';
import { hideSecretsIn } from '../../platform/secrets/secret-texts.ts';
import type { Redactor } from '../../platform/secrets/redactor.ts';

import { DELETE_STRATEGIES } from '../kinds/support/fields.ts';

/** A target may decide how long the list is, so one run makes no more checks than these. */
export const MOST_CHECKS = 1_000;
const MOST_LEVELS = 64;
/** Of a name, as in a document. */
const NAME_CHARACTERS = 512;
const TEXT_CHARACTERS = 4_096;
/** As a detail it clears what is kept of the data. */
const DELETE = '$delete';

/** What the output of a `transform` means (engine reference 1.7). */
export type Transformed =
  | { readonly to: 'nothing' }
  | { readonly to: 'checks'; readonly checks: readonly TransformedCheck[] }
  | { readonly to: 'result'; readonly change: ResultChange };

export type ResultChange = Partial<Pick<CheckResult, 'pass' | 'invalid' | 'duration' | 'message' | 'error'>> & {
  readonly data?: Entry | undefined;
  /** What is kept of the result in place of its data; undefined where the script says nothing about it. */
  readonly detail?: unknown;
};

const plainText = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' }).transform(String);
const text = (limit: number) =>
  plainText
    .refine((value) => value.length <= limit, { error: `must not be longer than ${limit} characters` })
    .optional();
const flag = z.boolean({ error: 'must be true or false' }).optional();

const schema = z.object({
  name: text(NAME_CHARACTERS),
  type: text(64),
  namespace: text(256),
  description: text(TEXT_CHARACTERS),
  icon: text(256),
  endpoint: text(TEXT_CHARACTERS),
  labels: z.record(z.string(), plainText, { error: 'must be a map of texts' }).optional(),
  transformDeleteStrategy: z
    .enum(DELETE_STRATEGIES, { error: `must be one of ${DELETE_STRATEGIES.join(', ')}` })
    .optional(),
  pass: flag,
  invalid: flag,
  duration: z
    .number({ error: 'must be a number of milliseconds' })
    .min(0, { error: 'must not be negative' })
    .optional(),
  message: plainText.optional(),
  error: plainText.optional(),
  data: z.record(z.string(), z.unknown(), { error: 'must be a map' }).optional(),
  detail: z.unknown().optional(),
  deletedAt: plainText.optional(),
});
type ResultRecord = z.infer<typeof schema>;

/**
 * Reads the output of the `transform` of a check.
 * @param own the name of that check.
 * @throws ScriptError that says which record is wrong.
 */
export async function readTransform(output: string, own: string, redact: Redactor): Promise<Transformed> {
  const found = parse(output);
  const items = Array.isArray(found) ? found : [found];
  if (items.length > MOST_CHECKS)
    throw new ScriptError(`it gives ${items.length} results; one run makes at most ${MOST_CHECKS} checks`);
  const breathe = breather();
  const records: ResultRecord[] = [];
  for (const [index, item] of items.entries()) {
    records.push(recordOf(redact.tree(item), Array.isArray(found) ? `result ${index + 1}` : 'the result'));
    await breathe();
  }
  const [first] = records;
  if (!first) return { to: 'nothing' };
  const name = nameOf(first);
  if (records.length === 1 && (name === '' || name === own)) return { to: 'result', change: changeOf(first) };
  if (name === '') throw new ScriptError('result 1 has no name; each of several results becomes a check and needs one');
  if (name === own) throw new ScriptError('result 1 has the name of the check itself; give it one of its own');
  const checks: TransformedCheck[] = [];
  for (const record of records) {
    if (record.deletedAt === undefined) checks.push(checkOf(record, own));
    await breathe();
  }
  return { to: 'checks', checks };
}

function parse(output: string): unknown {
  if (output === '') throw new ScriptError('it gives nothing; it must give JSON');
  if (nestsDeeper(output, MOST_LEVELS)) throw new ScriptError(`its JSON is nested deeper than ${MOST_LEVELS} levels`);
  try {
    return JSON.parse(output);
  } catch (cause) {
    const hint = /^(?:map)?\[/.test(output) ? '. Turn its value into JSON with toJSON' : '';
    throw new ScriptError(`it does not give JSON but ${JSON.stringify(output.slice(0, 100))}${hint}`, { cause });
  }
}

function recordOf(item: unknown, where: string): ResultRecord {
  if (!isEntry(item)) throw new ScriptError(`${where} is not a map`);
  if (isEntry(item['spec']))
    throw new ScriptError(`${where} has a spec; a transform that makes check sources is not supported yet`);
  // Scripts write null for what they do not know.
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ScriptError(`${where}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`);
}

function nameOf(record: ResultRecord): string {
  return record.name?.trim() ?? '';
}

function changeOf({ pass, invalid, duration, message, error, data, detail }: ResultRecord): ResultChange {
  const given = { pass, invalid, duration, message, error };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(set), data, detail };
}

function checkOf(record: ResultRecord, own: string): TransformedCheck {
  const { invalid = false, duration = 0, message = '', data = {}, detail, transformDeleteStrategy } = record;
  const pass = record.pass === true && !invalid;
  const shown = Object.entries({
    type: record.type,
    namespace: record.namespace,
    description: record.description,
    icon: record.icon,
    endpoint: record.endpoint,
  }).flatMap(([key, value]) => (value ? [[key, hideSecretsIn(value)] as const] : []));
  const labels = Object.entries(record.labels ?? {}).map(([key, value]) => [key, hideSecretsIn(value)] as const);
  return {
    ...Object.fromEntries(shown),
    ...(transformDeleteStrategy ? { transformDeleteStrategy } : {}),
    name: hideSecretsIn(nameOf(record) || own),
    labels: Object.fromEntries(labels),
    pass,
    invalid,
    duration,
    message,
    error: pass ? '' : (record.error ?? (message === '' ? 'failed' : '')),
    data: { ...data, ...keptOf(detail) },
  };
}

/** A detail as the data of a result holds it. */
export function keptOf(detail: unknown): Entry {
  if (detail === undefined || detail === DELETE) return {};
  return isEntry(detail) ? detail : { results: detail };
}
