import { type ExportFormat, type ExportPart, MEDIA_TYPES } from './export-parts.ts';

type Parts = AsyncIterable<ExportPart>;

/**
 * Writes parts straight to a file that the person picks, so that only one of them is ever in memory. A failure leaves
 * no half file: what is written takes the place of the file when it is whole.
 * @returns false when the person picked no file.
 */
export async function saveToPicked(parts: () => Parts, name: string, format: ExportFormat): Promise<boolean> {
  const file = await pickFile(name, format);
  if (!file) return false;
  const wasEmpty = (await file.getFile()).size === 0;
  const writer = await file.createWritable();
  try {
    for await (const { text } of parts()) await writer.write(text);
    await writer.close();
  } catch (error) {
    await writer.abort();
    // The picker made an empty file; one that was there before keeps its content.
    if (wasEmpty && isRemovable(file)) await file.remove();
    throw error;
  }
  return true;
}

/** Gathers the parts, which the browser may keep on disk, and hands them over as a download once they are whole. */
export async function saveAsDownload(parts: () => Parts, name: string, format: ExportFormat): Promise<void> {
  const pieces: Blob[] = [];
  for await (const { text } of parts()) pieces.push(new Blob([text]));
  const address = URL.createObjectURL(new Blob(pieces, { type: `${MEDIA_TYPES[format]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Whether this browser can write to a file. */
export function canPickFile(): boolean {
  return isPicking(window);
}

interface Picking {
  readonly showSaveFilePicker: (options: object) => Promise<FileSystemFileHandle>;
}

function isPicking(given: object): given is Picking {
  return 'showSaveFilePicker' in given && typeof given.showSaveFilePicker === 'function';
}

async function pickFile(name: string, format: ExportFormat): Promise<FileSystemFileHandle | undefined> {
  if (!isPicking(window)) return undefined;
  try {
    const types = [{ accept: { [MEDIA_TYPES[format]]: [`.${format}`] } }];
    return await window.showSaveFilePicker({ suggestedName: name, types });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

function isRemovable(file: object): file is { readonly remove: () => Promise<void> } {
  return 'remove' in file && typeof file.remove === 'function';
}
