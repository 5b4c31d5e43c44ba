import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { functionWords } from './generate/function-words.ts';
import { functionReference } from './generate/functions.ts';
import { generatedFiles } from './generate/kinds.ts';
import { writeOut } from './generate/output.ts';
import { roomLists } from './generate/rooms.ts';

/**
 * Derives everything that follows from the rooms, the kind files, the functions of expressions and the schema of the database. `--check` writes nothing and
 * fails when a file is stale (a test compares those of the schema, on the database that the tests have anyway);
 * `--lists` leaves the files of the schema as they are and needs no database; `--root` works on another tree.
 */
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    lists: { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const root = resolve(values.root);
const ownRoot = join(import.meta.dirname, '..');

try {
  const rooms = await roomLists(root);
  const kinds = await generatedFiles(root);
  const before = new Map<string, string | undefined>();
  for (const { path } of [...rooms, ...kinds]) before.set(path, await contentOf(path));
  // First, since the program that makes the schema imports them.
  if (!values.check) for (const file of [...rooms, ...kinds]) await writeOut(root, file);
  const schema = !values.check && !values.lists && root === ownRoot ? await makeSchemaFiles() : [];
  const files = [...rooms, ...kinds, ...(root === ownRoot ? [functionReference(), functionWords()] : []), ...schema];
  const stale: string[] = [];
  for (const file of files) {
    const current = before.has(file.path) ? before.get(file.path) : await contentOf(file.path);
    if (current !== file.content) stale.push(file.path);
  }
  if (values.check && stale.length > 0) {
    console.error(
      `Generated files are out of date:\n${stale.map((path) => `  ${path}`).join('\n')}\nRun: npm run generate`,
    );
    process.exitCode = 1;
  } else {
    for (const file of files) await writeOut(root, file);
    // A new room has row types only now.
    for (const file of await roomLists(root)) await writeOut(root, file);
    console.log(
      stale.length === 0 || values.check
        ? 'Generated files are up to date.'
        : `Generated:\n${stale.map((path) => `  ${path}`).join('\n')}`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function contentOf(path: string): Promise<string | undefined> {
  return readFile(join(root, path), 'utf8').catch(() => undefined);
}

async function makeSchemaFiles() {
  return (await import('../server/testkit/schema-files.ts')).makeSchemaFiles();
}
