import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorBody } from './errors.ts';
import { declareScope } from './guard.ts';

/** Files of the build that no browser shows as a page and no worker runs. An SVG image opened by its address is a page. */
const PART_OF_A_PAGE = /\.(?:js|css|woff2)(?:\.(?:br|gz))?$/;

/** They bind a page, and would cost more with a script than most scripts of the console weigh. */
const HEADERS_OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Serves the built console; every address that is no file and no interface is a page of it, when there is one. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  const fileOf = readPages(folder);
  // A scope of its own: the plugin's routes declare nothing, and only here does a reply know how to send a file.
  await app.register(async (scope) => {
    declareScope(scope, 'public');
    if (isBuilt)
      await scope.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        // The build keeps its own notes beside what it built.
        dotfiles: 'ignore',
        // The entity tag says the same, and no part is asked for.
        lastModified: false,
        acceptRanges: false,
        setHeaders(response, path) {
          // Names of built assets carry a hash of their content.
          const lasting = path.includes('/assets/');
          response.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
          if (PART_OF_A_PAGE.test(path)) for (const name of HEADERS_OF_PAGES) response.raw.removeHeader(name);
        },
      });
    else app.log.warn('the console is not built; only the interfaces are served');
    scope.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      const isPage = isBuilt && request.method === 'GET' && !isInterface(path) && !/\.[a-z0-9]+$/i.test(path);
      if (isPage) return reply.sendFile(fileOf(path));
      return reply.code(404).send(errorBody('not_found', `There is nothing at ${request.method} ${path}.`));
    });
  });
}

/** What programs call is never answered with a page. */
function isInterface(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/kratos/');
}

/** Pages with a file of their own, by the first part of their path; all others are shown by index.html. */
function readPages(folder: string): (path: string) => string {
  const list = join(folder, 'pages.json');
  const files = existsSync(list) ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(list, 'utf8'))) : {};
  const known = new Map(Object.entries(files));
  return (path) => known.get(`/${path.split('/')[1] ?? ''}`) ?? 'index.html';
}
