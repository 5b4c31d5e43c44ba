import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serveHttp } from './support/testing/servers.ts';
import { validateStrictly } from '../../platform/kinds/validate.ts';
import { readCanary } from '../canaries/read-canary.ts';
import { kind } from './http.ts';
import { runEntry } from './support/testing/run-kind.ts';

const quick = { delay: '0', randomDelay: '0' };

/** A site of pages, each a list of links; what is not there is 404. */
function site(pages: Readonly<Record<string, readonly string[]>>, visits: string[] = []): RequestListener {
  return (request, response) => {
    const path = request.url ?? '';
    visits.push(path);
    const links = pages[path];
    if (!links) response.writeHead(404).end();
    else
      response
        .setHeader('content-type', 'text/html')
        .end(links.map((link) => `<p><A HREF="${link}">x</a><img src="/not-a-link">`).join('\n'));
  };
}

describe('http with crawl', () => {
  it('visits every page once and passes when all answer', async () => {
    const visits: string[] = [];
    await using server = await serveHttp(
      site({ '/': ['a', '/b#top', '?'], '/a': ['/', '/b'], '/b': ['mailto:x@y.z', 'a'], '/?x': [] }, visits),
    );
    const outcome = await runEntry(kind, { url: `${server.url}/`, crawl: quick });
    expect(outcome).toMatchObject({ pass: true, data: { missing: [] } });
    expect(visits.sort()).toEqual(['/', '/a', '/b']);
    expect(outcome.message).toBe('Visited: 3');
  });

  it('fails with the broken links, sorted', async () => {
    await using server = await serveHttp(site({ '/': ['/z', '/a', '/ok'], '/ok': ['/a'] }));
    const missing = [`${server.url}/a`, `${server.url}/z`];
    expect(await runEntry(kind, { url: `${server.url}/`, crawl: quick })).toMatchObject({
      pass: false,
      error: `broken links: ${missing.join(', ')}`,
      message: `Visited: 4, Missing: ${missing.join(', ')}`,
      data: { visited: 4, missing },
    });
  });

  it('goes only as deep as depth, and only where domains and filters let it', async () => {
    const pages = { '/': ['/1', 'http://other.example.test/', '/skip'], '/1': ['/2'], '/2': [], '/skip': [] };
    const run = async (crawl: object): Promise<string[]> => {
      const visits: string[] = [];
      await using server = await serveHttp(site(pages, visits));
      await runEntry(kind, { url: `${server.url}/`, crawl: { ...quick, ...crawl } });
      return visits.sort();
    };
    expect(await run({ depth: 1 })).toEqual(['/']);
    expect(await run({ depth: 2 })).toEqual(['/', '/1', '/skip']);
    expect(await run({ disallowedURLFilters: ['skip$'] })).toEqual(['/', '/1', '/2']);
    expect(await run({ filters: ['/[0-9]$'] })).toEqual(['/', '/1', '/2']);
    expect(await run({ allowedURLFilters: ['skip'] })).toEqual(['/', '/skip']);
    expect(await run({ disallowedDomains: ['127.0.0.1'] })).toEqual(['/']);
  });

  it('sends its login to the first server only', async () => {
    const logins: (string | undefined)[] = [];
    await using other = await serveHttp((request, response) => {
      logins.push(request.headers.authorization, request.headers['x-key'] as string | undefined);
      response.end();
    });
    await using server = await serveHttp(site({ '/': [`${other.url}/elsewhere`] }));
    await runEntry(kind, {
      url: `${server.url}/`,
      username: { value: 'me' },
      password: { value: 'secret' },
      headers: [{ name: 'X-Key', value: 'secret' }],
      crawl: quick,
    });
    expect(logins).toEqual([undefined, undefined]);
  });

  it('signs in everywhere on its own server with the login of the address, and does not tell it', async () => {
    const logins = new Set<string | undefined>();
    await using server = await serveHttp((request, response) => {
      logins.add(request.headers.authorization);
      site({ '/': ['a', '/b'], '/a': [] })(request, response);
    });
    const outcome = await runEntry(kind, { url: `${server.url.replace('//', '//me:s%20ecret@')}/`, crawl: quick });
    expect([...logins]).toEqual([`Basic ${Buffer.from('me:s ecret').toString('base64')}`]);
    expect(outcome).toMatchObject({ pass: false, data: { missing: [`${server.url}/b`] } });
  });

  it('stops an endless site at 500 pages and says so', async () => {
    let page = 0;
    await using server = await serveHttp((_, response) => {
      page += 3;
      response
        .setHeader('content-type', 'text/html')
        .end(`<a href="/${page}"><a href="/${page + 1}"><a href="/${page + 2}">`);
    });
    const outcome = await runEntry(
      kind,
      { url: `${server.url}/`, crawl: { ...quick, depth: 0, parallelism: 8 } },
      { deadline: 15_000 },
    );
    expect(outcome).toMatchObject({
      pass: false,
      error: expect.stringContaining('500 pages') as string,
      data: { visited: 500 },
    });
  });

  it('ends with the deadline when a page never answers', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url === '/') response.setHeader('content-type', 'text/html').end('<a href="/silent">');
    });
    const outcome = await runEntry(kind, { url: `${server.url}/`, crawl: quick }, { deadline: 200 });
    expect(outcome).toMatchObject({ pass: false });
    expect(outcome.duration).toBeLessThan(30_000);
  });

  it('takes a moment for a filter that takes a backtracking engine for ever', async () => {
    const page = `/${'a'.repeat(100)}!`;
    await using server = await serveHttp(site({ '/': [page, '/b'], '/b': [] }));
    const filters = ['^.*/(a+)+$', '/b$'];
    expect(await runEntry(kind, { url: `${server.url}/`, crawl: { ...quick, filters } })).toMatchObject({
      pass: true,
      data: { visited: 2 },
    });
  });

  it('stops with a reason when the filters take too long for all links together', async () => {
    const links = Array.from({ length: 2_000 }, (_, index) => `/c${index}${'ab'.repeat(230)}`);
    await using server = await serveHttp(site({ '/': links }));
    const filters = ['[ab]*a[ab]{400}c', '[ab]*b[ab]{400}c'];
    expect(await runEntry(kind, { url: `${server.url}/`, crawl: { ...quick, filters } })).toMatchObject({
      pass: false,
      error: expect.stringContaining('the filters take too long') as string,
    });
  });

  it('stops with a reason at an address that is too long for its filters', async () => {
    await using server = await serveHttp(site({ '/': [`/${'a'.repeat(2_000)}`] }));
    expect(await runEntry(kind, { url: `${server.url}/`, crawl: { ...quick, filters: ['[a-z]{900}'] } })).toMatchObject(
      {
        pass: false,
        error: expect.stringContaining('is too long for patterns of this size') as string,
      },
    );
  });

  it.each([
    ['filters', ['x', '(?=a)(a+)+$'], 'crawl.filters.1', 'Lookahead'],
    ['allowedURLFilters', ['(a)\\1'], 'crawl.allowedURLFilters.0', 'Backreferences'],
    ['disallowedURLFilters', ['('], 'crawl.disallowedURLFilters.0', 'missing closing )'],
    ['filters', ['(a{1000}){1000}'], 'crawl.filters.0', 'too large'],
    ['filters', Array.from({ length: 5 }, () => 'a{500}'), 'crawl.filters', 'too large together'],
  ])('refuses wrong %s where they are written', (field, filters, path, reason) => {
    const spec = { name: 'x', url: 'http://a.example', crawl: { [field]: filters } };
    expect(validateStrictly(kind, spec)).toMatchObject({
      ok: false,
      errors: { [path]: expect.stringContaining(reason) as string },
    });
    expect(readCanary({ http: [spec] }).checks[0]?.problem).toContain(reason);
  });
});
