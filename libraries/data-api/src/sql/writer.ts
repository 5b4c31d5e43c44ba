/** Collects bound values while a statement is put together. Texts of a request only ever go through {@link SqlWriter.bind}. */
export interface SqlWriter {
  readonly values: (string | null)[];
  /** @returns the placeholder, for example `$3`. */
  bind(value: string | number | boolean | null): string;
  /** A new table alias that collides with no other: `t1`, `t2`, … */
  alias(): string;
}

export function sqlWriter(): SqlWriter {
  const values: (string | null)[] = [];
  let aliases = 0;
  return {
    values,
    bind: (value) => `$${values.push(value === null ? null : String(value))}`,
    alias: () => `t${(aliases += 1)}`,
  };
}

/** For names from the catalogs, which are trusted. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For texts from the catalogs, which are trusted; texts of a request are bound. */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
