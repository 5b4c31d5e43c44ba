import type { JsonSchema, KindManifest } from '@watchroom/contract/kinds';
import { manifestOf } from '../../platform/kinds/define.ts';
import { type Entry, isEntry, validateLeniently } from '../../platform/kinds/validate.ts';
import { deprecatedIn, unsupportedIn } from '../../platform/kinds/unsupported.ts';
import { kinds } from './registry.generated.ts';
import type { CheckKind } from './support/define.ts';
import { canarySpec, type DocumentKey, documentKeys } from './support/document.ts';

export { canarySpec, documentKeys } from './support/document.ts';

/** One check as it stands in a canary's spec. */
export interface LocatedCheck {
  /** Where it stands, for example `http[0]`. */
  readonly path: string;
  /** The type that is stored for it; for a kind that we have, the kind's id. */
  readonly type: string;
  /** As written; an empty object when the document holds something else there. */
  readonly entry: Entry;
  /** The name, else the description, else the address. */
  readonly name: string;
  /** The address as lists show it; empty when it cannot be told. */
  readonly endpoint: string;
  /** The entry as its kind runs it, with defaults; `null` when the check cannot run. */
  readonly spec: unknown;
  /** Why the check cannot run, as a sentence; `null` when it can. */
  readonly problem: string | null;
  /** What was taken leniently, each with its path. */
  readonly warnings: readonly string[];
}

export interface ReadCanary {
  readonly checks: readonly LocatedCheck[];
  /** What was taken leniently in the spec itself and in its checks. */
  readonly warnings: readonly string[];
}

const kindsById = new Map<string, CheckKind<unknown>>(Object.entries(kinds));
const manifests = new Map([...kindsById].map(([id, kind]) => [id, manifestOf(id, kind)] as const));
const idsByKey = new Map([...kindsById].map(([id, kind]) => [kind.documentKey, id] as const));
const specSchema = manifestOfSpec();

/** The kind with this id, or undefined when the server does not have it. */
export function kindOf(id: string): CheckKind<unknown> | undefined {
  return kindsById.get(id);
}

/** The manifest of the kind with this id. */
export function kindManifest(id: string): KindManifest | undefined {
  return manifests.get(id);
}

/** All checks of a canary's spec, in the order of the document, and what had to be overlooked. Never throws. */
export function readCanary(spec: Entry): ReadCanary {
  const checks: LocatedCheck[] = [];
  const warnings: string[] = [];
  const canaryProblem = problemOfCanary(spec);
  for (const [key, value] of Object.entries(spec)) {
    const known = knownKey(key);
    if (!known) {
      if (!Object.hasOwn(canarySpec.shape, key)) warnings.push(`spec.${key} is not a field of a canary; it is ignored`);
      continue;
    }
    if (value === null || value === undefined) continue;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (known.shape !== 'single' && !Array.isArray(value))
      warnings.push(`spec.${key} is a list in a document; the one entry is taken`);
    for (const [index, one] of list.entries()) {
      const path = known.shape === 'single' ? key : `${key}[${index}]`;
      const check = readCheck(known, path, one);
      checks.push(canaryProblem === null ? check : { ...check, spec: null, problem: check.problem ?? canaryProblem });
    }
  }
  return { checks, warnings: [...warnings, ...checks.flatMap((check) => check.warnings)] };
}

/** Why an entry of a kind cannot run although its fields are valid: the first unsupported field; `null` when it can. */
export function problemOf(kind: string, entry: Entry): string | null {
  const manifest = manifests.get(kind);
  return manifest ? unsupportedCheck(manifest.schema, entry) : problemOfMissingKind(kind);
}

function unsupportedCheck(schema: JsonSchema, value: unknown): string | null {
  const found = unsupportedIn(schema, value);
  return found === null ? null : `${found}, so this check does not run`;
}

/** Why no check of a canary can run, from the fields of its spec; `null` when they can. */
function problemOfCanary(spec: Entry): string | null {
  // Variables are used by templates alone, and a check with a template has that as its own problem.
  const { env: _, ...rest } = spec;
  return unsupportedCheck(specSchema, rest);
}

function readCheck(known: DocumentKey, path: string, value: unknown): LocatedCheck {
  const id = idsByKey.get(known.key);
  const kind = id === undefined ? undefined : kindsById.get(id);
  const entry = isEntry(value) ? value : {};
  const written = textOf(entry['name']) || textOf(entry['description']);
  const broken = { path, type: id ?? known.type, entry, name: written || path, endpoint: '', spec: null, warnings: [] };
  if (!isEntry(value)) return { ...broken, problem: `${path} is not an object, so this check does not run` };
  if (id === undefined || !kind) return { ...broken, problem: problemOfMissingKind(known.key) };
  const validated = validateLeniently(kind, entry);
  const overlooked = [...validated.warnings, ...deprecatedIn(manifests.get(id)?.schema ?? {}, entry)];
  const warnings = overlooked.map((warning) => `${path}.${warning}`);
  const unsupported = problemOf(id, entry);
  if (!validated.ok) {
    const [field, message] = Object.entries(validated.errors)[0] ?? ['', 'not valid'];
    return { ...broken, warnings, problem: unsupported ?? `\`${field}\`: ${message}, so this check does not run` };
  }
  const endpoint = kind.endpoint(validated.spec);
  const name = written || endpoint || path;
  return {
    ...broken,
    name,
    endpoint,
    warnings,
    problem: unsupported,
    spec: unsupported === null ? validated.spec : null,
  };
}

function problemOfMissingKind(key: string): string {
  if (documentKeys.find((known) => known.key === key || known.type === key)?.shape === 'removed')
    return `Checks of the kind ${key} were removed; use kubernetesResource or exec, so this check does not run`;
  return `The kind ${key} is not supported yet, so this check does not run`;
}

function knownKey(key: string): DocumentKey | undefined {
  if (idsByKey.has(key)) return { key, type: idsByKey.get(key) ?? key, shape: 'list' };
  return documentKeys.find((known) => known.key === key);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function manifestOfSpec(): KindManifest['schema'] {
  return manifestOf('canary', {
    title: '',
    summary: '',
    icon: '',
    documentKey: '',
    schema: canarySpec,
    examples: [],
    rejects: [],
    needs: [],
  }).schema;
}
