import { describe, expect, it } from 'vitest';
import { run } from '../types.ts';
import { plant } from './fixture.ts';

const config = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] }, include: ['src'] });
const settings = { 'tsconfig.json': config, 'console/tsconfig.json': config };

describe('types', () => {
  it('names the place of a type error in the program for Node and in the one for the browser', async () => {
    await using tree = await plant({
      ...settings,
      'src/wrong.ts': "export const port: number = 'a word';\n",
      'console/src/wrong.ts': 'export const title: string = 1;\n',
    });
    const { ok, problems } = await run(tree.root);
    expect(ok).toBe(false);
    expect(problems).toEqual([
      expect.stringContaining('src/wrong.ts(1,14): error TS2322'),
      expect.stringContaining('console/src/wrong.ts(1,14): error TS2322'),
    ]);
  });

  it('is content with sound types', async () => {
    await using tree = await plant({
      ...settings,
      'src/a.ts': 'export const a = 1;\n',
      'console/src/b.ts': 'export const b = 1;\n',
    });
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
