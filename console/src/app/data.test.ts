import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { pageQuery, rowsQuery } from './data.ts';
import { type AnsweringServer, startAnsweringServer } from './tests/answering-server.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
  vi.stubGlobal('location', { origin: server.origin });
});
beforeEach(() => server.seen.splice(0));
afterAll(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const agents = () =>
  rowsQuery({
    from: 'agents',
    select: 'id, name, author:people!created_by(name)',
    refine: (query) => query.eq('name', 'a&b').order('name'),
  });
const page = () =>
  pageQuery({ from: 'checks', select: 'id', refine: (query) => query.order('id').range(100, 149) }).queryFn({ signal });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the query must fail'),
    (error: unknown) => error,
  );

describe('a query of the data API', () => {
  it('asks the view for the selected columns and gives its rows', async () => {
    const row = { id: '1', name: 'a&b', author: null };
    server.answer = { status: 200, body: JSON.stringify([row]) };
    const rows = await agents().queryFn({ signal });
    const names: readonly string[] = rows.map(({ name, author }) => author?.name ?? name);
    expect(names).toEqual(['a&b']);
    const { pathname, searchParams } = new URL(server.seen[0]?.url ?? '', server.origin);
    expect(pathname).toBe('/api/db/agents');
    expect(Object.fromEntries(searchParams)).toEqual({
      select: 'id,name,author:people!created_by(name)',
      name: 'eq.a&b',
      order: 'name.asc',
    });
  });

  it('counts a page exactly and reads the total', async () => {
    server.answer = { status: 206, body: '[{"id":"1"}]', headers: { 'Content-Range': '100-100/120' } };
    expect(await page()).toEqual({ rows: [{ id: '1' }], total: 120 });
    expect(server.seen[0]?.headers['prefer']).toBe('count=exact');
    expect(server.seen[0]?.url).toContain('offset=100&limit=50');
  });

  it('takes a page behind the last row for an empty one', async () => {
    const body = JSON.stringify({ code: 'PGRST103', message: 'Requested range not satisfiable' });
    server.answer = { status: 416, body, headers: { 'Content-Range': '*/7' } };
    expect(await page()).toEqual({ rows: [], total: 7 });
  });

  it.each([
    [401, '42501', 'unauthenticated'],
    [403, '42501', 'forbidden'],
    [404, 'PGRST205', 'not_found'],
    [406, 'PGRST116', 'not_found'],
    [409, '23505', 'conflict'],
    [400, '42703', 'bad_request'],
    [500, '57014', 'unavailable'],
    [503, 'PGRST002', 'unavailable'],
  ])('turns %i with code %s into "%s", and asks once', async (status, code, expected) => {
    server.answer = { status, body: JSON.stringify({ code, message: 'No.', details: null, hint: null }) };
    const error = await failureOf(page());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: expected, message: 'No.' });
    expect(server.seen).toHaveLength(1);
  });

  it('fails like every other call when nobody answers', async () => {
    server.answer = 'hangs up';
    expect(await failureOf(page())).toMatchObject({
      name: 'ApiError',
      code: expect.stringMatching(/network|offline/) as string,
    });
  });

  it('ends with the original error when its signal does', async () => {
    server.answer = 'waits';
    const interest = new AbortController();
    const ending = failureOf(agents().queryFn({ signal: interest.signal }));
    await expect.poll(() => server.seen).toHaveLength(1);
    interest.abort();
    expect(await ending).toMatchObject({ name: 'AbortError' });
  });
});

describe('what makes an answer of the data API stale', () => {
  it('is a change of any table behind the view and its embeds', () => {
    expect(agents().meta).toEqual({ tables: ['agents', 'people'] });
    const nested = 'id, canaries!inner ( name, agents(name) ), labels->>team';
    expect(rowsQuery({ from: 'check_list', select: nested }).meta.tables).toEqual(['canaries', 'checks', 'agents']);
  });

  it('can be kept to one id of a table', () => {
    const ids = { checks: 'c1' };
    expect(rowsQuery({ from: 'checks', select: '*', ids }).meta).toEqual({ tables: ['checks'], ids });
  });

  it('must be told: an embed that names no view is refused', () => {
    expect(() => rowsQuery({ from: 'agents', select: 'id, created_by(name)' })).toThrow('created_by');
  });
});
