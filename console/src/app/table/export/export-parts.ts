import { fetchPart } from '../table-query.ts';

export type ExportFormat = 'csv' | 'json';

/** A piece of the file, and how far it brings it. */
export interface ExportPart {
  readonly text: string;
  /** Rows so far, this part included. */
  readonly read: number;
  /** Rows in all, as they were when this part was read. */
  readonly total: number;
}

/** Rows of a part: most exports are one, and so one moment; a larger one stays under the limits of an answer. */
export const PART = 10_000;
export const MEDIA_TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/**
 * Reads everything at addresses of the data API, part by part, as the pieces of one file.
 * @param total rows of all the addresses, where they are several.
 * @throws ApiError
 */
export async function* exportParts(
  addresses: readonly string[],
  format: ExportFormat,
  signal: AbortSignal,
  total?: number,
): AsyncGenerator<ExportPart> {
  const join = joiner(format);
  let before = 0;
  let last = { read: 0, total: total ?? 0 };
  for (const address of addresses) {
    let size = 1;
    for (let first = 0; first < size; first += PART) {
      // Parts are read one after the other: the size of each says whether there is another.
      const answer = await fetchPart(address, { first, size: PART, accept: MEDIA_TYPES[format] }, signal);
      size = answer.total;
      last = { read: before + Math.min(first + PART, size), total: total ?? size };
      yield { text: join.part(answer.text), ...last };
    }
    before += size;
  }
  yield { text: join.end(), ...last };
}

/** Makes one file of answers. */
function joiner(format: ExportFormat) {
  let isFirst = true;
  const csv = (text: string) => {
    // Only the first part keeps the names of the columns; each ends its last line.
    const lines = isFirst ? text : text.slice(text.indexOf('\n') + 1);
    if (lines !== '') isFirst = false;
    return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
  };
  const json = (text: string) => {
    const rows = text.trim().replace(/^\[/, '').replace(/\]$/, '');
    if (rows === '') return '';
    const lead = isFirst ? '[' : ',\n';
    isFirst = false;
    return lead + rows;
  };
  return format === 'csv' ? { part: csv, end: () => '' } : { part: json, end: () => (isFirst ? '[]\n' : ']\n') };
}
