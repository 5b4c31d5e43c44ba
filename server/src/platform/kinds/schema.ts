import type { KindManifest } from '@watchroom/contract/kinds';
import { fieldsSchema, type KindDeclaration } from './define.ts';
import { type DocumentKey, type DocumentPlace, type Family, holdsList, type RowPlace } from './family.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * JSON Schema 2020-12 of a whole document or row of a family, for editors. An entry is checked by the schema and the rules
 * of its kind; a key that no kind serves yet accepts any object.
 */
export function familySchema(family: Family<KindDeclaration<unknown>>, manifests: readonly KindManifest[]): Json {
  const { place, schema } = family;
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: schema.title,
    description: schema.description,
  };
  const part = place.in === 'row' ? rowPart(place, manifests) : documentPart(place, family.consequence, manifests);
  const defs = manifests.map((manifest) => [
    manifest.id,
    place.in === 'row' ? rowSchema(place, manifest) : entrySchema(manifest),
  ]);
  return { ...head, ...(schema.around?.(part) ?? part), $defs: Object.fromEntries(defs) as Json };
}

function documentPart(place: DocumentPlace, consequence: string, manifests: readonly KindManifest[]): Json {
  const keys = Object.fromEntries(place.keys.map((known) => [known.key, unservedKey(known, consequence)]));
  for (const { id, summary, documentKey } of manifests) {
    const entry = { $ref: `#/$defs/${id}` };
    keys[documentKey] = holdsList(place, documentKey)
      ? { description: summary, type: 'array', items: entry }
      : { description: summary, ...entry };
  }
  const { properties } = fieldsSchema(place.fields);
  return { type: 'object', properties: { ...properties, ...keys }, additionalProperties: false };
}

function unservedKey({ key, holds, removed }: DocumentKey, consequence: string): Json {
  const description = `${removed ?? `The kind ${key} is not supported yet`}, ${consequence}`;
  return holds === 'entry'
    ? { description, type: 'object' }
    : { description, type: 'array', items: { type: 'object' } };
}

/** The column decides which of the kinds the whole row is checked by. */
function rowPart({ column }: RowPlace, manifests: readonly KindManifest[]): Json {
  return {
    type: 'object',
    required: [column],
    properties: { [column]: { enum: manifests.map(({ id }) => id) } },
    allOf: manifests.map(({ id }) => ({
      if: { required: [column], properties: { [column]: { const: id } } },
      then: { $ref: `#/$defs/${id}` },
    })),
  };
}

/** An entry of a kind together with the columns that every row has. */
function rowSchema({ column, fields }: RowPlace, manifest: KindManifest): Json {
  const common = fieldsSchema(fields);
  const { properties, required, ...rest } = entrySchema(manifest) as Pick<
    KindManifest['schema'],
    'properties' | 'required'
  >;
  return {
    ...rest,
    properties: { ...common.properties, [column]: { const: manifest.id }, ...properties },
    required: [...(common.required ?? []), column, ...(required ?? [])],
  };
}

function entrySchema(manifest: KindManifest): Json {
  const { $schema: _, ...schema } = manifest.schema as Json;
  return { title: manifest.title, ...schema, allOf: manifest.rules.map(ruleSchema) };
}

/** One rule across fields as JSON Schema: when all are present, one of `require` is and none of `forbid`. */
function ruleSchema(rule: KindManifest['rules'][number]): Json {
  const then = [
    ...(rule.require ? [{ anyOf: rule.require.map(present) }] : []),
    ...(rule.forbid ?? []).map((path) => ({ not: present(path) })),
  ];
  return { if: { allOf: (rule.when ?? []).map(present) }, then: { allOf: then }, description: rule.message };
}

/** Matches when the dotted path holds more than an empty text, `false` or `null`. */
function present(path: string): Json {
  const [key = '', ...rest] = path.split('.');
  const value = rest.length > 0 ? { type: 'object', ...present(rest.join('.')) } : { not: { enum: ['', false, null] } };
  return { required: [key], properties: { [key]: value } };
}
