import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { freePort, serveHttp, serveRaw } from './support/testing/servers.ts';
import { kind } from './http.ts';
import { runEntry } from './support/testing/run-kind.ts';

const text = (value: string): unknown => expect.stringContaining(value);

/** Runs the entry against a server that answers like this. */
async function check(answer: RequestListener, entry: Readonly<Record<string, unknown>> = {}) {
  await using server = await serveHttp(answer);
  return await runEntry(kind, { url: `${server.url}/`, ...entry });
}

describe('http and a hostile server', () => {
  it('fails when nobody listens, when the answer is no HTTP, and when the connection breaks', async () => {
    const port = await freePort();
    expect(await runEntry(kind, { url: `http://127.0.0.1:${port}` })).toMatchObject({
      error: `Connection refused by 127.0.0.1:${port}`,
    });
    for (const bytes of ['SSH-2.0-OpenSSH\r\n', '']) {
      await using server = await serveRaw((socket) => socket.end(bytes));
      expect(await runEntry(kind, { url: server.url })).toMatchObject({ pass: false, error: text('127.0.0.1') });
    }
  });

  it('ends a gzip bomb at a cap that the message names', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
    const outcome = await check((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    expect(outcome).toMatchObject({ pass: false, error: expect.stringMatching(/MiB|times/) as string });
  });

  it('ends a body without end at a cap that the message names', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const outcome = await check((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(outcome).toMatchObject({ pass: false, error: text('4 MiB') });
  });

  it('ends a drip without end at the deadline', async () => {
    const dripping = new Set<NodeJS.Timeout>();
    const outcome = await check(
      (_, response) => {
        dripping.add(setInterval(() => response.write('x'), 10));
      },
      { thresholdMillis: 100 },
    );
    for (const timer of dripping) clearInterval(timer);
    expect(outcome).toMatchObject({ pass: false, error: text('thresholdMillis is 100 ms') });
  });

  it('refuses 10,000 headers with a sentence', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `x-${index}: y\r\n`).join('');
    await using server = await serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n`));
    expect(await runEntry(kind, { url: server.url })).toMatchObject({ pass: false, error: text('headers') });
  });

  it('keeps what PostgreSQL can store: no NUL byte, no half character, bounded', async () => {
    const odd = JSON.stringify({ 'a\0b': ['\ud800', '\0'] });
    const outcome = await check((_, response) => response.setHeader('content-type', 'application/json').end(odd));
    expect(outcome).toMatchObject({ pass: true, data: { json: { 'a\\u0000b': ['\ufffd', '\\u0000'] } } });
    const raw = await check((_, response) => response.end(`a\0b${'é'.repeat(100_000)}`));
    const content = String(raw.data?.['content']);
    expect(content.startsWith('a\ufffdbé')).toBe(true);
    expect(content.length).toBeLessThan(70_000);
    // What is left of the JSON text once escaped backslashes are gone holds no escape that jsonb refuses.
    expect(JSON.stringify([outcome.data, raw.data]).replaceAll('\\\\', '')).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });

  it('refuses an address that the policy forbids, also behind a redirect', async () => {
    const metadata = 'http://169.254.169.254/latest/';
    expect(await runEntry(kind, { url: metadata })).toMatchObject({
      pass: false,
      error: text('policy refuses 169.254.169.254'),
    });
    expect(await check((_, response) => response.writeHead(302, { location: metadata }).end())).toMatchObject({
      error: text('policy refuses 169.254.169.254'),
    });
  });
});
