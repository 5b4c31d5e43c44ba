import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonEnvironment, type Daemon, findPart, requireDaemon, startDaemon } from './daemon.ts';

const SYSTEM_TABLES = ['mysql_system_tables', 'mysql_performance_tables', 'mysql_system_tables_data'];

/**
 * MariaDB with the databases, users and rights that statements make, one per line. Users come from 127.0.0.1: names are not
 * looked up.
 * @param identity a certificate and its key; with it the server offers TLS.
 */
export async function startMariaDb(
  statements: readonly string[],
  identity?: { readonly cert: string; readonly key: string },
): Promise<Daemon> {
  const program = requireDaemon('mariadbd');
  const share = findPart('usr/share/mysql');
  const tables = SYSTEM_TABLES.map((name) => readFileSync(join(share, `${name}.sql`), 'utf8'));
  const input = ['create database mysql;', 'use mysql;', ...tables, 'flush privileges;', ...statements, ''].join('\n');
  const options = (folder: string) => [
    '--no-defaults',
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    `--datadir=${join(folder, 'data')}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${join(share, 'charsets')}`,
    '--innodb-log-file-size=4M',
    '--innodb-buffer-pool-size=8M',
    '--skip-name-resolve',
  ];
  return startDaemon({
    program,
    prepare(folder) {
      mkdirSync(join(folder, 'data'));
      if (identity) for (const part of ['cert', 'key'] as const) writeFileSync(join(folder, part), identity[part]);
      execFileSync(program, [...options(folder), '--bootstrap'], {
        env: daemonEnvironment(),
        input,
        stdio: ['pipe', 'ignore', 'pipe'],
      });
    },
    args: (port, folder) => [
      ...options(folder),
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      ...(identity ? [`--ssl-cert=${join(folder, 'cert')}`, `--ssl-key=${join(folder, 'key')}`] : []),
    ],
  });
}
