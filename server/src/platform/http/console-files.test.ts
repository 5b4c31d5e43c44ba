import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from './console-files.ts';
import { guardRoutes } from './guard.ts';

describe('the files of the console', () => {
  let folder: string;
  let app: FastifyInstance;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'watchroom-console-'));
    writeFileSync(join(folder, 'index.html'), 'the console');
    writeFileSync(join(folder, 'identity.html'), 'the sign-in');
    writeFileSync(join(folder, 'pages.json'), '{ "/login": "identity.html", "/error": "identity.html" }');
    app = await serve(folder);
  });
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  /** With the guard in place, before which a route without a declared permission does not start. */
  async function serve(from: string): Promise<FastifyInstance> {
    const server = fastify();
    guardRoutes(server, undefined);
    await serveConsole(server, from);
    await server.ready();
    return server;
  }
  const read = async (url: string) => (await app.inject({ url })).body;

  it.each(['/login', '/login?return_to=/health', '/error/1'])('show %s by its own file', async (url) => {
    expect(await read(url)).toBe('the sign-in');
  });

  it.each(['/', '/health', '/loginx', '/settings/login', '/constructor'])('show %s by the console', async (url) => {
    expect(await read(url)).toBe('the console');
  });

  it('answer what is no page as not found', async () => {
    expect((await app.inject({ url: '/api/login' })).statusCode).toBe(404);
    expect((await app.inject({ url: '/login/missing.js' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });

  it('are kept for good where their name carries a hash, and asked for again where it does not', async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets', 'index-1.js'), '1');
    await app.close();
    app = await serve(folder);
    expect((await app.inject({ url: '/assets/index-1.js' })).headers['cache-control']).toContain('immutable');
    expect((await app.inject({ url: '/login' })).headers['cache-control']).toBe('no-cache');
  });

  it('say what binds a page with the pages, and not with their parts', async () => {
    mkdirSync(join(folder, 'assets'));
    for (const name of ['index-1.js', 'index-1.css', 'image-1.svg']) writeFileSync(join(folder, 'assets', name), ' ');
    await app.close();
    app = fastify();
    await app.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'self'"] } },
    });
    guardRoutes(app, undefined);
    await serveConsole(app, folder);
    const headersOf = async (url: string) => (await app.inject({ url })).headers;
    for (const page of ['/login', '/assets/image-1.svg'])
      expect(await headersOf(page)).toMatchObject({
        'content-security-policy': "default-src 'self'",
        'x-frame-options': 'SAMEORIGIN',
      });
    for (const part of ['/assets/index-1.js', '/assets/index-1.css']) {
      const headers = await headersOf(part);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(
        Object.keys(headers).filter((name) => /security-policy|opener|frame|referrer|^x-(?!content)/.test(name)),
      ).toEqual([]);
    }
  });

  it('do not show what the build noted for itself', async () => {
    mkdirSync(join(folder, '.vite'));
    writeFileSync(join(folder, '.vite', 'manifest.json'), '{ "of": "the build" }');
    expect((await app.inject({ url: '/.vite/manifest.json' })).statusCode).toBe(404);
  });

  it('are missed without harm where the console was not built', async () => {
    await app.close();
    app = await serve(join(folder, 'nowhere'));
    expect((await app.inject({ url: '/login' })).statusCode).toBe(404);
  });
});
