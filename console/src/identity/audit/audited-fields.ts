import type { Json } from '@watchroom/contract/rows';

/** A field before and after, as text; undefined where it was not there. */
export interface AuditedField {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields of an entry that differ, by name, without its id. Of a new row all are after, of a deleted one before. */
export function auditedFields(before: Json, after: Json): readonly AuditedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => name !== 'id')
    .toSorted()
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter((field) => field.before !== field.after);
}

/** One field of an entry as text, from after or else before. */
export function auditedText(entry: { readonly before: Json; readonly after: Json }, name: string): string | undefined {
  return fieldsOf(entry.after).get(name) ?? fieldsOf(entry.before).get(name);
}

function fieldsOf(row: Json): ReadonlyMap<string, string> {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return new Map();
  return new Map(Object.entries(row).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
