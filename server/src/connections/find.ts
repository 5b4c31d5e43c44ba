import type { TimedDatabase } from '../platform/database/database.ts';
import { type Connections, UnusableConnection } from '../platform/references/connection.ts';
import { connectionAt, isId, partsOf } from '../platform/references/connection-reference.ts';
import type { Entry } from '../platform/kinds/validate.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { openEntry, typeIdOf } from './entry.ts';
import { hydrate } from './hydrate.ts';
import { readStored, type StoredRow } from './stored.ts';

type Place = readonly [where: string, values: readonly string[]];

const BY_NAME = 'namespace = $1 and name = $2';
const BY_TYPE = `${BY_NAME} and type = $3`;

/** Finds what is stored, at every call anew. */
export function findConnections(database: TimedDatabase, secrets: SecretBox): Connections {
  return {
    async find(reference, namespace) {
      const address = connectionAt(reference);
      if (address) return address;
      for (const [where, values] of placesOf(reference, namespace)) {
        const row = await readStored(database, where, values);
        if (row) return hydrate({ ...row, entry: opened(secrets, row) });
      }
      throw new UnusableConnection(`There is no connection ${shown(reference, namespace)}, or it was deleted`);
    },
  };
}

/** Where a reference may lead, in order; the forms with a type are of old documents. */
function placesOf(reference: string, own: string): readonly Place[] {
  const parts = partsOf(reference);
  if (!parts) return isId(reference) ? [['id = $1', [reference]]] : [];
  const [first = '', second, third] = parts;
  if (second === undefined) return [[BY_NAME, [own, first]]];
  if (third !== undefined) return [[BY_TYPE, [second, third, typeIdOf(first)]]];
  return [
    [BY_NAME, [first, second]],
    [BY_TYPE, [own, second, typeIdOf(first)]],
  ];
}

function shown(reference: string, namespace: string): string {
  return partsOf(reference)?.length === 1 ? `${reference} in the namespace ${namespace}` : reference;
}

function opened(secrets: SecretBox, { id, name, namespace, sealed }: StoredRow): Entry {
  try {
    return openEntry(secrets, id, sealed);
  } catch (cause) {
    throw new UnusableConnection(
      `The connection ${namespace}/${name} cannot be decrypted with the key of this server`,
      {
        cause,
      },
    );
  }
}
