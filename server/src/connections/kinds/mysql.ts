import type { RowDataPacket } from 'mysql2';
import { defineConnectionKind } from './support/define.ts';
import { address, entrySchema, insecureTls, requiredLogin, text } from './support/fields.ts';
import { loginOf } from './support/login.ts';
import { STEPS } from './support/trial.ts';

const MYSQL = /^(?:(?:mysql|mariadb):\/\/[^\s/?#]\S*|.*(?:\$\(|\{\{).*)$/;

export const kind = defineConnectionKind({
  title: 'MySQL',
  summary: 'A MySQL or MariaDB database, or one that speaks its protocol.',
  icon: 'database',
  group: 'Databases',
  schema: entrySchema({
    url: address('Address of the database; ?tls=true switches TLS on', MYSQL, 'mysql://db.example.org:3306/app'),
    ...requiredLogin,
    insecure_tls: insecureTls,
    properties: {
      host: text('Host, for templates of the address', { isRare: true }).optional(),
      database: text('Database, for templates of the address', { isRare: true }).optional(),
    },
  }),
  url: 'mysql://$(username):$(password)@$(properties.host)/$(properties.database)',
  examples: [
    {
      title: 'A database',
      spec: { url: 'mysql://db.example.org:3306/app', username: 'monitor', password: 'secret' },
    },
  ],
  rejects: [
    { spec: { username: 'a', password: 'b' }, path: 'url', reason: 'mysql://' },
    { spec: { url: 'postgres://db/app', username: 'a', password: 'b' }, path: 'url', reason: 'mysql://' },
    { spec: { url: 'mysql://db/app', password: 'b' }, path: 'username', reason: 'required' },
    { spec: { url: 'mysql://db/app', username: 'a' }, path: 'password', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, username, password } = loginOf(connection);
    const { default: mysql } = await import('mysql2');
    const port = Number(url.port || 3306);
    const socket = await trial.connect({ host: url.hostname, port });
    const hasTls = usesTls(url.searchParams);
    const client = mysql.createConnection({
      stream: socket,
      host: url.hostname,
      port,
      user: username,
      password,
      database: decodeURIComponent(url.pathname.slice(1)),
      connectTimeout: trial.left(),
      ...(hasTls && { ssl: { rejectUnauthorized: !connection.insecureTls, verifyIdentity: !connection.insecureTls } }),
    });
    client.on('error', () => undefined);
    try {
      await trial.step(STEPS.signIn, () => client.promise().connect());
      if ('stream' in client && typeof client.stream === 'object' && client.stream) trial.certificate(client.stream);
      await trial.step(
        STEPS.read,
        () => client.promise().query<RowDataPacket[]>('select version() as version'),
        ([[row]]) => `Version ${String(row?.['version'])}`,
      );
    } finally {
      client.destroy();
    }
  },
});

/** `tls=true` and `ssl-mode=REQUIRED` as the drivers of Go and the programs of MySQL have them. */
function usesTls(parameters: URLSearchParams): boolean {
  const given = new Map([...parameters].map(([name, value]) => [name.toLowerCase().replaceAll('-', ''), value]));
  const mode = (given.get('tls') ?? given.get('sslmode') ?? 'false').toLowerCase();
  return !['false', '0', 'disable', 'disabled', 'preferred'].includes(mode);
}
