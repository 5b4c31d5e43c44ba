/** Rows that are selected, by key, in the order in which they were. */
export interface Picked<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  /** Key of the row that was turned last; a range begins there. */
  readonly last: string | undefined;
}

/** Turns a row; a range gives all rows between it and the last turned one its new state. */
export function pickRange<Row>(
  picked: Picked<Row>,
  page: readonly Row[],
  at: number,
  isRange: boolean,
  keyOf: (row: Row) => string,
): Picked<Row> {
  const row = page[at];
  if (row === undefined) return picked;
  const key = keyOf(row);
  const from = isRange ? page.findIndex((each) => keyOf(each) === picked.last) : -1;
  const turned = from < 0 ? [row] : page.slice(Math.min(from, at), Math.max(from, at) + 1);
  return { rows: withRows(picked.rows, turned, !picked.rows.has(key), keyOf), last: key };
}

/** Takes all rows of the page, or gives them back when all are taken. Rows of other pages stay as they are. */
export function togglePage<Row>(picked: Picked<Row>, page: readonly Row[], keyOf: (row: Row) => string): Picked<Row> {
  const isWanted = page.some((row) => !picked.rows.has(keyOf(row)));
  return { rows: withRows(picked.rows, page, isWanted, keyOf), last: undefined };
}

function withRows<Row>(
  before: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  isWanted: boolean,
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const after = new Map(before);
  for (const row of rows) {
    if (isWanted) after.set(keyOf(row), row);
    else after.delete(keyOf(row));
  }
  return after;
}
