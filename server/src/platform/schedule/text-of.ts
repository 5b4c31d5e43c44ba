/** What a document holds where a schedule belongs, as a text to read or to show. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
