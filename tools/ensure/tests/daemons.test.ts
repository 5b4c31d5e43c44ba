import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensure, plantCheckout } from './checkout.ts';

/** Puts programs of these names, which are shell scripts, before all others. */
async function plantPrograms(root: string, scripts: Readonly<Record<string, string>>): Promise<NodeJS.ProcessEnv> {
  const folder = join(root, 'fake/bin');
  await mkdir(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${root}/apt-calls'\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return { PATH: `${folder}:${process.env['PATH']}` };
}

const aptGet = `case "$1" in
  install) echo 'Inst slapd (2.5)'; echo 'Inst libodbc2 (2.3)' ;;
  download) touch slapd.deb libodbc2.deb ;;
esac`;
const dpkg = 'mkdir -p "$3/usr/sbin" && touch "$3/usr/sbin/$(basename "$2" .deb)"';

describe('servers for tests', () => {
  it('are unpacked once, with what they need', async () => {
    await using tree = await plantCheckout();
    const programs = await plantPrograms(tree.root, { 'apt-get': aptGet, dpkg });
    const { code, output } = await ensure(tree.root, ['--daemons'], programs);
    expect(code).toBe(0);
    expect(output).toMatch(/Fetching servers for the tests .* \d+\.\d s\n$/);
    for (const name of ['slapd', 'libodbc2']) await readFile(join(tree.root, '.cache/daemons/usr/sbin', name));
    expect(await ensure(tree.root, ['--daemons'], programs)).toEqual({ code: 0, output: '' });
  });

  it('are left out in plain words where they cannot be had, and looked for again the next time', async () => {
    await using tree = await plantCheckout();
    const away = await plantPrograms(tree.root, { 'apt-get': 'echo "E: the mirror is away" >&2; exit 100', dpkg });
    const { code, output } = await ensure(tree.root, ['--daemons'], away);
    expect(code).toBe(0);
    expect(output).toContain('redis-server, slapd are left out. apt-get install: E: the mirror is away');
    const back = await plantPrograms(tree.root, { 'apt-get': aptGet, dpkg });
    expect((await ensure(tree.root, ['--daemons'], back)).output).not.toContain('left out');
    await readFile(join(tree.root, '.cache/daemons/usr/sbin/slapd'));
  });

  it('are left out where the system is not Debian', async () => {
    await using tree = await plantCheckout();
    const { code, output } = await ensure(tree.root, ['--daemons'], { PATH: join(tree.root, 'nowhere') });
    expect(code).toBe(0);
    expect(output).toContain('are left out. apt-get install: spawn apt-get ENOENT');
  });
});
