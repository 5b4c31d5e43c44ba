import { describe, expect, it } from 'vitest';
import { type Budgets, judgeSizes } from '../sizes.ts';
import { plant } from './fixture.ts';

const KILOBYTE = 'x'.repeat(1024);

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    src: 'index.html',
    imports: ['_ground.js'],
    dynamicImports: ['src/list.tsx', '_shared.js'],
  },
  'identity.html': { file: 'assets/identity.js', src: 'identity.html', imports: ['_ground.js'] },
  '_ground.js': { file: 'assets/ground.js', name: 'ground' },
  '_shared.js': { file: 'assets/shared.js', name: 'shared', imports: ['_ground.js'] },
  'src/list.tsx': { file: 'assets/list.js', src: 'src/list.tsx', imports: ['_ground.js', '_shared.js'] },
};

/** A built console in which the ground has 4 KB, a list 3 and every other file 1; the shell has 6, the sign-in 5. */
function plantConsole(budgets: Budgets['budgets'], headers = 0, ofRoom: Budgets['budgets'] = {}) {
  const files = {
    'index.html': '<script src="/theme.js"></script><script type="module" src="/assets/index.js"></script>',
    'identity.html': '<script type="module" src="/assets/identity.js"></script>',
    'theme.js': KILOBYTE,
    'assets/index.js': KILOBYTE,
    'assets/identity.js': KILOBYTE,
    'assets/ground.js': KILOBYTE.repeat(9),
    'assets/ground.js.br': KILOBYTE.repeat(4),
    'assets/shared.js': KILOBYTE,
    'assets/list.js': KILOBYTE.repeat(3),
    '.vite/manifest.json': JSON.stringify(manifest),
  };
  const most = { shell: 10, '/login': 5, page: 5 };
  return plant({
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`console/dist/${path}`, content])),
    'tools/gates/sizes.json': JSON.stringify({ headers, most, budgets }),
    'console/src/health/sizes.json': JSON.stringify(ofRoom),
  });
}

const enough = {
  shell: { loads: ['index.html'], budget: 6 },
  '/login': { loads: ['identity.html'], budget: 5 },
  '/list': { loads: ['src/list.tsx'], budget: 4 },
  '/other': { loads: ['shared'], budget: 1 },
};

describe('sizes', () => {
  it('lets pass what is within its budget, and counts a page beyond the shell', async () => {
    await using tree = await plantConsole(enough);
    expect(await judgeSizes(tree.root)).toEqual({ ok: true, problems: [] });
  });

  it('says by how much an address is over its budget, and what weighs most', async () => {
    await using tree = await plantConsole({
      ...enough,
      shell: { loads: ['index.html'], budget: 5 },
      '/login': { loads: ['identity.html'], budget: 4.5 },
      '/list': { loads: ['src/list.tsx'], budget: 3 },
    });
    expect((await judgeSizes(tree.root)).problems).toEqual([
      expect.stringMatching(
        /^shell loads 6\.0 KB of JavaScript in 3 files, 1\.0 KB more than its budget of 5 KB; the largest are assets\/ground\.js \(4\.0 KB\)/,
      ),
      expect.stringMatching(/^\/login loads 5\.0 KB of JavaScript in 2 files, 0\.5 KB more/),
      expect.stringMatching(
        /^\/list loads 4\.0 KB of JavaScript in 2 files, 1\.0 KB more .*assets\/list\.js \(3\.0 KB\)/,
      ),
    ]);
  });

  it('counts the headers of every file', async () => {
    await using tree = await plantConsole(enough, 512);
    const { problems } = await judgeSizes(tree.root);
    expect(problems[0]).toContain('shell loads 7.5 KB of JavaScript in 3 files, 1.5 KB more');
    expect(problems).toHaveLength(4);
  });

  it('asks for a budget for each page, within what pages may have', async () => {
    const { '/other': _, ...rest } = enough;
    await using tree = await plantConsole({ ...rest, '/list': { loads: ['src/list.tsx'], budget: 6 } });
    expect((await judgeSizes(tree.root)).problems).toEqual([
      expect.stringContaining('The budget of /list may not be more than 5 KB'),
      expect.stringContaining('shared has no budget. Add the page that loads it to console'),
    ]);
  });

  it('takes the budgets of a room from its own folder', async () => {
    const { '/list': list, ...rest } = enough;
    await using tree = await plantConsole(rest, 0, { '/list': list });
    expect(await judgeSizes(tree.root)).toEqual({ ok: true, problems: [] });
  });

  it('says when a budget names what is no longer built', async () => {
    await using tree = await plantConsole({ ...enough, '/gone': { loads: ['src/gone.tsx'], budget: 1 } });
    await expect(judgeSizes(tree.root)).rejects.toThrow(
      'has no part src/gone.tsx. Correct the sizes.json that names it.',
    );
  });
});
