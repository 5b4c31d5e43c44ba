import { describe, expect, it } from 'vitest';
import { run } from '../lock.ts';
import { plant } from './fixture.ts';

const lock = (packages: Readonly<Record<string, unknown>>) => JSON.stringify({ lockfileVersion: 3, packages });

describe('lock', () => {
  it('names a platform package that the lock lacks', async () => {
    const packages = {
      'node_modules/tool': { version: '1.0.0', optionalDependencies: { '@tool/arm': '1.0.0', '@tool/x64': '1.0.0' } },
    };
    await using tree = await plant({
      'package-lock.json': lock({ ...packages, 'node_modules/@tool/x64': { version: '1.0.0' } }),
    });
    expect((await run(tree.root)).problems).toEqual([
      expect.stringContaining('node_modules/tool wants @tool/arm 1.0.0, which the lock lacks'),
    ]);
  });

  it('refuses the address of a registry but not the place of a workspace', async () => {
    const packages = {
      'node_modules/tool': { version: '1.0.0', resolved: 'https://packages.example.com/tool.tgz' },
      'node_modules/@watchroom/ui': { resolved: 'libraries/ui', link: true },
    };
    await using tree = await plant({ 'package-lock.json': lock(packages) });
    expect((await run(tree.root)).problems).toEqual([
      expect.stringContaining('node_modules/tool names a registry address'),
    ]);
  });

  it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.0.0'])('refuses the version "%s"', async (version) => {
    await using tree = await plant({
      'package-lock.json': lock({}),
      'server/package.json': JSON.stringify({ dependencies: { exact: '1.2.3-beta.4', loose: version } }),
    });
    expect((await run(tree.root)).problems).toEqual([
      `server/package.json: loose is "${version}". Name one exact version, such as "1.2.3".`,
    ]);
  });

  it('asks for a lock when there is none', async () => {
    await using tree = await plant({});
    expect((await run(tree.root)).problems).toEqual([expect.stringContaining('Run "npm install"')]);
  });
});
