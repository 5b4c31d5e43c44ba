import { createOutbound } from '@watchroom/outbound';
import { expect, it } from 'vitest';
import { createCertificate, freePort, serveHttp, serveHttps, serveRaw } from '../testing/servers.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const SECRET = 'hunter2/Straße';
const login = { username: 'ann', password: SECRET };

const guarded = () =>
  serveHttp((request, response) => {
    const basic = `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`;
    const isLetIn = [basic, `Bearer ${SECRET}`].includes(request.headers.authorization ?? '');
    response.writeHead(isLetIn ? 200 : 401).end(`${request.headers.authorization}`);
  });

it('asks the address with the login or the token', async () => {
  await using server = await guarded();
  const tested = await tryEntry('http', { url: server.url, ...login });
  expect(tested).toMatchObject({ passed: true, message: 'ok' });
  expect(stepsOf(tested)).toEqual(['Name lookup', 'Connect', 'Answer', 'Sign in']);
  expect(await tryEntry('http', { url: server.url, properties: { bearer: SECRET } })).toMatchObject({ passed: true });
});

it('says that the credentials are wrong, and shows none', async () => {
  await using server = await guarded();
  const tested = await tryEntry('http', { url: server.url, username: 'ann', password: 'wrong-password' });
  expect(stepsOf(tested).at(-1)).toBe('Sign in failed');
  expect(tested.message).toBe('The server refuses the credentials (status 401)');
  expect(JSON.stringify(tested)).not.toContain('wrong-password');
});

it('names the step that failed: name, connection, certificate, answer', async () => {
  const closed = await tryEntry('http', { url: `http://127.0.0.1:${await freePort()}`, ...login });
  expect([stepsOf(closed).at(-1), closed.message]).toEqual(['Connect failed', expect.stringContaining('refused')]);
  const nobody = await tryEntry('http', { url: 'http://nobody.invalid', ...login });
  expect([stepsOf(nobody), nobody.passed]).toEqual([['Name lookup failed'], false]);
  await using other = await serveHttps(createCertificate({ name: 'other', names: ['other.example'] }), (_, response) =>
    response.end(),
  );
  const tls = await tryEntry('http', { url: other.url, ...login });
  expect([stepsOf(tls).at(-1), tls.message]).toEqual(['TLS failed', expect.stringContaining('certificate')]);
  const taken = await tryEntry('http', { url: other.url, ...login, insecure_tls: true });
  expect(taken).toMatchObject({ passed: true });
  expect(taken.steps.find(({ name }) => name === 'TLS')?.detail).toContain('CN=other');
  const asked = Promise.withResolvers<void>();
  await using silent = await serveRaw(() => asked.resolve());
  const late = await tryEntry('http', { url: silent.url, ...login }, { ends: asked.promise });
  expect([stepsOf(late).at(-1), late.message]).toEqual(['Answer failed', 'No result within 10 s']);
});

it('reads no answer of a gigabyte', async () => {
  await using server = await serveHttp((_, response) => {
    response.writeHead(200, { 'content-length': String(2 ** 30) });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more).on('error', () => undefined);
    more();
  });
  expect(await tryEntry('http', { url: server.url })).toMatchObject({ passed: false });
});

it.each(['http://169.254.169.254/latest/meta-data', 'http://[fd00:ec2::254]/', 'http://0.0.0.0/'])(
  'does not go to %s',
  async (url) => {
    const tested = await tryEntry('http', { url, ...login });
    expect(stepsOf(tested)).toEqual(['Name lookup failed']);
  },
);

it('does not go where the policy forbids it', async () => {
  await using server = await guarded();
  await using outbound = createOutbound({ policy: { allowPrivate: false } });
  const tested = await tryEntry('http', { url: server.url, ...login }, { outbound });
  expect([stepsOf(tested), server.connections()]).toEqual([['Name lookup failed'], 0]);
});
