import { globSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../platform/http/server.ts';
import { registerDocs } from './docs.ts';
import { ROOT_FOLDER } from './folders.ts';

let app: FastifyInstance;
const pages = new Map<string, string>();

beforeAll(async () => {
  app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
  registerDocs(app);
  const index = (await app.inject('/docs/')).body;
  for (const [, path = ''] of index.matchAll(/href="(\/docs\/[^"]*)"/g)) {
    if (!path.endsWith('.css')) pages.set(path, (await app.inject(path)).body);
  }
});
afterAll(() => app.close());

describe('our documentation', () => {
  it('lists every file of the folder, and no more than the named ones beside it', () => {
    const files = globSync('docs/**/*.md', { cwd: ROOT_FOLDER }).map((file) => file.slice(4, -3));
    for (const file of files) expect(pages.keys()).toContain(`/docs${file}`);
    for (const name of ['readme', 'glossary', 'changelog']) expect(pages.keys()).toContain(`/docs/${name}`);
  });

  it('has nothing but links that lead to a page and to a heading on it', () => {
    for (const [from, html] of pages)
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([#/][^"]*)"/g)) {
        const [path = '', anchor] = href.split('#');
        if (path === '/') continue;
        const target = path === '' ? html : pages.get(path);
        const wanted = anchor === undefined ? '<h1' : `id="${anchor}"`;
        expect([from, href, target?.includes(wanted)]).toEqual([from, href, true]);
      }
  });

  it('has a title of its own and one first heading on every page', () => {
    const titles = [...pages.values()].map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.size);
    for (const html of pages.values()) expect(html.match(/<h1/g)).toHaveLength(1);
  });
});
