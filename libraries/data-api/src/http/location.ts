/**
 * Where an inserted row is found.
 *
 * @param path Of the relation.
 * @param key JSON object of its primary key, as the database wrote it.
 */
export function locationOf(path: string, key: string): string {
  const columns: [string, string | null][] = [];
  JSON.parse(key, (name: string, value: unknown, context?: { readonly source?: string }) => {
    // A number is taken as it was written, since it can be larger than ours.
    if (name !== '')
      columns.push([name, typeof value === 'number' ? (context?.source ?? String(value)) : textOf(value)]);
    return value;
  });
  const filters = columns.map(([name, value]) => {
    const filter = value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`;
    return `${encodeURIComponent(asParameter(name))}=${filter}`;
  });
  return `${path}?${filters.join('&')}`;
}

const RESERVED: readonly string[] = ['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or'];

/** A column's name as a filter names it: in quotes where it would mean something else. */
function asParameter(name: string): string {
  const isPlain = /^[\p{L}\p{N}_$]+( +[\p{L}\p{N}_$]+)*$/u.test(name) && !RESERVED.includes(name);
  return isPlain ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
