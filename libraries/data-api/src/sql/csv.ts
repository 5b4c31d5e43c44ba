/** One record of CSV (RFC 4180) as SQL: null is nothing, the empty text is quoted. */
export function renderCsvRecord(values: readonly string[]): string {
  return values.length === 0 ? `''` : values.map(renderCsvField).join(` || ',' || `);
}

/** `concat` writes a value as the server does when it is sent. */
function renderCsvField(value: string): string {
  const text = `concat(${value})`;
  const quoted = `'"' || replace(${text}, '"', '""') || '"'`;
  return `case when ${value} is null then '' when ${text} = '' or ${text} ~ E'[",\\r\\n]' then ${quoted} else ${text} end`;
}

export function csvLine(fields: readonly string[]): string {
  return fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
