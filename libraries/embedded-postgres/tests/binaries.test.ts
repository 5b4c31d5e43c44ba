import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findBinaries, linkLibraries } from '../src/binaries.ts';
import { EmbeddedPostgresError } from '../src/failure.ts';
import { ordinaryUser, temporaryFolder } from './harness.ts';

/** A package folder like the real one with a single library that needs a link. */
async function packageFolder(): Promise<{ root: string; link: string }> {
  const root = await temporaryFolder();
  await mkdir(join(root, 'native', 'lib'), { recursive: true });
  await writeFile(join(root, 'native', 'lib', 'libx.so.1.2'), '');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return { root, link: join(root, 'native', 'lib', 'libx.so.1') };
}

/** Links in a process of an ordinary user who may not write there; resolves to the error message, empty when there is none. */
async function linkAsOrdinaryUser(root: string): Promise<string> {
  const library = fileURLToPath(new URL('../src/binaries.ts', import.meta.url));
  const script = `const { linkLibraries } = await import(process.argv[1]);
    await linkLibraries(process.argv[2]).catch((error) => process.stdout.write(error.code + ': ' + error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, library, root], {
    ...ordinaryUser,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output;
}

describe('findBinaries', () => {
  it('finds PostgreSQL 18 with its library links', async () => {
    const binaries = await findBinaries();
    expect(binaries.major).toBe('18');
    expect(binaries.version).toMatch(/^18\.\d/);
  });

  it('says which platform has no build', async () => {
    const failure: unknown = await findBinaries('plan9-mips').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmbeddedPostgresError);
    expect(failure).toMatchObject({ code: 'unsupported_platform' });
    expect(String(failure)).toContain('plan9-mips');
  });
});

describe('linkLibraries', () => {
  it('makes missing links, replaces those that point nowhere, and may run twice at once', async () => {
    const { root, link } = await packageFolder();
    await Promise.all([linkLibraries(root), linkLibraries(root)]);
    expect(await readlink(link)).toBe('libx.so.1.2');
    const stale = await packageFolder();
    await symlink('libx.so.0.9', stale.link);
    await linkLibraries(stale.root);
    expect(await readlink(stale.link)).toBe('libx.so.1.2');
  });

  it('says which link a user without write access lacks, and is content when all are there', async () => {
    const { root, link } = await packageFolder();
    await chmod(join(root, 'native', 'lib'), 0o555);
    const message = await linkAsOrdinaryUser(root);
    expect(message).toContain('unreachable_folder: ');
    expect(message).toContain(link);
    expect(message).toContain('as the owner of node_modules');
    await chmod(join(root, 'native', 'lib'), 0o755);
    await linkLibraries(root);
    await chmod(join(root, 'native', 'lib'), 0o555);
    expect(await linkAsOrdinaryUser(root)).toBe('');
    await chmod(join(root, 'native', 'lib'), 0o755);
  });
});
