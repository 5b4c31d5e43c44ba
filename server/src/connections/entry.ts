import type { JsonSchema } from '@watchroom/contract/kinds';
import { type Entry, has, isEntry } from '../platform/kinds/validate.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { registry } from './kinds/registry.generated.ts';

/** The columns of a row that hold what its type asks for. */
export const COLUMNS = ['url', 'username', 'password', 'certificate', 'insecure_tls', 'properties'] as const;
export type Columns = { readonly [Column in (typeof COLUMNS)[number]]: unknown };

/** Type values are compared without case, and with `_` for a space. */
export function typeIdOf(type: string): string {
  return type.trim().toLowerCase().replaceAll(/\s+/g, '_');
}

export function schemaOf(type: string): JsonSchema | undefined {
  return registry.manifestOf(type)?.schema;
}

/** What the columns hold, without what is as good as absent: an empty text, `false`, null. Numbers of properties become texts. */
export function entryOf(columns: Partial<Columns>): Entry {
  const entry: Record<string, unknown> = {};
  for (const column of COLUMNS) {
    const value = column === 'properties' ? textsOf(columns.properties) : columns[column];
    if (has({ value }, 'value')) entry[column] = value;
  }
  return entry;
}

/** The row of an entry. A column that its type does not have is null. */
export function columnsOf(type: string, entry: Entry): Columns {
  const of = (column: string) => entry[column] ?? null;
  return {
    url: of('url'),
    username: of('username'),
    password: of('password'),
    certificate: of('certificate'),
    insecure_tls: entry['insecure_tls'] ?? (schemaOf(type)?.properties?.['insecure_tls'] ? false : null),
    properties: of('properties'),
  };
}

function textsOf(properties: unknown): unknown {
  if (!isEntry(properties)) return properties;
  const texts = Object.entries(properties).flatMap(([key, value]) => {
    if (value === null || value === undefined || value === '') return [];
    return [[key, typeof value === 'number' || typeof value === 'boolean' ? String(value) : value] as const];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/** A ciphertext opens only in the row that it was made for. */
const purposeOf = (id: string) => `connections.connections ${id}`;

export function sealEntry(secrets: SecretBox, id: string, entry: Entry): string {
  return secrets.seal(JSON.stringify(entry), purposeOf(id));
}

/** What a row holds, in clear; an empty entry for one that was not completed yet. */
export function openEntry(secrets: SecretBox, id: string, sealed: string | null): Entry {
  if (sealed === null) return {};
  const entry: unknown = JSON.parse(secrets.open(sealed, purposeOf(id)));
  return isEntry(entry) ? entry : {};
}
