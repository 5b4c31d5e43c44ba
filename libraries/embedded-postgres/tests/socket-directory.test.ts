import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../src/index.ts';
import { startedHost, temporaryFolder } from './harness.ts';
import { query } from './query.ts';

/** A folder in which the socket's path has exactly so many bytes. */
async function folderForSocketPath(bytes: number): Promise<string> {
  const base = await temporaryFolder();
  const rest = bytes - Buffer.byteLength(join(base, 'x', 'socket', '.s.PGSQL.5432')) + 1;
  return join(base, 'x'.repeat(rest));
}

const longest = process.platform === 'darwin' ? 103 : 107;

describe('the socket directory', () => {
  it('lies in the data folder while the path fits', async () => {
    const folder = await folderForSocketPath(longest);
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(server.socketDirectory).toBe(join(folder, 'socket'));
    expect(await query(server.connection('postgres', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('gets a random private name under the temporary folder when it does not, and is deleted at stop', async () => {
    const folder = await folderForSocketPath(longest + 1);
    const server = await startEmbeddedPostgres({ folder, fast: true });
    expect(dirname(server.socketDirectory)).toBe(tmpdir());
    expect((await stat(server.socketDirectory)).mode & 0o777).toBe(0o700);
    expect(await query(server.connection('postgres', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(existsSync(server.socketDirectory)).toBe(false);
    expect(existsSync(join(folder, 'socket'))).toBe(false);
  });

  it('of a killed process is deleted by the next start, wherever it lies', async () => {
    const folder = await folderForSocketPath(longest + 1);
    const host = await startedHost(folder);
    host.process.kill('SIGKILL');
    await host.exited;
    expect(existsSync(host.server.socketDirectory)).toBe(true);
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(server.socketDirectory).not.toBe(host.server.socketDirectory);
    expect(existsSync(host.server.socketDirectory)).toBe(false);
  });

  it('is made elsewhere when somebody put a link or an open folder in its place, which stays untouched', async () => {
    const folder = await temporaryFolder();
    const bait = join(await temporaryFolder(), 'bait');
    await mkdir(bait, { mode: 0o700 });
    await symlink(bait, join(folder, 'socket'));
    const before = await stat(bait);
    const first = await startEmbeddedPostgres({ folder, fast: true });
    await first.stop();
    expect(dirname(first.socketDirectory)).toBe(tmpdir());
    const after = await stat(bait);
    expect([after.uid, after.mode, after.mtimeMs]).toEqual([before.uid, before.mode, before.mtimeMs]);
    expect((await lstat(join(folder, 'socket'))).isSymbolicLink()).toBe(true);

    const open = await temporaryFolder();
    await mkdir(join(open, 'socket'));
    await chmod(join(open, 'socket'), 0o777);
    const second = await startEmbeddedPostgres({ folder: open, fast: true });
    await second.stop();
    expect(dirname(second.socketDirectory)).toBe(tmpdir());
    expect((await stat(join(open, 'socket'))).mode & 0o777).toBe(0o777);
    expect(await readdir(join(open, 'socket'))).toEqual([]);
  });
});
