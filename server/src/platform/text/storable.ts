/** A text as PostgreSQL can hold it: no NUL, no half of a surrogate pair. Targets and documents send both. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\\0').toWellFormed();
}

/** Any value as JSON that `jsonb` takes, with every text and key made storable. @throws TypeError on a cycle or a bigint. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return storableText(inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const keys = Object.keys(inner);
    if (keys.every((key) => storableText(key) === key)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, held]) => [storableText(key), held]));
  });
}
