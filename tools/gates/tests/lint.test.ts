import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../lint.ts';
import { type Fixture, plant } from './fixture.ts';

const compiler = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'nodenext', jsx: 'react-jsx', types: ['node'] },
});

/** Code that a rule refuses, and a part of what the gate says about it. */
const refused: readonly (readonly [title: string, file: string, code: string, says: string])[] = [
  ['any', 'server/src/case1.ts', 'export const a = (b: any) => String(b);', 'no-explicit-any'],
  [
    'a floating promise',
    'server/src/case2.ts',
    'export const a = () => { Promise.resolve(1); };',
    'no-floating-promises',
  ],
  [
    'a forgotten case',
    'server/src/case3.ts',
    "export function f(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 2; }",
    'switch-exhaustiveness-check',
  ],
  ['@ts-ignore', 'server/src/case4.ts', '// @ts-ignore because of reasons\nexport const a = 1;', 'ban-ts-comment'],
  [
    '@ts-expect-error without a reason',
    'server/src/case5.ts',
    '// @ts-expect-error\nexport const a: string = 1;',
    'ban-ts-comment',
  ],
  [
    'a skipped test',
    'server/src/case6.test.ts',
    "import { it } from 'vitest';\nit.skip('works', () => {});",
    'no-disabled-tests',
  ],
  [
    'a focused test',
    'server/src/case7.test.ts',
    "import { it } from 'vitest';\nit.only('works', () => {});",
    'no-focused-tests',
  ],
  [
    'a hook under a condition',
    'console/src/case8.tsx',
    "import { useState } from 'react';\nexport function A({ on }: { on: boolean }) { if (on) useState(1); return null; }",
    'rules-of-hooks',
  ],
  ['a picture without words', 'console/src/case9.tsx', 'export const A = () => <img src="a.png" />;', 'alt-text'],
  [
    'another HTTP client in the console',
    'console/src/case10.ts',
    "import axios from 'axios';\nexport const a = axios;",
    'API client of console/src/app',
  ],
  [
    'another library for dates',
    'console/src/case11.ts',
    "import moment from 'moment';\nexport const a = moment;",
    'Use Intl',
  ],
  [
    'the server in the console',
    'console/src/case12.ts',
    "import { a } from '@watchroom/server';\nexport const b = a;",
    'never imports the server',
  ],
  [
    'a way out beside the one module',
    'server/src/case13.ts',
    "import { request } from 'node:http';\nexport const a = request;",
    '@watchroom/outbound',
  ],
  [
    'the global fetch on the server',
    'server/src/case14.ts',
    "export const a = () => fetch('http://example.com');",
    '@watchroom/outbound',
  ],
  ['foreign code in our process', 'server/src/case15.ts', "import vm from 'node:vm';\nexport const a = vm;", 'sandbox'],
  ['a default export', 'server/src/case16.ts', 'export default 1;', 'no-default-export'],
  [
    'a rule switched off without a reason',
    'server/src/case17.ts',
    '// ' + 'oxlint-disable-next-line eslint/no-alert\nexport const a = () => alert(1);',
    'Write it behind " -- "',
  ],
];

describe('lint', () => {
  let fixture: Fixture;
  let problems: readonly string[];

  beforeAll(async () => {
    const files = Object.fromEntries(refused.map(([, file, code]) => [file, `${code}\n`]));
    fixture = await plant({ 'tsconfig.json': compiler, ...files }, ['.oxlintrc.json', 'node_modules']);
    ({ problems } = await run(fixture.root));
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each(refused)('refuses %s in %s', (_title, file, _code, says) => {
    expect(problems.filter((problem) => problem.startsWith(`${file}:`)).join('\n')).toContain(says);
  });

  it('leaves Node to tests and to the libraries, and names of address arithmetic to the server', async () => {
    const code = "import { request } from 'node:http';\nexport const a = request;\n";
    await using tree = await plant(
      {
        'tsconfig.json': compiler,
        'libraries/outbound/src/a.ts': code,
        'tests/api/a.ts': code,
        'server/src/b.ts': "import { isIP } from 'node:net';\nexport const b = isIP('::1');\n",
        'server/src/c.ts': '// @ts-expect-error the package ships no types\nexport const c: string = 1;\n',
        'console/src/d.ts': "import { Link } from '@tanstack/react-router';\nexport const d = Link;\n",
      },
      ['.oxlintrc.json', 'node_modules'],
    );
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
