import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KindDeclaration } from './define.ts';
import { derivedFiles } from './derived.ts';
import type { KindRegistry } from './family.ts';
import { faultsOf } from './testing/faults.ts';

/** The generic suite: it finds every family by its registry, so that no room has to copy it. */
interface RegistryFile {
  readonly kinds: Readonly<Record<string, KindDeclaration<unknown>>>;
  readonly registry: KindRegistry<KindDeclaration<unknown>>;
}

const root = join(import.meta.dirname, '../../../..');
const found: { readonly room: string; readonly file: RegistryFile }[] = [];
for (const room of await readdir(join(root, 'server/src'))) {
  const path = join(root, 'server/src', room, 'kinds/registry.generated.ts');
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) found.push({ room, file: (await import(path)) as RegistryFile });
}

it('finds a family', () => expect(found).not.toEqual([]));

describe.each(found)('the kinds of $room', ({ room, file: { kinds, registry } }) => {
  it.each(registry.ids)('%s is sound', (id) => {
    expect(faultsOf(registry, id)).toEqual([]);
  });

  it.each(derivedFiles(room, registry.family, kinds))('are as $path says', async ({ path, content }) => {
    expect(await readFile(join(root, path), 'utf8')).toBe(content);
  });
});
