import type { Property } from '@watchroom/contract/features';

/** A stored property, with who made it. */
export interface StoredFlag {
  readonly name: string;
  readonly value: string;
  readonly description: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly author: { readonly name: string } | null;
}

/** A row of the page. */
export interface Flag {
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly source: Property['source'];
  /** Null for a local one, and when the server made it. */
  readonly createdBy: string | null;
  /** Null for a local one. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** Stored and local flags as they hold: a local one hides the stored one of its name. */
export function joinFlags(stored: readonly StoredFlag[], listed: readonly Property[]): readonly Flag[] {
  const local = listed.filter(({ source }) => source === 'local');
  const hidden = new Set(local.map(({ name }) => name));
  return [
    ...local.map(
      ({ name, value, description, source }): Flag => ({
        name,
        value,
        description,
        source,
        createdBy: null,
        createdAt: null,
        updatedAt: null,
      }),
    ),
    ...stored
      .filter(({ name }) => !hidden.has(name))
      .map(
        (row): Flag => ({
          name: row.name,
          value: row.value,
          description: row.description ?? '',
          source: 'db',
          createdBy: row.author?.name ?? null,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        }),
      ),
  ];
}
