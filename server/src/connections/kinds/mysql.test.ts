import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, findDaemon } from '../../../testkit/daemons/daemon.ts';
import { startMariaDb } from '../../../testkit/daemons/mariadb.ts';
import { createAuthority, createCertificate } from '../testing/servers.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const PASSWORD = 'p@ss/w:rd %41#?Straße';
const STEPS = ['Name lookup', 'Connect', 'Sign in', 'First read'];

describe.runIf(findDaemon('mariadbd'))('a MySQL connection', () => {
  const authority = createAuthority();
  let mariadb: Daemon;
  beforeAll(async () => {
    mariadb = await startMariaDb(
      [
        'create database shop;',
        'create database other;',
        `create user monitor@'127.0.0.1' identified by '${PASSWORD}';`,
        `grant select on shop.* to monitor@'127.0.0.1';`,
        `create user admin@'127.0.0.1' identified by '${PASSWORD}';`,
        `grant all on *.* to admin@'127.0.0.1';`,
      ],
      createCertificate({ name: 'db', names: ['db.example'], authority }),
    );
  }, 60_000);
  afterAll(() => mariadb[Symbol.asyncDispose]());
  const entry = (path = '/shop', more: object = {}) => ({
    url: `mysql://127.0.0.1:${mariadb.port}${path}`,
    username: 'monitor',
    password: PASSWORD,
    ...more,
  });

  it('signs in and reads the version', async () => {
    const tested = await tryEntry('mysql', entry());
    expect([tested.message, stepsOf(tested)]).toEqual(['ok', STEPS]);
    expect(tested.steps.at(-1)?.detail).toMatch(/^Version \d+.*MariaDB/);
    expect(await tryEntry('mysql', entry(''))).toMatchObject({ message: 'ok' });
  });

  it('takes its login from an address with odd characters, or from a template of one', async () => {
    const login = `monitor:${encodeURIComponent(PASSWORD)}`;
    const written = { url: `mysql://${login}@127.0.0.1:${mariadb.port}/shop` };
    expect(await tryEntry('mysql', written)).toMatchObject({ message: 'ok' });
    const url = `mysql://$(username):{{.password}}@$(properties.host):${mariadb.port}/$(properties.database)`;
    const properties = { host: '127.0.0.1', database: 'shop' };
    expect(await tryEntry('mysql', entry('', { url, properties }))).toMatchObject({ message: 'ok' });
  });

  it('says what is wrong with the login, the permission and the database, and never the password', async () => {
    const wrong = await tryEntry('mysql', entry('/shop', { password: 'wrong-password' }));
    const denied = await tryEntry('mysql', entry('/other'));
    const lost = await tryEntry('mysql', entry('/nowhere', { username: 'admin' }));
    for (const tested of [wrong, denied, lost]) expect(stepsOf(tested).at(-1)).toBe('Sign in failed');
    expect(wrong.message).toContain("Access denied for user 'monitor'");
    expect(denied.message).toContain("to database 'other'");
    expect(lost.message).toContain("Unknown database 'nowhere'");
    const told = JSON.stringify([wrong, denied, lost]);
    for (const word of [PASSWORD, 'wrong-password']) expect(told).not.toContain(word);
  });

  it.each(['?tls=true', '?ssl-mode=REQUIRED'])('judges the certificate of the server with %s', async (query) => {
    const refused = await tryEntry('mysql', entry(`/shop${query}`));
    expect([stepsOf(refused).at(-1), refused.message]).toEqual([
      'Sign in failed',
      expect.stringMatching(/certificate/i),
    ]);
    const taken = await tryEntry('mysql', entry(`/shop${query}`, { insecure_tls: true }));
    expect(taken).toMatchObject({ message: 'ok' });
    expect(taken.steps.find(({ name }) => name === 'TLS')?.detail).toContain('CN=db');
  });

  it('refuses a certificate of a trusted authority for another name', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, authority.cert]);
    try {
      const url = `mysql://localhost:${mariadb.port}/shop?tls=true`;
      const refused = await tryEntry('mysql', entry('', { url }));
      expect(refused.message).toMatch(/localhost.*DNS:db\.example/);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });

  it('uses no TLS unless the address asks for it', async () => {
    const tested = await tryEntry('mysql', entry('/shop?sslMode=disabled'));
    expect(stepsOf(tested)).toEqual(STEPS);
  });
});

it('ends at the deadline where a server greets and never answers', async () => {
  const asked = Promise.withResolvers<void>();
  await using silent = await serveGreeting(() => asked.resolve());
  const entry = { url: `mysql://127.0.0.1:${silent.port}/shop`, username: 'monitor', password: PASSWORD };
  const tested = await tryEntry('mysql', entry, { ends: asked.promise });
  expect([stepsOf(tested).at(-1), tested.message]).toEqual(['Sign in failed', 'No result within 10 s']);
});

/** What a server of MySQL says first (protocol 10), to a client that then sends its login. */
const GREETING = (() => {
  const challenge = 'abcdefghijklmnopqrst';
  const body = Buffer.concat([
    Buffer.from('\x0a8.0.0\0\x01\0\0\0', 'latin1'),
    Buffer.from(`${challenge.slice(0, 8)}\0`),
    // Capabilities: protocol 4.1, secure login, named ways to sign in. Between their halves: character set and status.
    Buffer.from([0x08, 0x82, 8, 2, 0, 0x08, 0, challenge.length + 1, ...Array<number>(10).fill(0)]),
    Buffer.from(`${challenge.slice(8)}\0mysql_native_password\0`),
  ]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
})();

/** A stand-in that begins as a server of MySQL does. @param onLogin runs when a client sent its login. */
async function serveGreeting(onLogin: () => void): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', onLogin);
    socket.write(GREETING);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
