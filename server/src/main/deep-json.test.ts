import { EXPOSED_TABLES } from '@watchroom/contract/rooms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const LEVELS = 5_000;
const NIL = '00000000-0000-0000-0000-000000000000';
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
/** Its depth stands in fields that many bodies have, and in one that none has. */
const BODIES = [
  `{"name":"deep","spec":${lists(LEVELS)},"labels":${objects(LEVELS)}}`,
  `{"spec":{"http":[{"name":"deep","labels":${objects(LEVELS)}}]},"kind":"http","name":"deep"}`,
  `[${objects(LEVELS)}]`,
  objects(LEVELS),
  `{"no such field":"[[\\"[","deep":${lists(LEVELS)}}`,
];
const JSON_BODY = { 'content-type': 'application/json' };

let server: DataApiServer;
beforeAll(async () => {
  server = await startDataApiServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const writes = () => {
  const tables = Object.keys(EXPOSED_TABLES);
  const served = server.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
  return served.flatMap(({ method, url }) => {
    const path = url.replaceAll(/:(?!name)\w+/g, NIL).replace('*', '');
    const names = path.includes('/rpc/') ? ['anything'] : tables;
    return path.includes(':name')
      ? names.map((name) => ({ method, url: path.replace(':name', name) }))
      : [{ method, url: path }];
  });
};

describe('JSON that is nested 5,000 levels deep', () => {
  it('is refused with 400 and the limit by every route that takes a body', async () => {
    expect(writes().length).toBeGreaterThan(60);
    const others: unknown[] = [];
    for (const { method, url } of writes())
      for (const body of BODIES) {
        const { status, text } = await server.ask('admin', method, url, { body, headers: JSON_BODY });
        if (status !== 400 || !text.includes('deeper than 100 levels')) others.push([method, url, status, text]);
      }
    expect(others).toEqual([]);
  });

  it.each([
    ['a filter', `spec=eq.${lists(LEVELS)}`],
    ['a filter that the database cannot take', `spec=eq.${'['.repeat(30_000)}`],
    ['containment', `spec=cs.${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['containment of a list', `warnings=cs.${'{'.repeat(30_000)}`],
    ['a list of values', `spec=in.(${'['.repeat(10_000)})`],
    ['a path', `spec${'->a'.repeat(10_000)}=eq.1`],
    ['a path of the select', `select=spec${'->a'.repeat(10_000)}`],
    ['an order', `order=spec${'->a'.repeat(10_000)}`],
    ['parentheses', `or=${'('.repeat(30_000)}`],
    ['negations', `name=${'not.'.repeat(10_000)}eq.1`],
  ])('is no failure of the server in %s of a query', async (_, query) => {
    const { status, text } = await server.ask('viewer', 'GET', `canaries?${query}`);
    expect([status < 500, status, text.slice(0, 500)]).toEqual([true, status, expect.any(String)]);
  });
});

describe('JSON of 90 levels', () => {
  it('is looked at like any other', async () => {
    const body = `{"name":"deep","spec":{"http":${lists(90)}}}`;
    const { status, text } = await server.ask('editor', 'POST', 'canaries', { body, headers: JSON_BODY });
    expect([status, text]).toEqual([400, expect.stringContaining('invalid_input')]);
  });
});
