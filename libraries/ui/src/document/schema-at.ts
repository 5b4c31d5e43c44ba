import type { FormSchema } from '../form/form-schema.ts';

interface LinkedSchema extends FormSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, FormSchema>>;
  readonly allOf?: readonly FormSchema[];
}

/** Every schema that may describe what stands at a path. A step is a name, or the number of a row. */
export function schemasAt(root: FormSchema, path: readonly string[]): readonly FormSchema[] {
  let found = open(root, root);
  for (const step of path) found = found.flatMap((schema) => under(root, schema, step));
  return found;
}

function under(root: FormSchema, schema: FormSchema, step: string): readonly FormSchema[] {
  if (schema.items && /^\d+$/.test(step)) return open(root, schema.items);
  const named = schema.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
  if (named) return open(root, named);
  return typeof schema.additionalProperties === 'object' ? open(root, schema.additionalProperties) : [];
}

/** A schema and all that it refers to, stands for or offers. */
function open(root: LinkedSchema, schema: LinkedSchema, depth = 0): readonly FormSchema[] {
  if (depth > 8) return [];
  const name = schema.$ref?.startsWith('#/$defs/') ? schema.$ref.slice(8) : undefined;
  const target = name === undefined ? undefined : root.$defs?.[name];
  const others = [
    ...(target ? [target] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  return [schema, ...others.flatMap((other) => open(root, other, depth + 1))];
}

/** Name, title, description, type and default of a field in one place; whichever schema says it first counts. */
export interface FieldWords {
  readonly description: string | undefined;
  readonly type: string | undefined;
  readonly default: unknown;
  readonly choices: readonly unknown[];
}

export function fieldWords(schemas: readonly FormSchema[]): FieldWords {
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  return {
    description: schemas.map(({ title, description }) => description ?? title).find(Boolean),
    type: types.size > 0 ? [...types].join(' or ') : undefined,
    default: schemas.map((schema) => schema.default).find((each) => each !== undefined),
    choices: [
      ...new Set(schemas.flatMap((schema) => schema.enum ?? (schema.const === undefined ? [] : [schema.const]))),
      ...(types.has('boolean') ? [true, false] : []),
    ],
  };
}
