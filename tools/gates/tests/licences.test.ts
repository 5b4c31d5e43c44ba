import { describe, expect, it } from 'vitest';
import { run } from '../licences.ts';
import { plant } from './fixture.ts';

const lock = (packages: Readonly<Record<string, unknown>>) => ({ 'package-lock.json': JSON.stringify({ packages }) });
const exceptions = (entries: unknown) => ({ 'tools/gates/licences.json': JSON.stringify(entries) });

describe('licences', () => {
  it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN terms.txt', 'OFL-1.1', undefined])(
    'refuses "%s" in what is shipped',
    async (license) => {
      await using tree = await plant(lock({ 'node_modules/thing': { license } }));
      expect((await run(tree.root)).problems).toEqual([
        `thing: licence "${license ?? 'none'}". Choose another library, or state why this one may be shipped in tools/gates/licences.json.`,
      ]);
    },
  );

  it('believes the installed package more than the lock', async () => {
    const installed = { 'node_modules/thing/package.json': JSON.stringify({ license: 'BUSL-1.1' }) };
    await using tree = await plant({ ...lock({ 'node_modules/thing': { license: 'MIT' } }), ...installed });
    expect((await run(tree.root)).problems).toEqual([expect.stringContaining('"BUSL-1.1"')]);
  });

  it('is content with free licences, choices that contain one, fonts, and tools that are not shipped', async () => {
    await using tree = await plant(
      lock({
        '': { license: 'Apache-2.0' },
        'node_modules/a': { license: 'BlueOak-1.0.0' },
        'node_modules/b': { license: '(MIT OR GPL-3.0)' },
        'node_modules/c': { license: 'Apache-2.0 AND MIT' },
        'node_modules/@fontsource-variable/inter': { license: 'OFL-1.1' },
        'node_modules/tool': { license: 'GPL-3.0', dev: true },
      }),
    );
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });

  it('takes an exception only with a reason, for that licence, and while it is needed', async () => {
    const packages = lock({ 'node_modules/a': { license: 'Python-2.0' }, 'node_modules/b': { license: 'Python-2.0' } });
    const entries = {
      a: { licence: 'Python-2.0', reason: 'Permissive.' },
      b: { licence: 'Python-2.0', reason: ' ' },
      c: { licence: 'GPL-3.0', reason: 'Gone since.' },
    };
    await using tree = await plant({ ...packages, ...exceptions(entries) });
    expect((await run(tree.root)).problems).toEqual([
      expect.stringContaining('b: licence "Python-2.0"'),
      expect.stringContaining('c needs no exception'),
    ]);
  });
});
