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
  return judge(kind, entry, kind.schema.safeParse(entry));
}

function judge<Spec>(kind: KindDeclaration<Spec>, entry: Entry, parsed: z.ZodSafeParseResult<Spec>): Validated<Spec> {
  const errors = { ...(parsed.success ? {} : errorsOf(parsed.error)), ...brokenRules(kind.rules ?? [], entry) };
  if (parsed.success && Object.keys(errors).length === 0) return { ok: true, spec: parsed.data, warnings: [] };
  return { ok: false, errors, warnings: [] };
}

/** More would tell nobody anything. */
const MOST_WARNINGS = 50;

/** As a document is taken: an unknown field is left out of the parsed entry and named in a warning, since users' old documents must run. */
export function validateLeniently<Spec>(kind: KindDeclaration<Spec>, entry: Entry): Validated<Spec> {
  const first = kind.schema.safeParse(entry);
  // Parsed once: this is a part of every run of a check.
  if (first.success) return judge(kind, entry, first);
  const unknown = first.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
  const known = isEntry(entry) ? (without(entry, unknown) as Entry) : entry;
  const second = validateStrictly(kind, known);
  const warnings = unknown
    .slice(0, MOST_WARNINGS)
    .map((path) => `${path.join('.')} is not a field of ${kind.documentKey ?? kind.title}; it is ignored`);
  const more = unknown.length - warnings.length;
  if (more > 0) warnings.push(`${more} more fields are not of ${kind.documentKey ?? kind.title}; they are ignored`);
  return { ...second, warnings };
}

/** What is wrong, by the path of the field; of several errors at one field the first. */
export function errorsOf(error: z.ZodError): Record<string, string> {
  const errors = new Map<string, string>();
  for (const issue of error.issues) {
    const isUnknown = issue.code === 'unrecognized_keys';
    const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const field = path.join('.');
      if (!errors.has(field)) errors.set(field, isUnknown ? 'There is no such field' : issue.message);
    }
  }
  return Object.fromEntries(errors);
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

/** Without what stands at these paths; one walk for all of them, since a hostile entry has ten thousand. */
function without(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const below = Map.groupBy(paths, ([key]) => String(key));
  const rest = (key: string) => (below.get(key) ?? []).map((path) => path.slice(1));
  if (Array.isArray(value)) return value.map((inner, index) => without(inner, rest(String(index))));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const inside = rest(key);
      return inside.some((path) => path.length === 0) ? [] : [[key, without(inner, inside)]];
    }),
  );
}
