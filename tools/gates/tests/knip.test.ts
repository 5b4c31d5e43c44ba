import { describe, expect, it } from 'vitest';
import { run as runDeadCode } from '../dead-code.ts';
import { run as runDependencies } from '../dependencies.ts';
import { plant } from './fixture.ts';

const settings = (entry: string) =>
  JSON.stringify({ treatConfigHintsAsErrors: true, entry: [entry], project: ['src/**/*.ts'] });
const manifest = (dependencies: Readonly<Record<string, string>>) =>
  JSON.stringify({ name: 'house', type: 'module', dependencies });

describe('dead-code', () => {
  it('names a file and an export that nobody imports', async () => {
    await using tree = await plant({
      'package.json': manifest({}),
      'knip.json': settings('src/main.ts'),
      'src/main.ts': "import { used } from './part.ts';\nconsole.log(used);\n",
      'src/part.ts': 'export const used = 1;\nexport const unused = 2;\n',
      'src/lonely.ts': 'export const lonely = 1;\n',
    });
    expect((await runDeadCode(tree.root)).problems).toEqual([
      expect.stringContaining('src/lonely.ts: nothing imports this file. Delete it'),
      expect.stringContaining('src/part.ts:2: nobody imports unused. Delete it'),
    ]);
  });

  it('takes a setting that no longer fits the tree for a failure', async () => {
    await using tree = await plant({
      'package.json': manifest({}),
      'knip.json': settings('src/{main,gone}.ts').replace('src/{main,gone}.ts', 'src/main.ts","src/gone.ts'),
      'src/main.ts': 'console.log(1);\n',
    });
    const { ok, problems } = await runDeadCode(tree.root);
    expect(ok).toBe(false);
    expect(problems).toEqual([expect.stringMatching(/^knip\.json: .*src\/gone\.ts/)]);
  });
});

describe('dependencies', () => {
  it('names a package that is listed in vain and one that is not listed', async () => {
    await using tree = await plant({
      'package.json': manifest({ idle: '1.0.0' }),
      'knip.json': settings('src/main.ts'),
      'src/main.ts': "import { x } from 'stranger';\nconsole.log(x);\n",
    });
    expect((await runDependencies(tree.root)).problems.toSorted()).toEqual([
      expect.stringContaining('idle is listed and not imported. Remove it'),
      expect.stringContaining('src/main.ts:1: stranger is imported but not listed'),
    ]);
  });
});
