import { listedTimeRange } from '@watchroom/ui/logic';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readList } from './table-address.ts';
import { exportParts } from './export/export-parts.ts';
import { keyedAddresses, listAddress, listPageQuery, listRowQuery, optionsQuery } from './table-query.ts';
import { defineList } from './table-shape.ts';
import { type AnsweringServer, startAnsweringServer } from '../tests/answering-server.ts';

const list = defineList({
  label: 'Runs',
  from: 'job_histories',
  select: 'id, name,\n status',
  key: 'id',
  columns: [{ id: 'name', title: 'Job', width: '1fr', cell: ({ name }) => name }],
  filters: [
    { type: 'choices', id: 'status', title: 'Status', options: [], initial: 'SUCCESS:-1' },
    {
      type: 'least',
      id: 'duration',
      column: 'duration_millis',
      title: 'Duration',
      options: [{ value: '1s', label: 'over 1 second', amount: 1_000 }],
    },
  ],
  search: { columns: ['name', 'resource_name'], placeholder: 'Search' },
  range: { column: 'created_at', initial: listedTimeRange('2d') },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 50,
  empty: '',
});
const NOW = Date.parse('2026-11-20T12:00:00Z');
const asked = (address: Record<string, string>) => {
  const url = new URL(listAddress(list, readList(list, address), NOW), 'http://host');
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe('what a list asks the data API', () => {
  it('is the columns, the filters that hold at first, and an order without ties', () => {
    expect(asked({})).toEqual({
      path: '/api/db/job_histories',
      select: 'id,name,status',
      'status.filter': '!SUCCESS',
      created_at: 'gt.now-2d',
      order: 'created_at.desc,id.desc',
    });
  });

  it('follows the address, with what has no value last', () => {
    expect(asked({ status: 'FAILED:1', duration: '1s', sortBy: 'name', sortOrder: 'asc' })).toMatchObject({
      'status.filter': 'FAILED',
      duration_millis: 'gte.1000',
      order: 'name.asc.nullslast,id.asc',
    });
    expect(asked({ status: 'all' })).not.toHaveProperty('status.filter');
  });

  it('names both ends of a fixed part of time', () => {
    const url = listAddress(list, readList(list, { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }), NOW);
    expect(new URLSearchParams(url).getAll('created_at')).toEqual([
      'gt.2026-11-01T00:00:00.000Z',
      'lt.2026-11-02T00:00:00.000Z',
    ]);
  });

  it('looks for text as it is typed, in each of the columns', () => {
    expect(asked({ query: ' 50%_"a\\b" ' })).toMatchObject({
      or: '(name.ilike."*50\\\\%\\\\_\\"a\\\\\\\\b\\"*",resource_name.ilike."*50\\\\%\\\\_\\"a\\\\\\\\b\\"*")',
    });
  });
});

describe('what a list reads', () => {
  let server: AnsweringServer;
  const { signal } = new AbortController();
  beforeAll(async () => {
    server = await startAnsweringServer();
    vi.stubGlobal('location', { origin: server.origin });
  });
  beforeEach(() => server.seen.splice(0));
  afterAll(async () => {
    vi.unstubAllGlobals();
    await server[Symbol.asyncDispose]();
  });
  const page = (address: Record<string, string> = {}) => listPageQuery(list, readList(list, address));

  it('is one page and the exact total', async () => {
    server.answer = { status: 206, body: '[{"id":"1"}]', headers: { 'Content-Range': '100-100/120' } };
    expect(await page({ pageIndex: '2' }).queryFn({ signal })).toEqual({ rows: [{ id: '1' }], total: 120 });
    expect(server.seen[0]?.headers['prefer']).toBe('count=exact');
    expect(server.seen[0]?.url).toContain('&limit=50&offset=100');
  });

  it('is nothing behind the last page, but still the total', async () => {
    server.answer = { status: 416, body: '{}', headers: { 'Content-Range': '*/7' } };
    expect(await page().queryFn({ signal })).toEqual({ rows: [], total: 7 });
  });

  it('fails in the words of the server', async () => {
    server.answer = { status: 403, body: '{"code":"42501","message":"permission denied"}' };
    await expect(page().queryFn({ signal })).rejects.toMatchObject({ code: 'forbidden', message: 'permission denied' });
  });

  it('is kept apart by what is shown, not by what is open', () => {
    expect(page({ open: '1', panel: 'errors' }).queryKey).toEqual(page().queryKey);
    expect(page({ pageIndex: '1' }).queryKey).not.toEqual(page().queryKey);
  });

  it('is stale with the tables behind it', () => {
    expect(page().meta.tables).toContain('job_history');
  });

  it('is one row by its key, or none', async () => {
    server.answer = { status: 200, body: '[]', headers: { 'Content-Range': '*/0' } };
    expect(await listRowQuery(list, 'a&b').queryFn({ signal })).toBeNull();
    expect(server.seen[0]?.url).toContain('id=eq.a%26b');
  });

  it('is every value of a column to choose from, without the empty ones', async () => {
    server.answer = { status: 200, body: '[{"name":"a"},{"name":null}]', headers: { 'Content-Range': '0-1/2' } };
    const options = await optionsQuery('job_history_names', 'name').queryFn({ signal });
    expect(options).toEqual([{ value: 'a', label: 'a' }]);
    expect(server.seen[0]?.url).toContain('order=name.asc');
  });

  const exported = async (addresses: readonly string[], format: 'csv' | 'json', total?: number) => {
    const far: string[] = [];
    let text = '';
    for await (const part of exportParts(addresses, format, signal, total)) {
      text += part.text;
      far.push(`${part.read}/${part.total}`);
    }
    return { text, far };
  };

  it('is exported part by part as one file', async () => {
    const answerWith = (body: string) => ({ status: 200, body, headers: { 'Content-Range': '0-9/20000' } });
    server.answer = answerWith('id,name\n1,a\n');
    expect(await exported(['/api/db/x?order=id'], 'csv')).toEqual({
      text: 'id,name\n1,a\n1,a\n',
      far: ['10000/20000', '20000/20000', '20000/20000'],
    });
    expect(server.seen.map(({ headers }) => headers['accept'])).toEqual(['text/csv', 'text/csv']);
    server.answer = answerWith('[{"id":1}]');
    expect(JSON.parse((await exported(['/api/db/x?order=id'], 'json')).text)).toEqual([{ id: 1 }, { id: 1 }]);
  });

  it('is exported by its keys, as many addresses as they need', async () => {
    const addresses = keyedAddresses(
      list,
      Array.from({ length: 200 }, (_, n) => `k${n}`),
    );
    expect(addresses).toHaveLength(2);
    expect(new URLSearchParams(addresses[1]).get('id')).toMatch(/^in\.\("k150",.*"k199"\)$/);
    server.answer = { status: 200, body: 'id\n1\n', headers: { 'Content-Range': '0-99/100' } };
    expect(await exported(addresses, 'csv', 200)).toEqual({
      text: 'id\n1\n1\n',
      far: ['100/200', '200/200', '200/200'],
    });
  });

  it('is an empty file where nothing matches', async () => {
    server.answer = { status: 200, body: '[]', headers: { 'Content-Range': '*/0' } };
    expect(JSON.parse((await exported(['/api/db/x?order=id'], 'json')).text)).toEqual([]);
  });
});
