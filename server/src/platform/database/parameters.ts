/** Gathers bound values while a statement is put together, so that text of users never becomes SQL. */
export interface Parameters {
  readonly values: unknown[];
  /** @returns the placeholder, for example `$3`. */
  add(value: unknown): string;
}

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** A text as a pattern of LIKE that matches it literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
