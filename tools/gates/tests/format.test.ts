import { describe, expect, it } from 'vitest';
import { run } from '../format.ts';
import { plant } from './fixture.ts';

const settings = ['biome.json', '.gitignore'];

describe('format', () => {
  it('names each file that the formatter would change, and the command', async () => {
    await using tree = await plant(
      { 'server/a.ts': 'export   const a = "1"\n', 'server/b.ts': "export const b = '1';\n" },
      settings,
    );
    expect(await run(tree.root)).toEqual({
      ok: false,
      problems: ['server/a.ts: not formatted. Run "npm run format".'],
    });
  });

  it('is content with formatted files', async () => {
    await using tree = await plant({ 'server/b.ts': "export const b = '1';\n" }, settings);
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
