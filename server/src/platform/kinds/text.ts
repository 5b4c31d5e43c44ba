/** Characters of a body that a result keeps. A page of results with more would not fit a response. */
export const KEPT_CHARACTERS = 65_536;
const MAX_DEPTH = 64;

/**
 * What a result keeps of a text that a target sent, as PostgreSQL can store it: a NUL byte becomes the six characters `\u0000`, half a surrogate pair
 * becomes the replacement character, and everything beyond `limit` characters is cut off.
 */
export function keptText(text: string, limit: number = KEPT_CHARACTERS): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  return cut.toWellFormed().replaceAll('\0', '\\u0000');
}

/**
 * What a result keeps of a parsed JSON value: the value with every text as {@link keptText} leaves it.
 * @returns `undefined` when the value nests deeper than 64 levels: to serialise it could exhaust the stack.
 */
export function keptJson(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return keptText(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => keptJson(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [keptText(key), keptJson(item, depth + 1)] as const);
  return entries.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(entries);
}
