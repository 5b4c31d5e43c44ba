import { type Schema, Validator } from '@cfworker/json-schema';
import type { FieldRule, JsonSchema, KindManifest } from '@watchroom/contract/kinds';
import { type Entry, has, isEntry, validateStrictly } from '../../platform/kinds/validate.ts';
import { withoutSecrets } from '../canaries/secrets.ts';
import type { CheckKind } from '../kinds/support/define.ts';
import type { EchoTarget } from './echo-target.ts';

export interface SecretEntry {
  readonly entry: Entry;
  /** What is hidden in it. */
  readonly secrets: readonly string[];
}

/**
 * Entries of a kind that lead to the target and hold a secret of their own wherever a text fits, derived from the schema:
 * one with the usual fields, and one for each other field, with all that is in it and with as little as it may have.
 * @throws Error when no valid entry can be made with a field.
 */
export function secretEntries(
  kind: CheckKind<unknown>,
  { id, schema, examples }: KindManifest,
  target: EchoTarget,
): SecretEntry[] {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !field['x-unsupported']);
  const usual = new Set([...(schema.required ?? []), ...Object.keys(examples[0]?.spec ?? {})]);
  for (const name of ['username', 'password', 'headers']) if (fields.some(([field]) => field === name)) usual.add(name);
  let count = 0;
  const make = (path: string, field: string, isLean: boolean): SecretEntry => {
    const planted: string[] = [];
    const plant = () => {
      count += 1;
      const mark = `s3c-${id}"&<%2b\\${count}/+?ü:end`;
      planted.push(mark);
      return mark;
    };
    const sample = sampler(target, path, plant, isLean);
    const names = new Set([...usual, ...(field === '' ? [] : [field])]);
    const wished = Object.fromEntries(
      fields.flatMap(([name, inner]) => (names.has(name) ? [[name, sample(inner, name)] as const] : [])),
    );
    const entry = obeying(kind, schema, wished, field, sample);
    const shown = textsIn(withoutSecrets(id, entry)).join('\n');
    const isShown = (mark: string) => shown.includes(mark) || shown.includes(encodeURIComponent(mark));
    return { entry, secrets: planted.filter((mark) => !isShown(mark)) };
  };
  return ['/tree', '/page'].flatMap((path) => [
    make(path, '', false),
    ...fields.map(([field]) => make(path, field, false)),
    ...fields.flatMap(([field, { type }]) => (type === 'object' ? [make(path, field, true)] : [])),
  ]);
}

/** A script that shows what it can read; what a kind does not have is null. */
const TELLS_ALL = '[content, headers, json, records, message, error, canary, check].toJSON()';
/** The same, in every field of a check that it makes. */
const MAKES_A_CHECK_OF_ALL = `[dyn(${TELLS_ALL})].map(all, [{"name": "made of " + check.name + all.abbrev(400), "description": all.abbrev(4000),
  "endpoint": all.abbrev(4000), "message": all, "error": all, "labels": {"told": all}, "detail": {"told": [content, headers, json]}}])[0].toJSON()`;

type Sample = (schema: JsonSchema, name: string) => unknown;

/** Values of a schema; every text that may be free holds a mark, where the platform hides it if it hides anything there. */
function sampler(target: EchoTarget, path: string, plant: () => string, isLean: boolean): Sample {
  const sample: Sample = (schema, name) => {
    const [branch] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (branch) return sample({ ...branch, ...(schema['x-widget'] ? { 'x-widget': schema['x-widget'] } : {}) }, name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'boolean') return true;
    if (schema.type === 'integer' || schema.type === 'number')
      return name === 'port' ? target.dnsPort : (schema.default ?? schema.minimum ?? 0);
    if (schema.type === 'array') return schema.items ? [sample(schema.items, name)] : [];
    if (schema['x-widget'] === 'script') return { expr: name === 'transform' ? MAKES_A_CHECK_OF_ALL : TELLS_ALL };
    if (schema.type === 'object') return objectOf(schema, sample, isLean);
    const mark = plant();
    const escaped = encodeURIComponent(mark);
    const address = `${target.http.replace('//', `//ann:${escaped}@`)}${path}?token=${escaped}`;
    const hosts = ['127.0.0.1', `127.0.0.1:${target.tcpPort}`];
    const member = `{"password":${JSON.stringify(mark)}}`;
    const isValue = schema['x-widget'] === 'secret' || name === 'value';
    const ordered = isValue ? [mark] : /server|host/i.test(name) ? hosts : [address, ...hosts, '1ms', member, 'X-Own'];
    const free = new Validator(schema as Schema).validate('{"any" text}').valid && !isValue && ordered[0] === address;
    const candidates = name === 'name' ? ['X-Own'] : free ? [member] : ordered;
    const found = candidates.find((candidate) => new Validator(schema as Schema).validate(candidate).valid);
    if (found === undefined) throw new Error(`No sample text fits the field ${name}: ${JSON.stringify(schema)}`);
    return found;
  };
  return sample;
}

function objectOf(schema: JsonSchema, sample: Sample, isLean: boolean): Entry {
  const { additionalProperties: others } = schema;
  const isKept = (name: string, { default: usual, 'x-unsupported': isUnsupported }: JsonSchema) =>
    !isUnsupported && (!isLean || usual !== undefined || name === 'value' || schema.required?.includes(name) === true);
  const own = Object.entries(schema.properties ?? {}).filter(([name, inner]) => isKept(name, inner));
  return Object.fromEntries([
    ...own.map(([name, inner]) => [name, sample(inner, name)] as const),
    ...(typeof others === 'object' ? [['any', sample(others, 'any')] as const] : []),
  ]);
}

/** The entry with what its rules require and without what they forbid, so that `field` stays. */
function obeying(kind: CheckKind<unknown>, schema: JsonSchema, wished: Entry, field: string, sample: Sample): Entry {
  let entry: Entry = wished;
  for (let turn = 0; turn < 20; turn += 1) {
    if (validateStrictly(kind, entry).ok) return entry;
    for (const rule of kind.rules ?? []) entry = obeyed(rule, schema, entry, field, sample);
  }
  const validated = validateStrictly(kind, entry);
  if (validated.ok) return entry;
  throw new Error(
    `No valid entry with ${field || 'the usual fields'} can be made: ${JSON.stringify(validated.errors)}`,
  );
}

function obeyed(rule: FieldRule, schema: JsonSchema, entry: Entry, field: string, sample: Sample): Entry {
  const result: Record<string, unknown> = { ...entry };
  const top = (path: string) => path.split('.')[0] ?? '';
  if (!(rule.when ?? []).every((path) => has(entry, path))) return result;
  const forbidden = (rule.forbid ?? []).find((path) => has(entry, path));
  if (forbidden !== undefined)
    for (const path of top(forbidden) === field ? (rule.when ?? []) : [forbidden]) delete result[top(path)];
  if (!rule.require || rule.require.some((path) => has(entry, path))) return result;
  return completed(result, schema, rule.require[0]?.split('.') ?? [], sample);
}

/** The entry with a value at the path, and all else as it is. */
function completed(entry: Entry, schema: JsonSchema, [key, ...rest]: readonly string[], sample: Sample): Entry {
  const inner = key === undefined ? undefined : schema.properties?.[key];
  if (key === undefined || !inner) return entry;
  const before = entry[key];
  const value = rest.length === 0 ? sample(inner, key) : completed(isEntry(before) ? before : {}, inner, rest, sample);
  return { ...entry, [key]: value };
}

/** Every key and text of a tree. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isEntry(value)) return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
  return typeof value === 'number' ? [String(value)] : [];
}
