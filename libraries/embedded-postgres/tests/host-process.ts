// A process that owns a server, to be killed by the tests. On SIGINT it still uses the database before it stops it.
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../src/index.ts';
import { query } from './query.ts';

const report = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const server = await startEmbeddedPostgres({ folder: process.argv[2] ?? '', fast: true });
  const connection = server.connection(server.superuser, 'postgres');
  process.on('SIGINT', () => {
    void query(connection, 'select 1 as one').then(async (queried) => {
      report({ queried });
      await server.stop();
      process.exit(0);
    });
  });
  report({ started: { pid: server.pid, socketDirectory: server.socketDirectory, connection } });
} catch (error) {
  report({
    failed:
      error instanceof EmbeddedPostgresError
        ? { code: error.code, message: error.message }
        : { code: 'unknown', message: String(error) },
  });
}
