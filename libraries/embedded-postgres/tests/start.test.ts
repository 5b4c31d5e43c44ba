import { stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../src/index.ts';
import { isGone, startFailure, temporaryFolder } from './harness.ts';
import { query } from './query.ts';

const mode = async (path: string) => (await stat(path)).mode & 0o777;

describe('startEmbeddedPostgres', () => {
  it('makes a PostgreSQL 18 cluster with the built-in C.UTF-8 locale on first use and keeps its data', async () => {
    const folder = join(await temporaryFolder(), 'new', 'folder');
    {
      await using server = await startEmbeddedPostgres({ folder, fast: true });
      const admin = server.connection(server.superuser, 'postgres');
      expect(server.timings.initdb).toBeGreaterThan(0);
      const [facts] = await query(
        admin,
        `select current_setting('server_version') as version, datlocprovider as provider, datlocale as locale,
           pg_encoding_to_char(encoding) as encoding, upper('straße é') as upper, current_setting('TimeZone') as zone
         from pg_database where datname = 'postgres'`,
      );
      expect(facts).toMatchObject({
        zone: 'UTC',
        provider: 'b',
        locale: 'C.UTF-8',
        encoding: 'UTF8',
        upper: 'STRAßE É',
      });
      expect(facts?.['version']).toMatch(/^18\./);
      await query(admin, 'create table kept as select 42 as answer');
    }
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(Object.keys(server.timings)).toEqual(['start']);
    expect(await query(server.connection('postgres', 'postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('listens on a private socket only, whatever the settings say', async () => {
    const folder = await temporaryFolder();
    await using server = await startEmbeddedPostgres({
      folder,
      fast: true,
      settings: { listen_addresses: '127.0.0.1', max_connections: '33', cluster_name: 'mine', port: '6000' },
    });
    const [facts] = await query(
      server.connection('postgres', 'postgres'),
      `select current_setting('listen_addresses') as addresses, current_setting('max_connections') as connections,
         inet_server_addr() is null as by_socket`,
    );
    expect(facts).toEqual({ addresses: '', connections: '33', by_socket: true });
    expect(await mode(server.socketDirectory)).toBe(0o700);
    expect(await mode(join(folder, 'postgres'))).toBe(0o700);
  });

  it('hands over the lines of the server log', async () => {
    const lines: string[] = [];
    const server = await startEmbeddedPostgres({
      folder: await temporaryFolder(),
      fast: true,
      onLog: (line) => lines.push(line),
    });
    await server.stop();
    expect(lines.join('\n')).toMatch(/starting PostgreSQL 18[^]*database system is shut down/);
  });

  it('is ready although the settings silence the log', async () => {
    await using server = await startEmbeddedPostgres({
      folder: await temporaryFolder(),
      fast: true,
      settings: { log_min_messages: 'panic' },
    });
    expect(await query(server.connection('postgres', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('names a wrong setting in the error and leaves nothing running', async () => {
    const folder = await temporaryFolder();
    const failure = await startFailure({ folder, fast: true, settings: { max_connections: 'many' } });
    expect(failure.code).toBe('start_failed');
    expect(failure.message).toContain('max_connections');
    expect(existsSync(join(folder, 'socket'))).toBe(false);
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    expect(server.pid).toBeGreaterThan(0);
  });

  it('stops the server, frees the folder and deletes the socket, also when stopped twice at once', async () => {
    const folder = await temporaryFolder();
    const server = await startEmbeddedPostgres({ folder, fast: true });
    await Promise.all([server.stop(), server.stop()]);
    expect(await isGone(server.pid)).toBe(true);
    expect(existsSync(server.socketDirectory)).toBe(false);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(existsSync(join(folder, 'holder.json'))).toBe(false);
  });
});
