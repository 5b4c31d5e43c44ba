import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../src/index.ts';
import { listProcesses, signalProcess } from '../src/process-list.ts';
import type { RestartEvent } from '../src/supervisor.ts';
import type { Holder } from '../src/lock.ts';
import { eventually, isGone, parse, startedHost, temporaryFolder } from './harness.ts';
import { query } from './query.ts';

/** Everything that runs for a folder: postmaster, watcher shell, host process. */
const processesOf = async (folder: string) =>
  (await listProcesses()).filter(({ command }) => command.includes(folder)).map(({ command }) => command);

/** A session that computes without end and so does not notice the death of its postmaster. */
async function openBusySession(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  client.query(`do $$ begin loop end loop; end $$`).catch(() => {});
  await eventually(async () => {
    const [row] = await query(connection, 'select state from pg_stat_activity where pid = $1', [pid]);
    return row?.['state'] === 'active';
  });
  return pid;
}

describe('when the Node process is killed', () => {
  it('the server ends by itself, and so does its watcher', async () => {
    const folder = await temporaryFolder();
    const host = await startedHost(folder);
    host.process.kill('SIGKILL');
    await eventually(async () => (await processesOf(folder)).length === 0);
    expect(await isGone(host.server.pid)).toBe(true);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('a start right away waits for the old server and finds what was committed', async () => {
    const folder = await temporaryFolder();
    const host = await startedHost(folder);
    await query(host.server.connection, 'create table kept as select 42 as answer');
    // Stopped, it cannot act on the shutdown request: the new start must wait, and is not refused.
    process.kill(host.server.pid, 'SIGSTOP');
    host.process.kill('SIGKILL');
    await host.exited;
    const starting = startEmbeddedPostgres({ folder, fast: true });
    const holder = async () => parse<Holder>(await readFile(join(folder, 'holder.json'), 'utf8'));
    await eventually(async () => (await holder()).pid === process.pid);
    expect(await isGone(host.server.pid)).toBe(false);
    process.kill(host.server.pid, 'SIGCONT');
    await using server = await starting;
    expect(await isGone(host.server.pid)).toBe(true);
    expect(await query(server.connection('postgres', 'postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('together with the server and the watcher, the next start recovers, busy sessions or not', async () => {
    const folder = await temporaryFolder();
    const host = await startedHost(folder);
    const busy = await openBusySession(host.server.connection);
    await query(host.server.connection, 'create table kept as select 42 as answer');
    host.process.kill('SIGSTOP');
    process.kill(-host.server.pid, 'SIGKILL'); // the session of postmaster and watcher
    host.process.kill('SIGKILL');
    await host.exited;
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(await isGone(busy)).toBe(true);
    expect(await query(server.connection('postgres', 'postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('together with the watcher alone, the next start ends the server that nobody owns', async () => {
    const folder = await temporaryFolder();
    const host = await startedHost(folder);
    const watcher = (await listProcesses()).find(
      ({ pid, command }) => pid !== host.server.pid && command.includes('/bin/sh') && command.includes(folder),
    );
    if (!watcher) throw new Error('no watcher found');
    process.kill(watcher.pid, 'SIGKILL');
    host.process.kill('SIGKILL');
    await host.exited;
    expect(await isGone(host.server.pid)).toBe(false);
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(await isGone(host.server.pid)).toBe(true);
    expect(server.pid).not.toBe(host.server.pid);
  });

  it('lock files whose process number now belongs to a stranger do not stop the next start', async () => {
    const folder = await temporaryFolder();
    await (await startEmbeddedPostgres({ folder, fast: true })).stop();
    const { uid, gid } = await stat(join(folder, 'postgres'));
    // The stranger runs as the server's own user: for others PostgreSQL sees by itself that the number is stale.
    const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/' });
    onTestFinished(async () => {
      stranger.kill('SIGKILL');
      await once(stranger, 'exit');
    });
    const lines = [stranger.pid, join(folder, 'postgres'), 1, 5432, join(folder, 'socket'), '', '', 'ready', ''];
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), lines.join('\n'));
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
    // The same for the lock file of the socket, which a restart finds in place.
    await writeFile(join(server.socketDirectory, '.s.PGSQL.5432.lock'), lines.join('\n'));
    const first = server.pid;
    process.kill(first, 'SIGKILL');
    await eventually(() => query(server.connection('postgres', 'postgres'), 'select 1'));
    expect(server.pid).not.toBe(first);
  });
});

describe('when the server dies under a living process', () => {
  it('brings it up again, after its orphaned sessions are ended', async () => {
    const restarts: RestartEvent[] = [];
    const folder = await temporaryFolder();
    await using server = await startEmbeddedPostgres({
      folder,
      fast: true,
      onRestart: (event) => restarts.push(event),
    });
    const admin = server.connection('postgres', 'postgres');
    await query(admin, 'create table kept as select 42 as answer');
    const busy = await openBusySession(admin);
    const first = server.pid;
    process.kill(first, 'SIGKILL');
    const rows = await eventually(() => query(admin, 'select answer from kept'));
    expect(rows).toEqual([{ answer: 42 }]);
    expect(await isGone(busy)).toBe(true);
    expect(server.pid).not.toBe(first);
    expect(restarts).toEqual([{ reason: `PostgreSQL (process ${first}) was ended by SIGKILL`, attempt: 1 }]);
  });

  it('the attempts go on with growing pauses until it starts, and stop() ends them', async () => {
    const restarts: { at: number; event: RestartEvent }[] = [];
    const folder = await temporaryFolder();
    const server = await startEmbeddedPostgres({
      folder,
      fast: true,
      onRestart: (event) => restarts.push({ at: performance.now(), event }),
    });
    await writeFile(join(folder, 'postgres', 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    process.kill(server.pid, 'SIGKILL');
    await eventually(async () => restarts.length >= 3);
    expect(restarts.map(({ event }) => event.attempt).slice(0, 3)).toEqual([1, 2, 3]);
    expect(restarts[2]?.event.reason).toContain('no_such_setting');
    expect((restarts[2]?.at ?? 0) - (restarts[1]?.at ?? 0)).toBeGreaterThan(390);
    await server.stop();
    const count = restarts.length;
    await writeFile(join(folder, 'postgres', 'postgresql.auto.conf'), '');
    await using again = await startEmbeddedPostgres({ folder, fast: true });
    expect(restarts.length).toBe(count);
    expect(await isGone(again.pid)).toBe(false);
  });

  it('stop() in the middle of the restart leaves no server', async () => {
    const folder = await temporaryFolder();
    const restarting = Promise.withResolvers<RestartEvent>();
    const server = await startEmbeddedPostgres({ folder, fast: true, onRestart: restarting.resolve });
    process.kill(server.pid, 'SIGKILL');
    await restarting.promise;
    await server.stop();
    expect(await processesOf(folder)).toEqual([]);
    await using again = await startEmbeddedPostgres({ folder, fast: true });
    expect(await query(again.connection('postgres', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('signals to the process group', () => {
  it('Ctrl+C reaches Node alone, which can still use the database', async () => {
    const host = await startedHost(await temporaryFolder());
    process.kill(-host.pid, 'SIGINT');
    expect(await host.next()).toEqual({ queried: [{ one: 1 }] });
    await host.exited;
    expect(await isGone(host.server.pid)).toBe(true);
    signalProcess(host.server.pid, 'SIGKILL');
  });
});
