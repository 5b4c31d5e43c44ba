import type { Caller, CallerTransaction } from '../execute/statement.ts';
import type { WriteChange, WriteHook } from '../options.ts';
import type { Relation } from '../schema/model.ts';
import type { Api } from './api.ts';

/** Carries what a hook threw past everything that would read it as an error of the request. */
export class HookFailure extends Error {
  override name = 'HookFailure';
}

/** The hook of a relation, which is registered as `schema.relation`, or by its name alone in the first schema. */
export function hookOf({ options: { hooks = {}, schemas } }: Api, { schema, name }: Relation): WriteHook | undefined {
  const qualified = `${schema}.${name}`;
  if (Object.hasOwn(hooks, qualified)) return hooks[qualified];
  return schema === schemas[0] && Object.hasOwn(hooks, name) ? hooks[name] : undefined;
}

interface Asked {
  readonly operation: WriteChange['operation'];
  readonly relation: Relation;
  readonly caller: Caller;
  /** JSON object with `before` and `after`. */
  readonly change: string;
}

/** @throws HookFailure with what the hook threw as its cause. */
export async function askHook(
  hook: WriteHook,
  transaction: Pick<CallerTransaction, 'query'>,
  { operation, relation: { schema, name }, caller, change }: Asked,
): Promise<void> {
  const { before, after } = readChange(change);
  if (before.length === 0 && after.length === 0) return;
  try {
    await hook(transaction, { operation, schema, relation: name, caller, before, after });
  } catch (cause) {
    throw new HookFailure('A hook refused the write.', { cause });
  }
}

type Rows = WriteChange['before'];

function readChange(text: string): { readonly before: Rows; readonly after: Rows } {
  const value: unknown = JSON.parse(text);
  const { before, after }: { before?: unknown; after?: unknown } = typeof value === 'object' && value ? value : {};
  return { before: rowsOf(before), after: rowsOf(after) };
}

const rowsOf = (value: unknown): Rows => (Array.isArray(value) ? value.filter(isRow) : []);
const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
