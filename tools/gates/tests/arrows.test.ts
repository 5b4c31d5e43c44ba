import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../arrows.ts';
import { type Fixture, plant } from './fixture.ts';

const value = 'export const value = 1;\n';
const use = (path: string) => `import { value } from '${path}';\nexport const copy = value;\n`;

const tree: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'house', type: 'module' }),
  'server/src/health/index.ts': value,
  'server/src/health/inner.ts': value,
  'server/src/main/wiring.ts': value,
  'console/src/health/page.ts': value,
  'console/src/health/index.ts': value,
  'contract/src/health/index.ts': value,
  'contract/src/errors/index.ts': value,
  'tests/setup/tool.ts': value,
  'libraries/probe/src/inner.ts': value,
  'libraries/probe/tests/servers.ts': value,
  // Sound.
  'server/src/catalog/through-the-door.ts': use('../health/index.ts'),
  'server/src/platform/http/errors.ts': use('../../../../contract/src/errors/index.ts'),
  'server/src/platform/using.ts': 'export function hold(door: Disposable) {\n  using held = door;\n  return held;\n}\n',
  'server/testkit/server.ts': use('../src/main/wiring.ts'),
  'server/src/catalog/kit.test.ts': use('../../../libraries/probe/tests/servers.ts'),
  'console/src/app/screens.generated.ts': use('../health/page.ts'),
  // Broken, one rule each.
  'console/src/app/noun.ts': use('../health/index.ts'),
  'console/src/main.tsx': use('./health/index.ts'),
  'libraries/probe/src/reach.ts': use('../../../contract/src/errors/index.ts'),
  'server/src/catalog/past-the-door.ts': use('../health/inner.ts'),
  'server/src/catalog/wiring.ts': use('../main/wiring.ts'),
  'server/src/catalog/from-tests.ts': use('../../../tests/setup/tool.ts'),
  'server/src/catalog/from-library.ts': use('../../../libraries/probe/src/inner.ts'),
  'server/src/catalog/inside.test.ts': use('../../../libraries/probe/src/inner.ts'),
  'server/src/catalog/from-kit.ts': use('../../testkit/server.ts'),
  'server/src/catalog/from-console.ts': use('../../../console/src/health/page.ts'),
  'server/src/catalog/lost.ts': use('./nowhere.ts'),
  'server/src/platform/noun.ts': use('../health/index.ts'),
  'console/src/health/from-server.ts': use('../../../server/src/health/index.ts'),
  'contract/src/health/node.ts': "import { join } from 'node:path';\nexport const path = join('a', 'b');\n",
  'tests/api/inside.ts': use('../../server/src/health/index.ts'),
  'server/src/jobs/one.ts': "import type { Two } from './two.ts';\nexport interface One { readonly two?: Two }\n",
  'server/src/jobs/two.ts': "import type { One } from './one.ts';\nexport interface Two { readonly one?: One }\n",
};

const broken: readonly (readonly [file: string, rule: string, advice: string])[] = [
  ['libraries/probe/src/reach.ts', 'library-stands-alone', 'Pass in what it needs'],
  ['server/src/catalog/past-the-door.ts', 'room-through-its-door', 'Export it there'],
  ['server/src/catalog/wiring.ts', 'main-is-the-top', 'Move what is shared'],
  ['server/src/catalog/from-tests.ts', 'product-never-imports-its-tests', 'Move the code into the product'],
  ['server/src/catalog/from-library.ts', 'library-through-its-door', 'by its package name'],
  ['server/src/catalog/inside.test.ts', 'library-through-its-door-in-tests', 'by its package name'],
  ['server/src/catalog/from-kit.ts', 'product-never-imports-its-tests', 'Move the code into the product'],
  ['server/src/catalog/from-console.ts', 'server-never-imports-console', 'into contract'],
  ['server/src/catalog/lost.ts', 'resolvable', 'Correct the path'],
  ['server/src/platform/noun.ts', 'platform-knows-no-room', 'Let the room register'],
  ['console/src/health/from-server.ts', 'console-never-imports-server', 'Share a shape'],
  ['console/src/app/noun.ts', 'shell-names-no-room', 'in its screens.ts'],
  ['console/src/main.tsx', 'shell-names-no-room', 'in its screens.ts'],
  ['contract/src/health/node.ts', 'contract-imports-nothing', 'move the code to the server'],
  ['tests/api/inside.ts', 'tests-are-black-box', 'talk to it'],
  ['server/src/jobs/one.ts', 'no-cycle', 'third file'],
];

describe('arrows', () => {
  let fixture: Fixture;
  let problems: readonly string[];

  beforeAll(async () => {
    fixture = await plant(tree, ['.dependency-cruiser.mjs']);
    ({ problems } = await run(fixture.root));
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each(broken)('refuses the import in %s by the rule %s', (file, rule, advice) => {
    const found = problems.filter((problem) => problem.startsWith(`${file} →`) && problem.includes(`[${rule}]`));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(advice);
  });

  it('says nothing about sound imports', () => {
    const files = new Set(problems.map((problem) => problem.split(' ')[0]));
    expect(files).toEqual(new Set(broken.map(([file]) => file)));
  });
});
