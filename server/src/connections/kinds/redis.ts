import { defineConnectionKind } from './support/define.ts';
import { address, entrySchema, formed, insecureTls, login } from './support/fields.ts';
import { loginOf } from './support/login.ts';
import { STEPS } from './support/trial.ts';

const REDIS = /^(?:rediss?:\/\/[^\s/?#]\S*|.*(?:\$\(|\{\{).*)$/;
const DATABASE = /^(?:\d{1,9}|.*(?:\$\(|\{\{).*)$/;
const DATABASE_SENTENCE = 'Write the number of a database, such as 0';

export const kind = defineConnectionKind({
  title: 'Redis',
  summary: 'A Redis or Valkey server, or another one that speaks its protocol.',
  icon: 'database',
  group: 'Databases',
  schema: entrySchema({
    url: address('Address of the server; rediss:// uses TLS', REDIS, 'redis://redis.example.org:6379'),
    ...login,
    insecure_tls: insecureTls,
    properties: {
      db: formed('Number of the database', DATABASE, DATABASE_SENTENCE, { title: 'Database', example: '0' }).optional(),
    },
  }),
  rules: [{ when: ['username'], require: ['password'], message: 'A user name needs a password' }],
  examples: [
    { title: 'A server with a password', spec: { url: 'redis://redis.example.org:6379', password: 'secret' } },
    {
      title: 'A user, a database and TLS',
      spec: {
        url: 'rediss://redis.example.org:6380',
        username: 'monitor',
        password: 'secret',
        properties: { db: '2' },
      },
    },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'redis://' },
    { spec: { url: 'redis.example.org:6379' }, path: 'url', reason: 'redis://' },
    { spec: { url: 'redis://a', properties: { db: 'orders' } }, path: 'properties.db', reason: 'number' },
    { spec: { url: 'redis://a', username: 'ann' }, path: 'password', reason: 'password' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, username, password } = loginOf(connection);
    const number = connection.properties['db'] || decodeURIComponent(url.pathname.slice(1)) || '0';
    if (!/^\d{1,9}$/.test(number)) throw new Error(`"${number}" is not a database. ${DATABASE_SENTENCE}`);
    const { Redis, AbstractConnector } = await import('ioredis');
    const tls = url.protocol === 'rediss:' && { tls: { rejectUnauthorized: !connection.insecureTls } };
    const socket = await trial.connect({ host: url.hostname, port: Number(url.port || 6379), ...tls });
    const client = new Redis({
      Connector: class extends AbstractConnector {
        constructor() {
          super(0);
        }
        override async connect() {
          return (this.stream = socket);
        }
      },
      // Each command is a step of its own, and no other one is sent: a user may be allowed very few.
      protocol: 2,
      disableClientInfo: true,
      enableReadyCheck: false,
      lazyConnect: true,
      retryStrategy: null,
      maxRetriesPerRequest: 0,
    });
    let broken: Error | undefined;
    client.on('error', (error: Error) => {
      broken = error;
    });
    const ask = (name: string, ...values: readonly string[]) =>
      client.call(name, ...values).catch((error: unknown) => {
        throw broken ?? error;
      });
    try {
      await trial.step(STEPS.signIn, async () => {
        await client.connect();
        if (password !== '') await ask('AUTH', ...(username === '' ? [] : [username]), password);
      });
      await trial.step(
        STEPS.read,
        async () => {
          if (number !== '0') await ask('SELECT', number);
          await ask('PING');
        },
        () => `Database ${number}`,
      );
    } finally {
      client.disconnect();
    }
  },
});
