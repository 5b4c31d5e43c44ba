import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that follows from others; `content` undefined means that it must not exist. */
export interface GeneratedFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly content: string | undefined;
}

export async function writeOut(root: string, file: GeneratedFile): Promise<void> {
  const path = join(root, file.path);
  if (file.content === undefined) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.content);
}
