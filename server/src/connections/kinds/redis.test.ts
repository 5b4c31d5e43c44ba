import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, findDaemon } from '../../../testkit/daemons/daemon.ts';
import { startRedis } from '../../../testkit/daemons/redis.ts';
import { createCertificate, serveRaw } from '../testing/servers.ts';
import { serveTls } from '../testing/tls.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const PASSWORD = 'p@ss/w:rd%41#?Straße';
const STEPS = ['Name lookup', 'Connect', 'Sign in', 'First read'];

describe.runIf(findDaemon('redis-server'))('a Redis connection', () => {
  let redis: Daemon;
  beforeAll(async () => {
    redis = await startRedis(PASSWORD, [
      'user reader on >reading-word ~* -@all +ping',
      'user mute on >mute-word ~* -@all',
    ]);
  }, 60_000);
  afterAll(() => redis[Symbol.asyncDispose]());
  const at = (path = '') => `redis://127.0.0.1:${redis.port}${path}`;

  it('signs in, chooses the database and asks it', async () => {
    const tested = await tryEntry('redis', { url: at(), password: PASSWORD, properties: { db: '3' } });
    expect([tested.message, stepsOf(tested)]).toEqual(['ok', STEPS]);
    expect(tested.steps.at(-1)?.detail).toBe('Database 3');
    const named = { url: at('/5'), username: 'default', password: PASSWORD };
    expect((await tryEntry('redis', named)).steps.at(-1)?.detail).toBe('Database 5');
    const written = { url: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${redis.port}` };
    expect(await tryEntry('redis', written)).toMatchObject({ message: 'ok' });
  });

  it('needs no more than the permission to ping', async () => {
    const login = { username: 'reader', password: 'reading-word' };
    expect(await tryEntry('redis', { url: at(), ...login })).toMatchObject({ message: 'ok' });
    const mute = await tryEntry('redis', { url: at(), username: 'mute', password: 'mute-word' });
    expect(stepsOf(mute).at(-1)).toBe('First read failed');
    expect(mute.message).toContain('NOPERM');
  });

  it('says what is wrong with the login and the database, and never the password', async () => {
    const wrong = await tryEntry('redis', { url: at(), password: 'wrong-password' });
    expect(stepsOf(wrong).at(-1)).toBe('Sign in failed');
    expect(wrong.message).toContain('WRONGPASS');
    const none = await tryEntry('redis', { url: at() });
    expect(none.message).toContain('NOAUTH');
    const lost = await tryEntry('redis', { url: at(), password: PASSWORD, properties: { db: '99' } });
    expect([stepsOf(lost).at(-1), lost.message]).toEqual([
      'First read failed',
      expect.stringContaining('out of range'),
    ]);
    const unread = await tryEntry('redis', { url: at('/orders'), password: PASSWORD });
    expect(unread.message).toContain('"orders" is not a database');
    const told = JSON.stringify([wrong, none, lost, unread]);
    for (const word of [PASSWORD, 'wrong-password']) expect(told).not.toContain(word);
  });

  it('judges the certificate of the server', async () => {
    await using secure = await serveTls(redis.port, createCertificate({ name: 'cache', names: ['cache.example'] }));
    const entry = { url: `rediss://127.0.0.1:${secure.port}`, password: PASSWORD };
    const refused = await tryEntry('redis', entry);
    expect([stepsOf(refused).at(-1), refused.message]).toEqual(['TLS failed', expect.stringMatching(/certificate/i)]);
    const taken = await tryEntry('redis', { ...entry, insecure_tls: true });
    expect(taken).toMatchObject({ message: 'ok' });
    expect(taken.steps.find(({ name }) => name === 'TLS')?.detail).toContain('CN=cache');
  });
});

it('ends at the deadline where a server accepts and never answers', async () => {
  const asked = Promise.withResolvers<void>();
  await using silent = await serveRaw(() => asked.resolve());
  const entry = { url: `redis://127.0.0.1:${silent.port}`, password: PASSWORD };
  const tested = await tryEntry('redis', entry, { ends: asked.promise });
  expect([stepsOf(tested).at(-1), tested.message]).toEqual(['Sign in failed', 'No result within 10 s']);
});

it('says that a server speaks another protocol, or hangs up', async () => {
  await using web = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const other = await tryEntry('redis', { url: `redis://127.0.0.1:${web.port}`, password: PASSWORD });
  expect([stepsOf(other).at(-1), other.passed]).toEqual(['Sign in failed', false]);
  await using rude = await serveRaw((socket) => socket.destroy());
  const gone = await tryEntry('redis', { url: `redis://127.0.0.1:${rude.port}`, password: PASSWORD });
  expect([stepsOf(gone).at(-1), gone.passed]).toEqual(['Sign in failed', false]);
});
