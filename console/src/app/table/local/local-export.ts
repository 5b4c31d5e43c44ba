import type { ExportFormat, ExportPart } from '../export/export-parts.ts';
import type { ListColumn, ListShape } from '../table-shape.ts';
import { localValue } from './local-rows.ts';

interface Shape<Row> extends ListShape {
  readonly columns: readonly ListColumn<Row>[];
}

/** Local rows as one file: a column of the list is a column of it. */
export async function* localParts<Row extends object>(
  list: Shape<Row>,
  rows: readonly Row[],
  format: ExportFormat,
): AsyncGenerator<ExportPart> {
  const ids = list.columns.map(({ id }) => id);
  const records = rows.map((row) => ids.map((id) => [id, localValue(list, row, id) ?? null] as const));
  const text =
    format === 'json'
      ? `${JSON.stringify(records.map((record) => Object.fromEntries(record)))}\n`
      : [ids, ...records.map((record) => record.map(([, value]) => String(value ?? '')))].map(csvLine).join('');
  yield { text, read: rows.length, total: rows.length };
}

/** The empty place before what a spreadsheet takes for a formula (OWASP, CSV injection), as in CSV answers of the data API. */
const BEFORE_FORMULA =
  /^(?=[-=+@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])(?![-+]?(?:[0-9]+(?:[.][0-9]*)?(?:[eE][-+]?[0-9]+)?|Infinity)$)/;

function csvLine(cells: readonly string[]): string {
  const quoted = cells
    .map((cell) => cell.replace(BEFORE_FORMULA, "'"))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\n`;
}
