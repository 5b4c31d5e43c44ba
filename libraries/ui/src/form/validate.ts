import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { FormErrors, FormRule, FormSchema, FormValue } from './form-schema.ts';

export const REQUIRED = 'This field is required';

/**
 * What is wrong with a value, by dotted path: the schema first, then the rules across fields.
 * The validator interprets the schema, since compiling it would need `eval`, which a strict policy forbids.
 */
export function validateForm(schema: FormSchema, rules: readonly FormRule[], value: FormValue): FormErrors {
  const errors: Record<string, string> = {};
  // The library's type of a schema lists every keyword as mutable; a form schema is a readonly subset of it.
  const { errors: units } = new Validator(schema as Schema, '2020-12', false).validate(value);
  for (const unit of units) {
    const named = messageOf(unit, schema, value);
    if (named) errors[named.path] ??= named.message;
  }
  return { ...brokenRules(rules, value), ...errors };
}

function messageOf(
  unit: OutputUnit,
  schema: FormSchema,
  value: FormValue,
): { readonly path: string; readonly message: string } | undefined {
  const path = unit.instanceLocation.slice(2).split('/').filter(Boolean).map(decode);
  const field = schemaAt(schema, path);
  const at = (message: string, last?: string) => ({ path: [...path, ...(last ? [last] : [])].join('.'), message });
  const quoted = /"([^"]+)"/.exec(unit.error)?.[1];
  switch (unit.keyword) {
    case 'required':
      return at(REQUIRED, quoted);
    case 'type':
      return at(
        field?.type === 'integer' || field?.type === 'number'
          ? typeof valueAt(value, path) === 'number'
            ? 'This field must be a whole number'
            : 'This field must be a number'
          : 'This does not have the expected format',
      );
    case 'minimum':
      return at(`Not below ${field?.minimum}`);
    case 'maximum':
      return at(`Not above ${field?.maximum}`);
    case 'minLength':
      return at(field?.minLength === 1 ? REQUIRED : `At least ${field?.minLength} characters`);
    case 'maxLength':
      return at(`At most ${field?.maxLength} characters`);
    case 'minItems':
      return at(`At least ${field?.minItems}`);
    case 'maxItems':
      return at(`At most ${field?.maxItems}`);
    case 'pattern':
      return at(patternMessage(field));
    case 'enum':
      return at(`One of ${field?.enum?.join(', ')}`);
    case 'additionalProperties':
      return quoted ? at('There is no such field', quoted) : undefined;
    // The others only say that something inside them failed, which is told there.
    default:
      return undefined;
  }
}

function patternMessage(field: FormSchema | undefined): string {
  if (field?.['x-widget'] === 'duration') return 'Write a duration such as 500ms, 10s or 1m30s';
  if (field?.pattern?.includes('://') || field?.pattern?.includes(':\\/\\/'))
    return 'Write an address with its scheme, for example https://example.org/health';
  return 'This does not have the expected format';
}

/** The schema of the field at a path; through lists, maps and the variant that has the next step. */
function schemaAt(schema: FormSchema | undefined, path: readonly string[]): FormSchema | undefined {
  const [step, ...rest] = path;
  if (!schema || step === undefined) return schema;
  const variants = schema.anyOf ?? schema.oneOf;
  const owner = variants?.find((variant) => variant.properties?.[step] !== undefined) ?? schema;
  if (owner.items) return schemaAt(owner.items, rest);
  const map = typeof owner.additionalProperties === 'object' ? owner.additionalProperties : undefined;
  return schemaAt(owner.properties?.[step] ?? map, rest);
}

function brokenRules(rules: readonly FormRule[], value: FormValue): FormErrors {
  const errors: Record<string, string> = {};
  for (const rule of rules) {
    if (!(rule.when ?? []).every((path) => isPresent(value, path))) continue;
    const forbidden = rule.forbid?.find((path) => isPresent(value, path));
    const lacks = rule.require !== undefined && !rule.require.some((path) => isPresent(value, path));
    const path = forbidden ?? (lacks ? rule.require?.[0] : undefined);
    if (path !== undefined) errors[path] ??= rule.message;
  }
  return errors;
}

/** An empty text, `false` and `null` count as absent. */
function isPresent(value: FormValue, path: string): boolean {
  const found = valueAt(value, path.split('.'));
  return found !== undefined && found !== null && found !== '' && found !== false;
}

function valueAt(value: FormValue, path: readonly string[]): unknown {
  let found: unknown = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as FormValue)[step];
  }
  return found;
}

function decode(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The errors at and under one field, with paths from there. */
export function errorsUnder(errors: FormErrors, name: string): FormErrors {
  const prefix = `${name}.`;
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path === name || path.startsWith(prefix))
      .map(([path, message]) => [path.slice(prefix.length), message]),
  );
}
