import type { ReadDocument } from '../../platform/documents/document-kind.ts';
import { type Entry, isEntry, validateLeniently } from '../../platform/kinds/validate.ts';
import { withLoginApart } from '../complete.ts';
import { COLUMNS, entryOf, schemaOf, typeIdOf } from '../entry.ts';
import { registry } from '../kinds/registry.generated.ts';

/** What a document says of its connection: the type, and the entry as a row has it. */
export interface ReadConnection {
  readonly type: string;
  readonly entry: Entry;
}

const isColumn = (place: string) => COLUMNS.some((column) => column === place);

/** Reads the spec of a `Connection` (response reference 4.2): one key of a type, or the flat form with `type`. */
export const read: ReadDocument<ReadConnection> = (spec) => {
  const keys = Object.keys(spec).filter((key) => registry.idAt(key) !== undefined && isEntry(spec[key]));
  const [key] = keys;
  if (keys.length > 1) return { refused: `holds ${keys.join(' and ')}: one connection has one type` };
  const named = spec['type'];
  const type = (key && registry.idAt(key)) ?? (typeof named === 'string' ? typeIdOf(named) : undefined);
  const kind = type === undefined ? undefined : registry.kindOf(type);
  if (type === undefined || !kind)
    return { refused: `holds no type of connection that this server has (${type ?? Object.keys(spec).join(', ')})` };
  const fields = key === undefined ? spec : spec[key];
  const columns: Record<string, unknown> = {};
  const properties: Record<string, unknown> = isEntry(spec['properties']) ? { ...spec['properties'] } : {};
  for (const [field, value] of Object.entries(isEntry(fields) ? fields : {})) {
    if (field === 'properties' || field === 'type') continue;
    const place = kind.document?.[field] ?? (field === 'insecureTLS' ? 'insecure_tls' : field);
    if (isColumn(place)) columns[place] = plainValue(value);
    else properties[place.replace(/^properties\./, '')] = plainValue(value);
  }
  const hasUrl = schemaOf(type)?.properties?.['url'] !== undefined;
  const url = hasUrl && kind.url !== undefined ? { url: kind.url } : {};
  const entry = withLoginApart(type, { ...url, ...entryOf({ ...columns, properties }) });
  const validated = validateLeniently(kind, entry);
  const [wrong] = validated.ok ? [] : Object.entries(validated.errors);
  return wrong ? { refused: `is no valid connection of the type ${type}: ${wrong[0]}: ${wrong[1]}` } : { type, entry };
};

/** An `EnvVar` as the text that a column holds: the value, or the reference to where it is kept. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String).join(',');
  if (!isEntry(value)) return value;
  const { value: fixed, valueFrom } = value;
  if (!isEntry(valueFrom)) return fixed;
  const { secretKeyRef, configMapKeyRef, helmRef, serviceAccount } = valueFrom;
  if (isEntry(secretKeyRef)) return reference('secret', secretKeyRef);
  if (isEntry(configMapKeyRef)) return reference('configmap', configMapKeyRef);
  if (isEntry(helmRef)) return reference('helm', helmRef);
  return typeof serviceAccount === 'string' ? `serviceaccount://${serviceAccount}` : fixed;
}

function reference(scheme: string, { name, key }: Entry): string {
  return `${scheme}://${String(name)}/${String(key)}`;
}
