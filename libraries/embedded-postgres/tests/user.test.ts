import { chmod, mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../src/index.ts';
import { chownTree } from './chown-tree.ts';
import { isRoot, ordinaryUser, startHost, startedHost, temporaryFolder } from './harness.ts';
import { query } from './query.ts';

const serverUid = async (folder: string) => (await stat(join(folder, 'postgres'))).uid;

describe('the user of the server', () => {
  it('is never root: root hands it to another user, others run it themselves', async () => {
    const folder = await temporaryFolder();
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    const uid = await serverUid(folder);
    expect(uid).not.toBe(0);
    expect(isRoot || uid === process.getuid?.()).toBe(true);
    expect((await stat(server.socketDirectory)).uid).toBe(uid);
  });

  it('is the ordinary user that starts it', async () => {
    const folder = await temporaryFolder(ordinaryUser);
    const host = await startedHost(folder, ordinaryUser);
    expect(await query(host.server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await serverUid(folder)).toBe(ordinaryUser.uid ?? process.getuid?.());
  });

  it('stays the owner of an existing cluster', async () => {
    const folder = await temporaryFolder();
    await (await startEmbeddedPostgres({ folder, fast: true })).stop();
    const other = isRoot ? 54321 : await serverUid(folder);
    if (isRoot) await chownTree(join(folder, 'postgres'), other);
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect((await stat(server.socketDirectory)).uid).toBe(other);
  });

  it('passes through private parent folders, with one capability when root starts it', async () => {
    const parent = await temporaryFolder();
    await chmod(parent, 0o700);
    await using server = await startEmbeddedPostgres({ folder: join(parent, 'project', 'data'), fast: true });
    const admin = server.connection('postgres', 'postgres');
    // macOS has no capabilities and no /proc; there the start itself is what is tested.
    const statusFile = `coalesce(pg_read_file('/proc/self/status', true), 'CapEff: 0')`;
    const [row] = await query(admin, `select ${statusFile} as status`);
    const effective = BigInt(`0x${/CapEff:\s+(\w+)/.exec(String(row?.['status']))?.[1] ?? 'ff'}`);
    // dac_override is bit 1, dac_read_search bit 2; nothing else of root is left.
    expect(isRoot ? [2n, 4n] : [0n]).toContain(effective);
    await query(admin, 'create table kept as select 1');
    const first = server.pid;
    process.kill(first, 'SIGKILL');
    await expect.poll(() => query(admin, 'select * from kept').catch(() => [])).toHaveLength(1);
  });

  it('without an account on the machine is refused', async () => {
    const stranger = isRoot ? { uid: 54321, gid: 54321 } : {};
    const folder = await temporaryFolder(stranger);
    const report = await startHost(folder, stranger).next();
    expect(report).toMatchObject(isRoot ? { failed: { code: 'no_user' } } : { started: {} });
    expect(report.failed?.message ?? 'user 54321 has no account').toContain('user 54321 has no account');
  });

  it('that root cannot find, or that cannot reach the folder, is named in the refusal', async () => {
    const parent = await temporaryFolder();
    const programs = join(parent, 'programs');
    await mkdir(programs);
    const withPrograms = ['/usr/bin/env', `PATH=${programs}`];
    const folder = join(parent, 'private', 'data');
    await mkdir(join(parent, 'private'), { mode: 0o700 });

    const nameless = startHost(folder, {}, withPrograms);
    expect(await nameless.next()).toMatchObject(isRoot ? { failed: { code: 'no_user' } } : { started: {} });
    nameless.process.kill('SIGKILL');
    await nameless.exited;

    await symlink('/usr/bin/id', join(programs, 'id'));
    const unreachable = await startHost(folder, {}, withPrograms).next();
    expect(unreachable).toMatchObject(isRoot ? { failed: { code: 'unreachable_folder' } } : { started: {} });
    expect(unreachable.failed?.message ?? 'cannot pass through').toContain('cannot pass through');
  });
});

describe('folders made on the way', () => {
  it('can be passed by other users under a strict umask, but what lies in them is private', async () => {
    const parent = await temporaryFolder(ordinaryUser);
    const folder = join(parent, 'a', 'b');
    const host = await startedHost(folder, ordinaryUser, ['/bin/sh', '-c', 'umask 077; exec "$@"', 'strict']);
    const modes = [join(parent, 'a'), folder, join(folder, 'postgres'), host.server.socketDirectory];
    const found = await Promise.all(modes.map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
    expect(found).toEqual(['755', '755', '700', '700']);
  });

  it('leave the mode of an existing folder alone', async () => {
    const folder = join(await temporaryFolder(), 'existing');
    await mkdir(folder, { mode: 0o750 });
    await chmod(folder, 0o750);
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(server.pid).toBeGreaterThan(0);
    expect((await stat(folder)).mode & 0o777).toBe(0o750);
  });
});
