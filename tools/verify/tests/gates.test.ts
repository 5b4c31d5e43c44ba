import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdict } from '../../gates/support/gate.ts';
import { plant } from '../../gates/tests/fixture.ts';
import { loadGates, runGates } from '../gates.ts';

describe('gates', () => {
  it('are the files of their folder, under the names of these files', async () => {
    const gate = (name: string) =>
      `export const name = '${name}';\nexport const run = async () => ({ ok: true, problems: [] });\n`;
    await using tree = await plant({
      'gates/a.ts': gate('a'),
      'gates/b.ts': gate('b'),
      'gates/support/c.ts': '',
      'wrong/d.ts': gate('e'),
    });
    expect((await loadGates(join(tree.root, 'gates'))).map(({ name }) => name)).toEqual(['a', 'b']);
    await expect(loadGates(join(tree.root, 'wrong'))).rejects.toThrow('d.ts exports the name "e"');
  });

  it('run two at a time, and one that throws has failed', async () => {
    let running = 0;
    let most = 0;
    const busy = (name: string) => ({
      name,
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return verdict([]);
      },
    });
    const broken = { name: 'broken', run: () => Promise.reject(new Error('no such tool')) };
    const runs = await runGates([busy('a'), busy('b'), busy('c'), broken], '.');
    expect(most).toBe(2);
    expect(runs.filter((run) => run.ok).map((run) => run.name)).toEqual(['a', 'b', 'c']);
    expect(runs.find((run) => run.name === 'broken')).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('The gate itself failed: Error: no such tool')],
    });
  });
});
