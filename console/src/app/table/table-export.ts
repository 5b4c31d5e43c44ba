import { fetchPart } from './table-query.ts';

export type ExportFormat = 'csv' | 'json';

/** Most exports are one part, and so one moment; a larger one stays under the limits of an answer. */
const PART = 10_000;
const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/**
 * Reads everything at an address of the data API, part by part, as one file.
 * @param onProgress told the rows read and the rows in all after each part.
 * @throws ApiError
 */
export async function readExport(
  address: string,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress?: (read: number, total: number) => void,
): Promise<Blob> {
  const parts: string[] = [];
  let read = 0;
  let total = 1;
  while (read < total) {
    const part = { first: read, size: PART, accept: TYPES[format] };
    const answer = await fetchPart(address, part, signal);
    total = answer.total;
    parts.push(format === 'csv' ? csvPart(answer.text, read === 0) : jsonPart(answer.text));
    read += PART;
    onProgress?.(Math.min(read, total), total);
  }
  const filled = parts.filter((part) => part !== '');
  const pieces = format === 'csv' ? filled : ['[', filled.join(',\n'), ']\n'];
  return new Blob(pieces, { type: `${TYPES[format]};charset=utf-8` });
}

/** Only the first part keeps the names of the columns; each ends its last line. */
function csvPart(text: string, isFirst: boolean): string {
  const lines = isFirst ? text : text.slice(text.indexOf('\n') + 1);
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function jsonPart(text: string): string {
  return text.trim().replace(/^\[/, '').replace(/\]$/, '');
}

/** Hands a file to the browser, which asks or saves it. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}
