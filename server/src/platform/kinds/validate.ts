import type { FieldRule } from '@watchroom/contract/kinds';
import type { z } from 'zod';
import type { KindDeclaration } from './define.ts';

export type Entry = Readonly<Record<string, unknown>>;

/** Path → what is wrong there. Empty when the entry is valid. */
export type FieldErrors = Readonly<Record<string, string>>;

export type Validated<Spec> =
  | { readonly ok: true; readonly spec: Spec; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: FieldErrors; readonly warnings: readonly string[] };

/** As a form takes an entry: an unknown field is an error. */
export function validateStrictly<Spec>(kind: KindDeclaration<Spec>, entry: Entry): Validated<Spec> {
  const parsed = kind.schema.safeParse(entry);
  const errors = { ...(parsed.success ? {} : errorsOf(parsed.error)), ...brokenRules(kind.rules ?? [], entry) };
  if (parsed.success && Object.keys(errors).length === 0) return { ok: true, spec: parsed.data, warnings: [] };
  return { ok: false, errors, warnings: [] };
}

/** As a document is taken: an unknown field is left out of the parsed entry and named in a warning, since users' old documents must run. */
export function validateLeniently<Spec>(kind: KindDeclaration<Spec>, entry: Entry): Validated<Spec> {
  const first = kind.schema.safeParse(entry);
  if (first.success) return validateStrictly(kind, entry);
  const unknown = first.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
  const known = unknown.reduce<Entry>((rest, path) => without(rest, path), entry);
  const second = validateStrictly(kind, known);
  const warnings = unknown.map((path) => `${path.join('.')} is not a field of ${kind.documentKey}; it is ignored`);
  return { ...second, warnings };
}

function errorsOf(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.'))
        : [issue.path.join('.')];
    for (const path of paths)
      errors[path] ??= issue.code === 'unrecognized_keys' ? 'There is no such field' : issue.message;
  }
  return errors;
}

function brokenRules(rules: readonly FieldRule[], entry: Entry): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const rule of rules) {
    if (!(rule.when ?? []).every((path) => has(entry, path))) continue;
    const lacks = rule.require !== undefined && !rule.require.some((path) => has(entry, path));
    const forbidden = (rule.forbid ?? []).find((path) => has(entry, path));
    const path = forbidden ?? (lacks ? rule.require?.[0] : undefined);
    if (path !== undefined) errors[path] ??= rule.message;
  }
  return errors;
}

/** True when the dotted path is present; an empty text, `false` and `null` count as absent, as in a form. */
export function has(entry: Entry, path: string): boolean {
  let value: unknown = entry;
  for (const key of path.split('.')) value = isEntry(value) ? value[key] : undefined;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without<T>(value: T, path: readonly PropertyKey[]): T {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...value };
  const holder = copy as Record<PropertyKey, unknown>;
  if (rest.length === 0) delete holder[key];
  else holder[key] = without(holder[key], rest);
  return copy as T;
}
