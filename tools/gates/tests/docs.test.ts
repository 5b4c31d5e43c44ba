import { describe, expect, it } from 'vitest';
import { run } from '../docs.ts';
import { plant } from './fixture.ts';

const house = {
  'server/src/main/main.ts': '',
  'docs/health/README.md': '# Health checks\n\n## Who `runs` them?\n\n## Twice\n\n## Twice\n',
};

/** A line of a page at the root that is wrong, and a part of what the gate says about it. */
const refused: readonly (readonly [line: string, says: string])[] = [
  ['See [the guide](docs/health/GUIDE.md).', 'the link docs/health/GUIDE.md leads to no file'],
  ['![The page](docs/page.png)', 'the link docs/page.png leads to no file'],
  ['[guide]: docs/nowhere.md', 'the link docs/nowhere.md leads to no file'],
  ['See [who](docs/health/README.md#who-starts-them).', 'leads to no heading of docs/health/README.md'],
  ['See [below](#further-down).', 'leads to no heading of this page'],
  ['See [the guide](/docs/health/README.md).', 'is absolute. Write it relative'],
  ['It starts in `server/src/main/start.ts`.', '`server/src/main/start.ts` names a path that does not exist'],
  ['Rooms lie in `server/rooms/`.', '`server/rooms/` names a path that does not exist'],
];

describe('docs', () => {
  it.each(refused)('refuses "%s"', async (line, says) => {
    await using tree = await plant({ ...house, 'README.md': `# House\n\n${line}\n` });
    const { problems } = await run(tree.root);
    expect(problems).toEqual([expect.stringContaining(says)]);
    expect(problems[0]).toMatch(/^README\.md:3: /);
  });

  it('is content with living links, anchors, paths, placeholders and examples', async () => {
    const page = [
      '# House',
      '[a](docs/health/README.md) [b](docs/health/README.md#who-runs-them) [c](docs/health/README.md#twice-1) [d](#house)',
      '[e](https://example.com/nowhere) [f](mailto:someone@example.com) `[g](not/a/link.md)`',
      '`server/src/main/main.ts` `server/src/` `server/src/<room>/kinds/<kind>.ts` `contract/*` `/api/v1/checks` `npm start`',
      '```\n[h](nowhere.md) `server/nowhere.ts`\n```',
    ].join('\n\n');
    await using tree = await plant({ ...house, 'README.md': page });
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
