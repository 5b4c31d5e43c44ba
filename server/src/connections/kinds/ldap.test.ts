import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, findDaemon } from '../../../testkit/daemons/daemon.ts';
import { LDAP_ADMIN, startLdap } from '../../../testkit/daemons/ldap.ts';
import { createCertificate, serveRaw } from '../testing/servers.ts';
import { serveTls } from '../testing/tls.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const PASSWORD = 'p@ss/w:rd%41#?Straße';
const STEPS = ['Name lookup', 'Connect', 'Sign in', 'First read'];
const PEOPLE = `dn: ou=Ops Team,dc=example,dc=com
objectClass: organizationalUnit
ou: Ops Team
`;

describe.runIf(findDaemon('slapd'))('an LDAP connection', () => {
  let ldap: Daemon;
  beforeAll(async () => {
    ldap = await startLdap(PASSWORD, PEOPLE);
  }, 60_000);
  afterAll(() => ldap[Symbol.asyncDispose]());
  const entry = (path = '', more: object = {}) => ({
    url: `ldap://127.0.0.1:${ldap.port}${path}`,
    username: LDAP_ADMIN,
    password: PASSWORD,
    ...more,
  });

  it('signs in and reads the entry of the address, or the root', async () => {
    const tested = await tryEntry('ldap', entry());
    expect([tested.message, stepsOf(tested)]).toEqual(['ok', STEPS]);
    expect(tested.steps.at(-1)?.detail).toBe('The root entry can be read');
    const named = await tryEntry('ldap', entry('/ou=Ops%20Team,dc=example,dc=com'));
    expect(named.steps.at(-1)?.detail).toBe('ou=Ops Team,dc=example,dc=com can be read');
  });

  it('reads without a login where a directory lets anyone in', async () => {
    expect(await tryEntry('ldap', { url: entry().url })).toMatchObject({ message: 'ok' });
  });

  it('says what is wrong with the login and the entry, and never the password', async () => {
    const wrong = await tryEntry('ldap', entry('', { password: 'wrong-password' }));
    expect([stepsOf(wrong).at(-1), wrong.message]).toEqual([
      'Sign in failed',
      expect.stringContaining('invalid credentials'),
    ]);
    const lost = await tryEntry('ldap', entry('/dc=nowhere,dc=com'));
    expect([stepsOf(lost).at(-1), lost.message]).toEqual([
      'First read failed',
      expect.stringContaining('no such object'),
    ]);
    const told = JSON.stringify([wrong, lost]);
    for (const word of [PASSWORD, 'wrong-password']) expect(told).not.toContain(word);
  });

  it('judges the certificate of the server', async () => {
    await using secure = await serveTls(ldap.port, createCertificate({ name: 'dir', names: ['dir.example'] }));
    const url = `ldaps://127.0.0.1:${secure.port}`;
    const refused = await tryEntry('ldap', entry('', { url }));
    expect([stepsOf(refused).at(-1), refused.message]).toEqual(['TLS failed', expect.stringMatching(/certificate/i)]);
    const taken = await tryEntry('ldap', entry('', { url, insecure_tls: true }));
    expect(taken).toMatchObject({ message: 'ok' });
    expect(taken.steps.find(({ name }) => name === 'TLS')?.detail).toContain('CN=dir');
  });
});

it('ends at the deadline where a server accepts and never answers', async () => {
  const asked = Promise.withResolvers<void>();
  await using silent = await serveRaw(() => asked.resolve());
  const entry = { url: `ldap://127.0.0.1:${silent.port}`, username: 'cn=ann', password: PASSWORD };
  const tested = await tryEntry('ldap', entry, { ends: asked.promise });
  expect([stepsOf(tested).at(-1), tested.message]).toEqual(['Sign in failed', 'No result within 10 s']);
});

it('says that a server speaks another protocol, or hangs up', async () => {
  const login = { username: 'cn=ann', password: PASSWORD };
  await using web = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const other = await tryEntry('ldap', { url: `ldap://127.0.0.1:${web.port}`, ...login });
  expect([stepsOf(other).at(-1), other.passed]).toEqual(['Sign in failed', false]);
  await using rude = await serveRaw((socket) => socket.destroy());
  const gone = await tryEntry('ldap', { url: `ldap://127.0.0.1:${rude.port}`, ...login });
  expect([stepsOf(gone).at(-1), gone.passed]).toEqual(['Sign in failed', false]);
});
