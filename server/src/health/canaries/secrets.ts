import type { JsonSchema } from '@watchroom/contract/kinds';
import type { EntriesAt } from '../../platform/secrets/map-secrets.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import {
  hideEntrySecrets,
  hideSpecSecrets,
  restoreSpecSecrets,
  secretsOfEntry,
} from '../../platform/secrets/spec-secrets.ts';
import { documentKeys } from '../kinds/family.ts';
import { kinds, registry } from '../kinds/registry.generated.ts';

const entriesByKey = new Map<string, EntriesAt>([
  ...documentKeys.map(({ key, type }) => [key, { schema: schemaOf(type) }] as const),
  ...Object.entries(kinds).map(([id, kind]) => [kind.documentKey, { schema: schemaOf(id) }] as const),
]);

const entriesOf = (key: string) => entriesByKey.get(key);

/** The schema of a kind; undefined for one that this server does not have: the names of its fields tell the secrets. */
export function schemaOf(type: string): JsonSchema | undefined {
  return registry.manifestOf(type)?.schema;
}

/** An entry of a kind as people see it. */
export function withoutSecrets(type: string, entry: Entry): Entry {
  return hideEntrySecrets(schemaOf(type), entry);
}

/** Everything that is hidden in an entry of a kind. */
export function secretsOf(type: string, entry: Entry): ReadonlySet<string> {
  return secretsOfEntry(schemaOf(type), entry);
}

/** A canary's spec as people see it. */
export function specWithoutSecrets(spec: Entry): Entry {
  return hideSpecSecrets(spec, entriesOf);
}

/** {@link restoreSpecSecrets} for the spec of a canary. */
export function restoreSecrets(spec: Entry, stored: Entry): Entry {
  return restoreSpecSecrets(spec, stored, entriesOf);
}
