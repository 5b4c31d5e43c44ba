import type { JsonSchema } from '@watchroom/contract/kinds';

const TEMPLATE = /\{\{|\$\(/;
const REFERENCE = /^(secret|configmap|helm|serviceaccount):\/\//;

/** What an entry uses although it is deprecated, each with its path and what the schema says of it. */
export function deprecatedIn(schema: JsonSchema, entry: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    field.deprecated && !isBlank(entry[key]) ? [`${key} is deprecated. ${field.description ?? ''}`] : [],
  );
}

/**
 * What of `schema` an entry uses although it does not work yet, for example "`env` is not supported yet", to which a family
 * adds what follows from it; `null` when nothing.
 */
export function unsupportedIn(schema: JsonSchema, value: unknown, path: readonly string[] = []): string | null {
  if (isBlank(value)) return null;
  const name = `\`${path.join('.')}\``;
  if (schema['x-unsupported'] && path.length > 0) return `${name} is not supported yet`;
  if (typeof value === 'string') {
    if (schema['x-template'] && TEMPLATE.test(value)) return `${name} holds a template, which is not supported yet`;
    const scheme = schema['x-reference'] ? REFERENCE.exec(value)?.[1] : undefined;
    return scheme ? `${name} is a reference (${scheme}://), which is not supported yet` : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    for (const one of childSchemas(schema, key, Array.isArray(value))) {
      const found = unsupportedIn(one, child, [...path, key]);
      if (found !== null) return found;
    }
  }
  return null;
}

function childSchemas(schema: JsonSchema, key: string, inList: boolean): readonly JsonSchema[] {
  const alternatives = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return alternatives.flatMap((one) => {
    const child = inList ? one.items : (ownProperty(one.properties, key) ?? one.additionalProperties);
    return typeof child === 'object' ? [child] : [];
  });
}

function ownProperty(properties: JsonSchema['properties'], key: string): JsonSchema | undefined {
  return properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** As good as absent: an old document may carry `test: {}` or `templateBody: false` without meaning anything by it. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.values(value).every(isBlank);
}
