import { ApiError, errorMessage } from '../api-error.ts';
import type { FormErrors, FormValue } from '@watchroom/ui';
import type { ResourceRow, ResourceShape, ResourceTile, ResourceType } from './resource.ts';

/** What a person fills in: the columns above the document, and the document. */
export interface ResourceDraft {
  readonly head: FormValue;
  readonly document: FormValue;
}

type Columns = Pick<ResourceShape, 'head' | 'document' | 'typeColumn'>;

/** A stored row as it is filled in; what is null counts as left out. */
export function draftOf({ head, document }: Columns, row: ResourceRow): ResourceDraft {
  return {
    head: pick(row, Object.keys(head.schema.properties ?? {})),
    document: typeof document === 'string' ? asObject(row[document]) : pick(row, Object.keys(document)),
  };
}

/** What is sent: every column that the form knows, so that what was emptied is emptied there too. */
export function payloadOf(
  { head, document, typeColumn }: Columns,
  type: Pick<ResourceTile, 'id'>,
  draft: ResourceDraft,
): FormValue {
  const names = Object.keys(head.schema.properties ?? {});
  return {
    ...(typeColumn !== undefined && { [typeColumn]: type.id }),
    ...Object.fromEntries(names.map((name) => [name, trimmed(draft.head[name]) ?? null])),
    ...(typeof document === 'string'
      ? { [document]: draft.document }
      : { ...document, ...pick(draft.document, Object.keys(document)) }),
  };
}

/**
 * The type that a row names, where a column does; else the one whose list its document holds first, else the one that is
 * written as code alone. Undefined for a type that we do not know.
 */
export function typeOf(columns: Columns, types: readonly ResourceTile[], row: ResourceRow): ResourceTile | undefined {
  const { typeColumn } = columns;
  if (typeColumn !== undefined) return types.find(({ id }) => id === row[typeColumn]);
  const keys = Object.keys(draftOf(columns, row).document);
  const byKey = new Map(types.map((type) => [type.documentKey, type]));
  const first = keys.map((key) => byKey.get(key)).find((type) => type !== undefined);
  return first ?? types.find(({ documentKey }) => documentKey === undefined) ?? types[0];
}

export interface ResourceErrors {
  readonly head: FormErrors;
  readonly document: FormErrors;
  /** Of what no field shows. */
  readonly other: readonly string[];
}

/** Sorts the errors of the server, whose paths start at the row (`spec.http[0].url`), to their fields. */
export function errorsOfServer(
  columns: Columns,
  type: ResourceType,
  fields: Readonly<Record<string, string>>,
): ResourceErrors {
  const head: Record<string, string> = {};
  const document: Record<string, string> = {};
  const other: string[] = [];
  const { schema, entries } = type.form ?? {};
  const known = [...Object.keys(schema?.properties ?? {}), ...(entries ? [entries.key] : [])];
  const heads = Object.keys(columns.head.schema.properties ?? {});
  const column = typeof columns.document === 'string' ? columns.document : undefined;
  for (const [path, message] of Object.entries(fields)) {
    const steps = path
      .replace(/\[(\d+)\]/g, '.$1')
      .split('.')
      .filter(Boolean);
    const isInside = column === undefined ? !heads.includes(steps[0] ?? '') : steps[0] === column;
    if (isInside && column !== undefined) steps.shift();
    const [first = ''] = steps;
    if (!isInside && heads.includes(first)) head[steps.join('.')] = message;
    else if (isInside && known.includes(first)) document[steps.join('.')] = message;
    else other.push(path === '' ? message : `${path}: ${message}`);
  }
  return { head, document, other };
}

/** What stands over the form: a failure that names no field. What names some is told there. */
export function failureOf(error: Error | null): string | undefined {
  const isPlaced = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return error === null || isPlaced ? undefined : errorMessage(error);
}

export function hasErrors({ head, document, other }: ResourceErrors): boolean {
  return Object.keys(head).length + Object.keys(document).length + other.length > 0;
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): FormValue {
  return Object.fromEntries(
    names.flatMap((name) => (from[name] === null || from[name] === undefined ? [] : [[name, from[name]]])),
  );
}

export function asObject(value: unknown): FormValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** The items of a list of a document; what is no object counts as an empty one, so that places stay. */
export function entriesOf(document: FormValue, key: string): readonly FormValue[] {
  const list = document[key];
  return Array.isArray(list) ? list.map(asObject) : [];
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || undefined : value;
}
