import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plant } from '../../gates/tests/fixture.ts';
import { runProgram } from '../../gates/support/program.ts';
import { changedTests } from '../changed.ts';

const IMPORTS =
  "import { one } from './one.ts';\nimport { expect, it } from 'vitest';\nit('is one', () => expect(one).toBe(1));\n";
const FILES = {
  'package.json': '{"type":"module"}',
  '.gitignore': 'node_modules',
  'contract/src/one.ts': 'export const one = 1;\n',
  'contract/src/one.test.ts': IMPORTS,
  'contract/src/two.test.ts': IMPORTS.replaceAll('one', 'two'),
  'contract/src/two.ts': 'export const two = 1;\n',
  'tests/e2e/page.test.ts': "import { it } from 'vitest';\nit('is there', () => undefined);\n",
};

async function commit(root: string): Promise<void> {
  const script =
    'git init -qb main && git config user.name a && git config user.email a@example.com && git add . && git commit -qm a';
  const { status, stderr } = await runProgram('sh', ['-c', script], root);
  expect([status, stderr]).toEqual([0, '']);
}

describe('the tests that a change may affect', () => {
  it('are those that import what changed, and those of the whole product', async () => {
    await using tree = await plant(FILES, ['node_modules']);
    await commit(tree.root);
    expect(await changedTests(tree.root, 'main')).toEqual([]);
    await runProgram('sh', ['-c', 'echo "// more" >> contract/src/one.ts'], tree.root);
    expect(await changedTests(tree.root, 'main')).toEqual(['contract/src/one.test.ts', 'tests/e2e/page.test.ts']);
  });

  it('are the changed tests alone when no code of the product changed', async () => {
    await using tree = await plant(FILES, ['node_modules']);
    await commit(tree.root);
    await runProgram('sh', ['-c', 'echo "// more" >> contract/src/two.test.ts'], tree.root);
    expect(await changedTests(tree.root, 'main')).toEqual(['contract/src/two.test.ts']);
  });

  it('cannot be told from a commit that is not there', async () => {
    await using tree = await plant(FILES, ['node_modules']);
    await commit(tree.root);
    await expect(changedTests(join(tree.root), 'nowhere')).rejects.toThrow('git merge-base nowhere HEAD failed');
  });
});
