import { type ExportFormat, type ExportPart, PART } from './export-parts.ts';
import { canPickFile, saveAsDownload, saveToPicked } from './save-file.ts';

export interface ExportJob {
  /** Of the file, with its ending. */
  readonly name: string;
  readonly format: ExportFormat;
  /** Rows, as far as they are known. */
  readonly size: number;
  readonly parts: (signal: AbortSignal) => AsyncIterable<ExportPart>;
}

/** How an export ended; all but `saved` and `changed` left no file. */
export type ExportEnd = 'saved' | 'changed' | 'abandoned';

/**
 * Reads all parts into a file. What is more than one part goes straight to the disk where the browser can.
 * @param onPart told after each part how far it came.
 * @returns `changed` when rows came or went meanwhile, and so one may stand twice or be left out.
 */
export async function runExport(
  job: ExportJob,
  signal: AbortSignal,
  onPart: (part: ExportPart) => void,
): Promise<ExportEnd> {
  let first: ExportPart | undefined;
  let last: ExportPart | undefined;
  const parts = async function* watched() {
    for await (const part of job.parts(signal)) {
      signal.throwIfAborted();
      first ??= part;
      last = part;
      onPart(part);
      yield part;
    }
  };
  if (job.size > PART && canPickFile()) {
    if (!(await saveToPicked(parts, job.name, job.format))) return 'abandoned';
  } else await saveAsDownload(parts, job.name, job.format);
  return first?.total === last?.total ? 'saved' : 'changed';
}
