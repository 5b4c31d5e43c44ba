import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpServer } from '../http/server.ts';
import { serveDocs } from './serve.ts';

let root: string;
let app: FastifyInstance;
const theme = () => join(root, 'theme.css');

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'watchroom-docs-'));
  mkdirSync(join(root, 'docs/room'), { recursive: true });
  writeFileSync(join(root, 'secret.md'), '# Secret');
  writeFileSync(join(root, 'README.md'), '# Home\n\nSee [the room](docs/room/guide.md#how) and [code](src/x.ts).');
  writeFileSync(
    join(root, 'docs/room/guide.md'),
    '# Room & more\n\nA guide.\n\n## How\n\n[home](../../README.md) [out](https://example.com) [bad](javascript:alert) [other](../../secret.md)\n\n## Why\n',
  );
  writeFileSync(theme(), ':root {\n  --a: red;\n}\n:root[data-scheme="dark"] {\n  --a: blue;\n}\n');
  app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
  serveDocs(app, {
    product: 'Watchroom',
    root,
    theme: theme(),
    groups: () => [
      { title: 'Start', files: ['README.md'] },
      { title: 'Room', files: ['docs/room/guide.md'] },
    ],
  });
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the documentation', () => {
  it('is read without sign-in, with a policy that allows no script', async () => {
    const answer = await app.inject('/docs/room/guide');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(answer.headers['content-security-policy']).not.toMatch(/script|unsafe/);
    expect(answer.body).not.toMatch(/<script|style=/);
  });

  it('shows a page with its title, its contents and the list of all pages', async () => {
    const { body } = await app.inject('/docs/room/guide');
    expect(body).toContain('<title>Room &amp; more · Watchroom documentation</title>');
    expect(body).toContain('<li class="level-2"><a href="#how">How</a></li>');
    expect(body).toContain('<a href="/docs/readme">Home</a>');
    expect(body).toContain('<a href="/docs/room/guide" aria-current="page">Room &amp; more</a>');
  });

  it('leads from page to page, out over the web, and nowhere else', async () => {
    expect((await app.inject('/docs/readme')).body).toContain(
      'See <a href="/docs/room/guide#how">the room</a> and code.',
    );
    const { body } = await app.inject('/docs/room/guide');
    expect(body).toContain('<a href="/docs/readme">home</a> <a href="https://example.com">out</a> bad other');
  });

  it('lists every page with what it is about, by group', async () => {
    const { body } = await app.inject('/docs/');
    expect(body).toMatch(/<h2>Room<\/h2>.*<a href="\/docs\/room\/guide">Room &amp; more<\/a><p>A guide\.<\/p>/);
  });

  it('is fetched again only when it changed', async () => {
    for (const url of ['/docs/', '/docs/room/guide', '/docs/style.css']) {
      const { headers } = await app.inject(url);
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers['etag']) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const other = await app.inject({ url, headers: { 'if-none-match': 'W/"other"' } });
      expect(other.statusCode).toBe(200);
    }
  });

  it('takes the colours of both schemes from the theme, and is light on paper', async () => {
    const { headers, body } = await app.inject('/docs/style.css');
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(body).toMatch(
      /^:root \{\n {2}--a: red;\n\}\n@media screen and \(prefers-color-scheme: dark\) \{\n:root \{\n {2}--a: blue;\n\}\n\}\n/,
    );
  });

  it.each([
    ['/docs', '/docs/'],
    ['/docs/room/guide.md', '/docs/room/guide'],
    ['/docs/room/guide/', '/docs/room/guide'],
  ])('leads %s to %s', async (url, to) => {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers['location']]).toEqual([301, to]);
  });

  it.each([
    '/docs/nothing',
    '/docs/secret',
    '/docs/secret.md',
    '/docs/..%2fsecret.md',
    '/docs/%2e%2e/secret.md',
    '/docs/room/..%2f..%2fsecret',
    '/docs/%00',
    '/docs/__proto__',
  ])('has no page at %s', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('Secret');
  });

  it('leads from an address without a page to the list of all pages', async () => {
    const { body, headers } = await app.inject('/docs/nothing');
    expect(body).toContain('<a href="/docs/">list of all pages</a>');
    expect(headers['content-type']).toContain('text/html');
  });

  it('is there again once a file that could not be read can be', async () => {
    rmSync(theme());
    expect((await app.inject('/docs/')).statusCode).toBe(500);
    writeFileSync(theme(), ':root {\n}\n:root[data-scheme="dark"] {\n}\n');
    expect((await app.inject('/docs/')).statusCode).toBe(200);
  });
});
