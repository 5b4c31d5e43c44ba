import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@cfworker/json-schema';
import type { JsonSchema } from '@watchroom/contract/kinds';
import type { KindDeclaration } from '../define.ts';
import { holdsList, type KindRegistry } from '../family.ts';
import { familySchema } from '../schema.ts';
import { type Entry, isEntry, validateLeniently, validateStrictly } from '../validate.ts';

/**
 * What is wrong with a kind, by what every family asks of its kinds and by what its own asks.
 * @returns sentences; none when the kind is sound.
 */
export function faultsOf<Kind extends KindDeclaration<unknown>>(registry: KindRegistry<Kind>, id: string): string[] {
  const kind = registry.kindOf(id);
  const manifest = registry.manifestOf(id);
  if (!kind || !manifest) return [`There is no kind ${id}`];
  const faults: string[] = [];
  const expect = (isSo: boolean, otherwise: string) => {
    if (!isSo) faults.push(otherwise);
  };
  expect(kind.title !== '', 'It has no title');
  expect(/^[A-Z].{20,}\.$/.test(kind.summary), 'Its summary is no sentence');
  expect(/^[a-z0-9-]+$/.test(kind.icon), 'Its icon is no name of a Tabler icon');
  expect(kind.examples.length > 0, 'It has no example');
  expect(kind.rejects.length > 0, 'It has no entry that must fail');
  for (const path of undescribed(manifest.schema, '')) faults.push(`The field ${path} has no description`);

  const accepts = byEditor(registry, id);
  const parsed: unknown[] = [];
  for (const { title, spec } of kind.examples) {
    const validated = validateStrictly(kind, spec);
    if (!validated.ok) {
      faults.push(`The example "${title}" is refused: ${JSON.stringify(validated.errors)}`);
      continue;
    }
    parsed.push(validated.spec);
    expect(accepts(spec), `The example "${title}" is refused by the JSON Schema`);
    for (const path of lostDefaults(manifest.schema, spec, validated.spec, ''))
      faults.push(`The default of ${path} is not in the JSON Schema`);
  }
  for (const { spec, path, reason } of kind.rejects) {
    const shown = JSON.stringify(spec);
    const validated = validateStrictly(kind, spec);
    const errors = validated.ok ? {} : validated.errors;
    const message = Object.hasOwn(errors, path) ? (errors[path] ?? '') : undefined;
    expect(message !== undefined, `${shown} is not refused at ${path} but gives ${JSON.stringify(errors)}`);
    if (message !== undefined)
      expect(message.toLowerCase().includes(reason.toLowerCase()), `${shown} is refused with "${message}" at ${path}`);
    expect(!accepts(spec), `${shown} is accepted by the JSON Schema`);
  }
  const misspelt = validateLeniently(kind, { ...kind.examples[0]?.spec, mispelt: 1 });
  expect(
    parsed.length === 0 || misspelt.warnings.some((warning) => warning.startsWith('mispelt ')),
    'A misspelt field in a document is not taken with a warning that names it',
  );
  return [...faults, ...(registry.family.faults?.(kind, parsed) ?? [])];
}

/** Whether the schema that editors load takes a document or row that holds this entry alone. */
function byEditor<Kind extends KindDeclaration<unknown>>({ family, manifestOf }: KindRegistry<Kind>, id: string) {
  const { place, schema } = family;
  const { around: _, ...bare } = schema;
  // What else a document or row needs is no matter of the kind.
  const alone = { ...family, schema: bare, place: { ...place, fields: place.fields.partial() } };
  const manifest = manifestOf(id);
  const validator = new Validator(familySchema(alone, manifest ? [manifest] : []), '2020-12');
  return (entry: Entry) => {
    if (place.in === 'row') return validator.validate({ ...entry, [place.column]: id }).valid;
    const key = manifest?.documentKey ?? id;
    return validator.validate({ [key]: holdsList(place, key) ? [entry] : entry }).valid;
  };
}

/** Paths of the fields that parsing fills in and the JSON Schema does not tell of. */
function lostDefaults(schema: JsonSchema, written: unknown, parsed: unknown, path: string): readonly string[] {
  if (!isEntry(parsed)) return [];
  const entry = isEntry(written) ? written : {};
  return Object.entries(parsed).flatMap(([key, value]) => {
    const field = schema.properties?.[key];
    const at = `${path}${key}`;
    if (value === undefined || isDeepStrictEqual(value, entry[key])) return [];
    if (entry[key] !== undefined) return lostDefaults(field ?? {}, entry[key], value, `${at}.`);
    return isDeepStrictEqual(field?.default, value) ? [] : [at];
  });
}

function undescribed(schema: JsonSchema, path: string): readonly string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const at = `${path}${key}`;
    return [...(child.description ? [] : [at]), ...undescribed(child, `${at}.`)];
  });
  const branches = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...inside, ...branches.flatMap((branch) => undescribed(branch, path))];
}
