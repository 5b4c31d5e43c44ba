import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePostgres } from '../testing/postgres.ts';
import { createCertificate, serveRaw } from '../testing/servers.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const PASSWORD = 'p@ss/w:rd %41#?Straße';
let postgres: Awaited<ReturnType<typeof servePostgres>>;
beforeAll(async () => {
  postgres = await servePostgres(PASSWORD, createCertificate({ name: 'db', names: ['db.example'] }));
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

const entry = (more: object = {}, query = '') => ({
  url: `postgres://127.0.0.1:${postgres.port}/postgres${query}`,
  username: 'monitor',
  password: PASSWORD,
  ...more,
});

it('signs in and reads the version', async () => {
  const tested = await tryEntry('postgres', entry());
  expect(tested).toMatchObject({ passed: true, message: 'ok' });
  expect(stepsOf(tested)).toEqual(['Name lookup', 'Connect', 'Sign in', 'First read']);
  expect(tested.steps.at(-1)?.detail).toMatch(/^PostgreSQL \d+/);
});

it('takes its login from an address with odd characters, or from a template of one', async () => {
  const login = `monitor:${encodeURIComponent(PASSWORD)}`;
  const written = { url: `postgres://${login}@127.0.0.1:${postgres.port}/postgres` };
  expect(await tryEntry('postgres', written)).toMatchObject({ passed: true });
  const url = `postgres://$(username):{{.password}}@$(properties.host):${postgres.port}/$(properties.database)`;
  const properties = { host: '127.0.0.1', database: 'postgres' };
  expect(await tryEntry('postgres', entry({ url, properties }))).toMatchObject({ passed: true });
});

it('shows the certificate of the server, and judges it', async () => {
  const refused = await tryEntry('postgres', entry({}, '?sslmode=require'));
  expect(stepsOf(refused)).toEqual(['Name lookup', 'Connect', 'Sign in failed']);
  expect(refused.message).toMatch(/certificate/i);
  const taken = await tryEntry('postgres', entry({ insecure_tls: true }, '?sslmode=require'));
  expect(taken).toMatchObject({ passed: true });
  expect(taken.steps.find(({ name }) => name === 'TLS')?.detail).toContain('CN=db');
});

it('says what is wrong with the login and the database, and never the password', async () => {
  const wrong = await tryEntry('postgres', entry({ password: 'wrong-password' }));
  expect(stepsOf(wrong).at(-1)).toBe('Sign in failed');
  expect(wrong.message).toContain('password authentication failed');
  const lost = await tryEntry('postgres', { ...entry(), url: `postgres://127.0.0.1:${postgres.port}/nowhere` });
  expect(lost.message).toContain('"nowhere" does not exist');
  expect(JSON.stringify([wrong, lost])).not.toContain(PASSWORD);
  expect(JSON.stringify(wrong)).not.toContain('wrong-password');
});

it('ends at the deadline where a server accepts and never answers', async () => {
  const asked = Promise.withResolvers<void>();
  await using silent = await serveRaw(() => asked.resolve());
  const url = `postgres://127.0.0.1:${silent.port}/postgres`;
  const tested = await tryEntry('postgres', entry({ url }), { ends: asked.promise });
  expect(stepsOf(tested).at(-1)).toBe('Sign in failed');
  expect(tested.message).toBe('No result within 10 s');
});

it('does not take in what a server sends without end', async () => {
  const chunk = Buffer.alloc(1_048_576);
  await using flood = await serveRaw((socket) => {
    // A row description of one gigabyte.
    socket.write(Buffer.from([0x54, 0x40, 0, 0, 0]));
    const more = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  });
  const tested = await tryEntry('postgres', entry({ url: `postgres://127.0.0.1:${flood.port}/postgres` }));
  expect(tested).toMatchObject({ passed: false, message: 'The server sends more than 32 MiB' });
});
