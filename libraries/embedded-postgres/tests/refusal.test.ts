import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lchown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBinaries } from '../src/binaries.ts';
import { startEmbeddedPostgres } from '../src/index.ts';
import { getProcess, listProcesses } from '../src/process-list.ts';
import {
  eventually,
  isGone,
  isRoot,
  ordinaryUser,
  parse,
  startFailure,
  startHost,
  startedHost,
  temporaryFolder,
} from './harness.ts';
import { query } from './query.ts';

describe('a second server on one folder', () => {
  it('is refused with the process, the folder and what to do', async () => {
    const folder = await temporaryFolder();
    const host = await startedHost(folder);
    const failure = await startFailure({ folder });
    expect(failure.code).toBe('in_use');
    expect(failure.message).toBe(
      `The data folder ${folder} is in use by process ${host.pid}. Stop that process first, or choose another data folder for this one.`,
    );
    expect(await query(host.server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is refused inside one process too', async () => {
    const folder = await temporaryFolder();
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect((await startFailure({ folder })).message).toContain(`process ${process.pid}`);
    expect(await isGone(server.pid)).toBe(false);
  });

  it('at the same first moment: one makes the cluster, the other is refused', async () => {
    const folder = await temporaryFolder();
    const hosts = [startHost(folder), startHost(folder), startHost(folder)];
    const reports = await Promise.all(hosts.map((host) => host.next()));
    const winners = reports.filter((report) => report.started);
    expect(winners.length).toBe(1);
    const winner = hosts[reports.findIndex((report) => report.started)];
    for (const { failed } of reports.filter((report) => report.failed)) {
      expect(failed).toMatchObject({ code: 'in_use' });
      expect(failed?.message).toContain(`process ${winner?.pid}`);
    }
    expect((await readdir(folder)).toSorted()).toEqual(['cluster.json', 'holder.json', 'lock', 'postgres', 'socket']);
  });

  it('is refused when the running one was started by hand', async () => {
    const folder = await temporaryFolder();
    await (await startEmbeddedPostgres({ folder, fast: true })).stop();
    const { postgres } = await findBinaries();
    const dataFolder = join(folder, 'postgres');
    const { uid, gid } = await stat(dataFolder);
    const byHand = spawn(
      postgres,
      ['-D', dataFolder, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${dataFolder}`],
      { uid, gid, cwd: '/', stdio: 'ignore' },
    );
    const ended = once(byHand, 'exit');
    onTestFinished(async () => {
      byHand.kill('SIGQUIT');
      await ended;
    });
    await eventually(async () => /ready/.test(await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')));
    const failure = await startFailure({ folder });
    expect(failure.code).toBe('in_use');
    expect(failure.message).toContain(`process ${byHand.pid}`);
    expect(byHand.exitCode ?? byHand.signalCode).toBe(null);
  });
});

describe('an interrupted first start', () => {
  it('leaves no half-made cluster: initdb ends with its parent, and the next start begins anew', async () => {
    const folder = await temporaryFolder();
    const host = startHost(folder);
    const initdb = await eventually(async () =>
      (await listProcesses()).find(({ command }) => /^\S*initdb /.test(command) && command.includes(folder)),
    );
    host.process.kill('SIGKILL');
    await host.exited;
    expect(await readdir(folder)).not.toContain('postgres');
    await mkdir(join(folder, 'postgres.unfinished-left'));
    await writeFile(join(folder, 'postgres.unfinished-left', 'PG_VERSION'), '18\n');
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(server.timings.initdb).toBeGreaterThan(0);
    await eventually(async () => (await getProcess(initdb.pid)) === undefined);
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('whose initdb fails tells its output and leaves nothing', async () => {
    const folder = await temporaryFolder();
    const host = startHost(folder);
    const initdb = await eventually(async () =>
      (await listProcesses()).find(({ command }) => /^\S*initdb /.test(command) && command.includes(folder)),
    );
    process.kill(initdb.pid, 'SIGTERM');
    const { failed } = await host.next();
    expect(failed?.code).toBe('start_failed');
    expect(failed?.message).toContain(`initdb `);
    expect((await readdir(folder)).filter((name) => name.startsWith('postgres'))).toEqual([]);
  });
});

describe('a folder that is not ours to start', () => {
  const madeCluster = async () => {
    const folder = await temporaryFolder();
    await (await startEmbeddedPostgres({ folder, fast: true })).stop();
    return folder;
  };

  it('made by another major is refused before anything is started', async () => {
    const folder = await madeCluster();
    const record = parse<object>(await readFile(join(folder, 'cluster.json'), 'utf8'));
    expect(record).toEqual({ major: 18, library: (await findBinaries()).version });
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n');
    const lines: string[] = [];
    const failure = await startFailure({ folder, onLog: (line) => lines.push(line) });
    expect(failure.code).toBe('other_major');
    expect(failure.message).toMatch(/made by PostgreSQL 17, this is PostgreSQL 18\. Export/);
    expect(lines).toEqual([]);
  });

  it('made by another user is refused with both users', async () => {
    const folder = await madeCluster();
    // As an ordinary user only root's folders are at hand; the root folder stands for "made by somebody else".
    const [other, owner] = isRoot ? [folder, ordinaryUser] : ['/', {}];
    if (isRoot) await chmod(folder, 0o777);
    const report = await startHost(other, owner).next();
    expect(report.failed?.code).toBe(isRoot ? 'other_owner' : 'unreachable_folder');
    expect(report.failed?.message).toContain('user 0, this process runs as user');
  });

  it('is refused to root when an ordinary user made it', async () => {
    const folder = await temporaryFolder(ordinaryUser);
    const host = await startedHost(folder, ordinaryUser);
    host.process.kill('SIGINT');
    await host.exited;
    const report = await startHost(folder).next();
    const message = `The data folder ${folder} was made by user 65534, this process runs as user 0. Start it as that user, or choose another data folder.`;
    expect(report).toMatchObject(isRoot ? { failed: { code: 'other_owner', message } } : { started: {} });
  });

  it('that holds something else is refused and stays as it is', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'notes.txt'), 'mine');
    if (isRoot) await lchown(join(folder, 'postgres'), 65534, 65534);
    const failure = await startFailure({ folder });
    expect(failure.code).toBe('start_failed');
    expect(failure.message).toContain('no PG_VERSION');
    expect(await readFile(join(folder, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('whose lock cannot be used is refused', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'lock'));
    const failure = await startFailure({ folder });
    expect(failure.code).toBe('unreachable_folder');
    expect(failure.message).toContain(join(folder, 'lock'));
  });

  it('that is a file is refused', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    expect((await startFailure({ folder: path })).code).toBe('unreachable_folder');
    await rm(path);
    await symlink('/nonexistent/place', path);
    expect((await startFailure({ folder: path })).code).toBe('unreachable_folder');
  });
});
