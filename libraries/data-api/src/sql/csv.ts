import { quoteLiteral } from './writer.ts';

/** How a cell is written: as it is, or so that no spreadsheet takes a text for a formula. */
export type CsvCells = 'exact' | 'inert';

/** The empty place before what a spreadsheet takes for a formula (OWASP, CSV injection). Means the same in SQL. */
const BEFORE_FORMULA =
  /^(?=[-=+@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])(?![-+]?(?:[0-9]+(?:[.][0-9]*)?(?:[eE][-+]?[0-9]+)?|Infinity)$)/;

/** One record of CSV (RFC 4180) as SQL: null is nothing, the empty text is quoted. */
export function renderCsvRecord(values: readonly string[], cells: CsvCells): string {
  return values.length === 0 ? `''` : values.map((value) => renderCsvField(value, cells)).join(` || ',' || `);
}

/** `concat` writes a value as the server does when it is sent. */
function renderCsvField(value: string, cells: CsvCells): string {
  const exact = `concat(${value})`;
  const text = cells === 'exact' ? exact : `regexp_replace(${exact}, ${quoteLiteral(BEFORE_FORMULA.source)}, '''')`;
  const quoted = `'"' || replace(${text}, '"', '""') || '"'`;
  return `case when ${value} is null then '' when ${text} = '' or ${text} ~ E'[",\\r\\n]' then ${quoted} else ${text} end`;
}

export function csvLine(fields: readonly string[], cells: CsvCells): string {
  const shown = cells === 'exact' ? fields : fields.map((field) => field.replace(BEFORE_FORMULA, "'"));
  return shown.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
