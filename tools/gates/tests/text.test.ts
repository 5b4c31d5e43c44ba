import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../text.ts';
import { plant } from './fixture.ts';

// Put together here, so that this file does not itself contain what the gate looks for.
const path = (...parts: string[]) => `/${parts.join('/')}`;
const registry = ['registry', 'npmjs', 'org'].join('.');

describe('text', () => {
  it.each([
    path('work', 'main', 'server'),
    path('root', 'checkout'),
    path('home', 'ada', 'watchroom'),
    path('Users', 'ada', 'watchroom'),
    `https://${registry}/zod`,
  ])('refuses %s', async (text) => {
    await using tree = await plant({ 'docs/a.md': `First line\nSee ${text} here\n` });
    const { problems } = await run(tree.root);
    expect(problems).toEqual([expect.stringMatching(/^docs\/a\.md:2: ".*" is true on one machine only\. /)]);
  });

  it('refuses the folder of this very checkout, wherever it is', async () => {
    await using tree = await plant({});
    await writeFile(join(tree.root, 'a.ts'), `export const home = '${tree.root}/a';\n`);
    expect((await run(tree.root)).problems).toEqual([expect.stringContaining('Write a path relative to the project')]);
  });

  it('leaves routes, placeholders and pictures alone', async () => {
    await using tree = await plant({
      'a.md': 'GET https://example.com/work/items, `/home/<you>/watchroom`, server/src/root/a\n',
      'a.png': `\0${path('work', 'main')}`,
    });
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
