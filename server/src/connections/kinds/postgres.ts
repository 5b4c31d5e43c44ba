import { defineConnectionKind } from './support/define.ts';
import { driverSocket, driverTls } from './support/driver-socket.ts';
import { address, entrySchema, insecureTls, requiredLogin, text } from './support/fields.ts';
import { loginOf } from './support/login.ts';

const POSTGRES = /^(?:postgres(?:ql)?:\/\/[^\s/?#]\S*|.*(?:\$\(|\{\{).*)$/;

export const kind = defineConnectionKind({
  title: 'PostgreSQL',
  summary: 'A PostgreSQL database, or one that speaks its protocol.',
  icon: 'database',
  group: 'Databases',
  schema: entrySchema({
    url: address(
      'Address of the database; ?sslmode=require switches TLS on',
      POSTGRES,
      'postgres://db.example.org:5432/app',
    ),
    ...requiredLogin,
    insecure_tls: insecureTls,
    properties: {
      host: text('Host, for templates of the address', { isRare: true }).optional(),
      database: text('Database, for templates of the address', { isRare: true }).optional(),
    },
  }),
  url: 'postgres://$(username):$(password)@$(properties.host)/$(properties.database)',
  examples: [
    {
      title: 'A database',
      spec: { url: 'postgres://db.example.org:5432/app', username: 'monitor', password: 'secret' },
    },
  ],
  rejects: [
    { spec: { username: 'a', password: 'b' }, path: 'url', reason: 'postgres://' },
    { spec: { url: 'https://db.example.org', username: 'a', password: 'b' }, path: 'url', reason: 'postgres://' },
    { spec: { url: 'postgres://db/app', username: 'a' }, path: 'password', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, username, password } = loginOf(connection);
    const { default: pg } = await import('pg');
    const port = Number(url.port || 5432);
    const mode = url.searchParams.get('sslmode') ?? 'disable';
    const socket = await trial.connect({ host: url.hostname, port });
    const client = new pg.Client({
      host: url.hostname,
      port,
      user: username,
      password,
      database: decodeURIComponent(url.pathname.slice(1)) || username,
      stream: () => driverSocket(socket),
      ssl: mode === 'disable' ? false : driverTls(connection, url.hostname),
      statement_timeout: trial.left(),
    });
    client.on('error', () => undefined);
    try {
      await trial.step('Sign in', () => client.connect());
      trial.certificate(client.connection.stream);
      await trial.step(
        'First read',
        () => client.query<{ server_version: string }>('show server_version'),
        ({ rows: [row] }) => `PostgreSQL ${row?.server_version ?? ''}`,
      );
    } finally {
      await client.end().catch(() => undefined);
    }
  },
});
