import { expect, it } from 'vitest';
import { serveSmtp } from '../testing/smtp.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const PASSWORD = 'p@ss word';
const guarded = (more: object = {}) =>
  serveSmtp({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'watch' && password === PASSWORD ? done(null, { user: username }) : done(new Error('no')),
    ...more,
  });
const entry = (port: number, properties: object = {}, more: object = {}) => ({
  username: 'watch',
  password: PASSWORD,
  insecure_tls: true,
  properties: {
    host: '127.0.0.1',
    port: String(port),
    from: 'watch@example.org',
    fromName: 'Watchroom',
    ...properties,
  },
  ...more,
});

it('signs in over STARTTLS, over TLS from the first byte, and in each way that is chosen', async () => {
  await using smtp = await guarded();
  await using secure = await guarded({ secure: true });
  const explicit = await tryEntry('email', entry(smtp.port, { encryptionMethod: 'ExplicitTLS' }));
  expect([explicit.message, stepsOf(explicit)]).toEqual(['ok', ['Name lookup', 'Connect', 'Sign in']]);
  const implicit = await tryEntry('email', entry(secure.port, { encryptionMethod: 'ImplicitTLS' }));
  expect([implicit.message, stepsOf(implicit)]).toEqual(['ok', ['Name lookup', 'Connect', 'TLS', 'Sign in']]);
  expect(await tryEntry('email', entry(smtp.port, { authMethod: 'Plain' }))).toMatchObject({ message: 'ok' });
});

it('says why it is not let in, without the password', async () => {
  await using smtp = await guarded();
  const wrong = await tryEntry('email', entry(smtp.port, {}, { password: 'wrong-password' }));
  expect([stepsOf(wrong).at(-1), wrong.passed]).toEqual(['Sign in failed', false]);
  expect(JSON.stringify(wrong)).not.toContain('wrong-password');
  const judged = await tryEntry(
    'email',
    entry(smtp.port, { encryptionMethod: 'ExplicitTLS' }, { insecure_tls: false }),
  );
  expect(judged.message).toMatch(/certificate/i);
  await using plain = await serveSmtp({ disabledCommands: ['STARTTLS'] });
  const none = await tryEntry('email', entry(plain.port, { encryptionMethod: 'ExplicitTLS' }));
  expect(none.passed).toBe(false);
});
