import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a page loads at once: its own file, and all that it imports. */
export interface LoadedFile {
  /** Relative to the built console. */
  readonly file: string;
  /** As it travels, with the headers of its answer. */
  readonly bytes: number;
}

export interface BuiltConsole {
  /** What opening this entry loads; an entry is a file as the sources name it, or the name of a part that several share. */
  filesOf(entry: string): Promise<readonly LoadedFile[]>;
  /** Entries that the files of this one load later, on demand. */
  laterFrom(entry: string): readonly string[];
}

interface Part {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/**
 * Reads what the build wrote down about itself.
 * @param folder of the built console
 * @param headers bytes that the headers of each answer take
 */
export async function readBuiltConsole(folder: string, headers: number): Promise<BuiltConsole> {
  const parts = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Part>;
  // A part that belongs to no source alone is noted by its file, whose name changes with its content.
  const nameOf = (key: string) => parts[key]?.src ?? parts[key]?.name ?? key;
  const keys = new Map(Object.keys(parts).map((key) => [nameOf(key), key]));

  const closureOf = (entry: string) => {
    const closure = new Map<string, Part>();
    const add = (key: string) => {
      const part = parts[key];
      if (closure.has(key)) return;
      if (!part) throw new Error(`The built console has no part ${key}. Correct the sizes.json that names it.`);
      closure.set(key, part);
      for (const each of part.imports ?? []) add(each);
    };
    add(keys.get(entry) ?? entry);
    return [...closure.values()];
  };

  const measure = async (file: string): Promise<LoadedFile> => {
    const path = join(folder, file);
    const { size } = await stat(existsSync(`${path}.br`) ? `${path}.br` : path);
    return { file, bytes: size + headers };
  };

  return {
    async filesOf(entry) {
      const plain = entry.endsWith('.html') ? await plainScriptsOf(join(folder, entry)) : [];
      return Promise.all([...plain, ...closureOf(entry).map(({ file }) => file)].map(measure));
    },
    laterFrom: (entry) => [
      ...new Set(
        closureOf(entry)
          .flatMap((part) => part.dynamicImports ?? [])
          .map(nameOf),
      ),
    ],
  };
}

/** Scripts that the build hands through as they are. */
async function plainScriptsOf(page: string): Promise<string[]> {
  const html = await readFile(page, 'utf8');
  return Array.from(html.matchAll(/<script src="\/([^"]+)"/g), ([, file = '']) => file);
}
