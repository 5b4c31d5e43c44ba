import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { MOST_BYTES } from './parse.ts';

const DOCUMENT = /\.(ya?ml|json)$/i;
/** Beyond this a folder is something else than documents, for example a checkout with its dependencies. */
const MOST_FILES = 20_000;

export interface FoundFiles {
  /** Paths inside the folder, with `/`, sorted. */
  readonly paths: readonly string[];
  /** Folders inside it, with `/` behind, that could not be read; '' when files were left out for their number. */
  readonly unread: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Finds the documents of a folder. Links to files inside it are followed, since a mounted ConfigMap consists of them; links
 * out of the folder and links to folders are not: they leak files and run in circles. @throws when the folder itself cannot be read.
 */
export async function listDocuments(folder: string): Promise<FoundFiles> {
  const root = await realpath(folder);
  const paths: string[] = [];
  const unread: string[] = [];
  const errors: string[] = [];
  async function walk(inside: string): Promise<void> {
    const entries = await readdir(join(root, inside), { withFileTypes: true });
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = inside + entry.name;
      if (entry.isDirectory()) {
        await walk(`${path}/`).catch((error: unknown) => {
          unread.push(`${path}/`);
          errors.push(`${path}: ${messageOf(error)}`);
        });
      } else if (
        DOCUMENT.test(entry.name) &&
        (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFileInside(root, path))))
      )
        paths.push(path);
    }
  }
  await walk('');
  paths.sort();
  if (paths.length > MOST_FILES) {
    unread.push('');
    errors.push(`the folder holds ${paths.length} documents; those after the first ${MOST_FILES} are not read`);
  }
  return { paths: paths.slice(0, MOST_FILES), unread, errors };
}

async function leadsToFileInside(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    // A link to nothing or in a circle is no document.
    return false;
  }
}

/** What changes whenever somebody writes the file. */
export async function fingerprintOf(folder: string, path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(join(folder, path), { bigint: true });
  return `${ino}.${size}.${mtimeNs}.${ctimeNs}`;
}

/** @throws Error with a sentence when the file is too large, cannot be read or is no UTF-8. */
export async function readDocument(folder: string, path: string): Promise<string> {
  const { size } = await stat(join(folder, path));
  if (size > MOST_BYTES) throw new Error(`is larger than ${MOST_BYTES / 1024 / 1024} MiB: split it into smaller files`);
  const bytes = await readFile(join(folder, path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not UTF-8: save it in that encoding');
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
