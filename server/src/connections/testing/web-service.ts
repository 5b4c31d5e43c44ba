import { expect, it } from 'vitest';
import { createCertificate, serveHttp, serveHttps, serveRaw } from './servers.ts';
import { stepsOf, tryEntry } from './try-entry.ts';

const SECRET = 'hunter2/Straße';
const login = { username: 'ann', password: SECRET };
const BASIC = `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`;

interface Service {
  /** Path and query that the real service answers. */
  readonly path: string;
  /** What the real service answers there. */
  readonly answer: unknown;
  /** Detail of the last step. */
  readonly read: string;
  /** Entries that sign in by other means than a login. */
  readonly others?: readonly { readonly entry: object; readonly authorization: string }[];
}

/** The cases that every type shares which signs in over HTTP and reads JSON, against a server that checks credentials. */
export function itReadsSignedIn(type: string, { path, answer, read, others = [] }: Service): void {
  const letIn = new Set([BASIC, ...others.map(({ authorization }) => authorization)]);
  const respond: Parameters<typeof serveHttp>[0] = (request, response) => {
    const { authorization = '' } = request.headers;
    if (authorization.startsWith('Basic') && authorization !== BASIC) return response.writeHead(401).end(authorization);
    if (!letIn.has(authorization)) return response.writeHead(403).end(authorization);
    if (request.url?.startsWith('/elsewhere')) return response.writeHead(200).end('<html>Welcome</html>');
    if (decodeURIComponent(request.url ?? '') !== `/base${path}`) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };

  it('signs in and reads an answer of the service', async () => {
    await using server = await serveHttp(respond);
    for (const address of [`${server.url}/base`, `${server.url}/base/`]) {
      const tested = await tryEntry(type, { url: address, ...login });
      expect([tested.message, tested.steps.at(-1)?.detail]).toEqual(['ok', read]);
      expect(stepsOf(tested)).toEqual(['Name lookup', 'Connect', 'Answer', 'Sign in']);
    }
    for (const { entry } of others)
      expect(await tryEntry(type, { url: `${server.url}/base`, ...entry })).toMatchObject({ message: 'ok' });
  });

  it('says what is wrong with the login, the permission and the address, and shows no secret', async () => {
    await using server = await serveHttp(respond);
    const wrong = await tryEntry(type, { url: `${server.url}/base`, username: 'ann', password: 'wrong-password' });
    expect([stepsOf(wrong).at(-1), wrong.message]).toEqual(['Sign in failed', expect.stringContaining('401')]);
    const denied = await tryEntry(type, { url: `${server.url}/base` });
    expect([stepsOf(denied).at(-1), denied.message]).toEqual(['Sign in failed', expect.stringContaining('403')]);
    const lost = await tryEntry(type, { url: `${server.url}/nowhere`, ...login });
    expect([stepsOf(lost).at(-1), lost.message]).toEqual(['Sign in failed', expect.stringContaining('404')]);
    const other = await tryEntry(type, { url: `${server.url}/elsewhere`, ...login });
    expect([stepsOf(other).at(-1), other.message]).toEqual([
      'Sign in failed',
      expect.stringContaining('does not answer as this service does'),
    ]);
    const told = JSON.stringify([wrong, denied, lost, other]);
    for (const word of [SECRET, 'wrong-password', BASIC.slice(6)]) expect(told).not.toContain(word);
  });

  it('judges the certificate of the server', async () => {
    await using server = await serveHttps(createCertificate({ name: 'other', names: ['other.example'] }), respond);
    const entry = { url: `${server.url}/base`, ...login };
    const refused = await tryEntry(type, entry);
    expect([stepsOf(refused).at(-1), refused.message]).toEqual(['TLS failed', expect.stringContaining('certificate')]);
    expect(await tryEntry(type, { ...entry, insecure_tls: true })).toMatchObject({ message: 'ok' });
  });

  it('ends at the deadline where a server accepts and never answers', async () => {
    const asked = Promise.withResolvers<void>();
    await using silent = await serveRaw(() => asked.resolve());
    const tested = await tryEntry(type, { url: silent.url, ...login }, { ends: asked.promise });
    expect([stepsOf(tested).at(-1), tested.message]).toEqual(['Answer failed', 'No result within 10 s']);
  });
}
