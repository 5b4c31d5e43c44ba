import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appears, callsOf, ensure, plantCheckout, put, start } from './checkout.ts';

describe('dependencies', () => {
  it('are installed once, with the tools even where NODE_ENV is production, and again when the lock changes', async () => {
    await using tree = await plantCheckout();
    const first = await ensure(tree.root, [], { NODE_ENV: 'production' });
    expect(first.code).toBe(0);
    expect(first.output).toMatch(/^Installing dependencies .* \d+\.\d s\n$/);
    expect(await ensure(tree.root)).toEqual({ code: 0, output: '' });
    expect(await callsOf(tree.root, 'npm')).toEqual([expect.stringMatching(/^ci .*--include=dev --include=optional$/)]);
    await put(tree.root, 'package-lock.json', JSON.stringify({ packages: {}, name: 'changed' }));
    await ensure(tree.root);
    expect(await callsOf(tree.root, 'npm')).toHaveLength(2);
  });

  it('are installed by one of two processes that start together', async () => {
    await using tree = await plantCheckout();
    await put(tree.root, 'hold');
    const one = start(tree.root);
    await appears(join(tree.root, 'npm-runs'));
    const two = start(tree.root);
    await two.says('Waiting for process');
    await rm(join(tree.root, 'hold'));
    expect([(await one.ended).code, (await two.ended).code]).toEqual([0, 0]);
    expect(await callsOf(tree.root, 'npm')).toHaveLength(1);
    expect(await readdir(join(tree.root, '.cache'))).toEqual([]);
  });

  it('are installed anew after a kill -9 of everything', async () => {
    await using tree = await plantCheckout();
    await put(tree.root, 'hold');
    const killed = start(tree.root);
    await appears(join(tree.root, 'npm-runs'));
    process.kill(-(killed.child.pid ?? 0), 'SIGKILL');
    await killed.ended;
    await rm(join(tree.root, 'hold'));
    expect((await ensure(tree.root)).code).toBe(0);
    expect(await callsOf(tree.root, 'npm')).toHaveLength(2);
  });

  it('wait for an npm that survived the kill -9 of its parent', async () => {
    await using tree = await plantCheckout();
    await put(tree.root, 'hold');
    const killed = start(tree.root);
    await appears(join(tree.root, 'npm-runs'));
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const next = start(tree.root);
    await next.says('Waiting for process');
    expect(await callsOf(tree.root, 'npm')).toHaveLength(1);
    await rm(join(tree.root, 'hold'));
    expect((await next.ended).code).toBe(0);
  });

  it('tell what npm said and what to run when npm fails, and leave no lock behind', async () => {
    await using tree = await plantCheckout();
    await put(tree.root, 'break');
    const { code, output } = await ensure(tree.root);
    expect(code).toBe(1);
    expect(output).toContain('npm error the registry is away');
    expect(output).toContain('npm ci ended with exit code 7');
    expect(output).toContain('run "npm ci"');
    await rm(join(tree.root, 'break'));
    expect((await ensure(tree.root)).code).toBe(0);
  });

  it('are left alone when npm has installed this very lock by hand', async () => {
    const foreign = { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['mips'] };
    const packages = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' }, 'node_modules/foreign': foreign };
    const installed = { 'node_modules/a': packages['node_modules/a'] };
    await using tree = await plantCheckout({
      'package-lock.json': JSON.stringify({ packages: { '': {}, ...packages } }),
      'node_modules/.package-lock.json': JSON.stringify({ packages: installed }),
    });
    expect(await ensure(tree.root)).toEqual({ code: 0, output: '' });
    expect(await callsOf(tree.root, 'npm')).toEqual([]);
  });

  it.each([
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['another content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
    ['one package less', {}],
    [
      'one package more',
      { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' }, 'node_modules/b': { version: '1.0.0' } },
    ],
  ])('are installed over a node_modules that holds %s', async (_title, installed) => {
    await using tree = await plantCheckout({
      'package-lock.json': JSON.stringify({
        packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } },
      }),
      'node_modules/.package-lock.json': JSON.stringify({ packages: installed }),
    });
    await ensure(tree.root);
    expect(await callsOf(tree.root, 'npm')).toHaveLength(1);
  });

  it('need a Node that is new enough where none is bundled for the platform', async () => {
    const manifest = (node: string) =>
      JSON.stringify({ engines: { node }, optionalDependencies: { 'node-plan9-mips': '24.21.0' } });
    await using tree = await plantCheckout({ 'package.json': manifest('>=999.7') });
    const { code, output } = await ensure(tree.root);
    expect(code).toBe(1);
    expect(output).toMatch(/needs Node 999\.7 or newer; .* is \d+\.\d+.*https:\/\/nodejs\.org\//s);
    await writeFile(join(tree.root, 'package.json'), manifest('>=18.0'));
    expect((await ensure(tree.root)).code).toBe(0);
  });

  it('are not touched by a flag that does not exist', async () => {
    await using tree = await plantCheckout();
    const { code, output } = await ensure(tree.root, ['--brwoser']);
    expect(code).toBe(1);
    expect(output).toContain('The flag --brwoser is unknown');
    expect(await callsOf(tree.root, 'npm')).toEqual([]);
  });
});
