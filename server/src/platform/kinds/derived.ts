import type { KindDeclaration } from './define.ts';
import { type Family, kindRegistry } from './family.ts';
import { kindPage } from './page.ts';
import { familySchema } from './schema.ts';

interface DerivedFile {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly content: string;
}

/** Every file that follows from a family and its kinds, except the registry. */
export function derivedFiles(
  room: string,
  family: Family<KindDeclaration<unknown>>,
  kinds: Readonly<Record<string, KindDeclaration<unknown>>>,
): readonly DerivedFile[] {
  const { ids, manifestOf } = kindRegistry(family, kinds);
  const manifests = ids.flatMap((id) => manifestOf(id) ?? []);
  return [
    {
      path: `contract/src/${room}/${family.schema.name}.schema.generated.json`,
      content: json(familySchema(family, manifests)),
    },
    ...manifests.map((manifest) => ({
      path: `docs/${room}/kinds/${manifest.id}.md`,
      content: kindPage(family, manifest),
    })),
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
