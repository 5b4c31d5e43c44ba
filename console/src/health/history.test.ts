import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../app/tests/answering-server.ts';
import { type HistoryFilter, historyPageQuery, isDurationFilter } from './history.ts';

const filter = { status: 'all', duration: '', page: 0, minutes: 60 } as const;

describe('historyPageQuery', () => {
  let server: AnsweringServer;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
    server = await startAnsweringServer();
    server.answer = { status: 200, body: '[]', headers: { 'Content-Range': '*/0' } };
    vi.stubGlobal('location', { origin: server.origin });
  });
  afterAll(async () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await server[Symbol.asyncDispose]();
  });

  async function asked(given: HistoryFilter) {
    await historyPageQuery('c1', given).queryFn({ signal: new AbortController().signal });
    return [...new URL(server.seen.at(-1)?.url ?? '', server.origin).searchParams].map((pair) => pair.join('='));
  }

  it('asks for the newest 50 runs of the range', async () => {
    expect((await asked(filter)).toSorted()).toEqual([
      'check_id=eq.c1',
      'limit=50',
      'offset=0',
      'order=time.desc',
      'select=time,status,invalid,duration,message,error',
      'time=gt.2026-11-20T11:00:00.000Z',
    ]);
  });

  it('filters by status and duration and turns pages', async () => {
    const unhealthy = await asked({ ...filter, status: 'unhealthy', duration: '1.5s', page: 2 });
    expect(unhealthy).toEqual(expect.arrayContaining(['status=eq.0', 'duration=gte.1500', 'offset=100']));
    expect(await asked({ ...filter, status: 'healthy' })).toContain('status=eq.1');
  });

  it('keeps to a zoomed part of time', async () => {
    const zoomed = await asked({ ...filter, from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:05:00Z' });
    expect(zoomed.filter((pair) => pair.startsWith('time='))).toEqual([
      'time=gt.2026-11-20T10:00:00Z',
      'time=lte.2026-11-20T10:05:00Z',
    ]);
  });

  it('follows the runs of its check alone', () => {
    expect(historyPageQuery('c1', filter).meta).toEqual({ tables: ['check_statuses'], ids: { check_statuses: 'c1' } });
  });
});

describe('the duration filter', () => {
  it('takes milliseconds, seconds and nothing', () => {
    expect(['', '100ms', '30s', '5m', 'fast'].map(isDurationFilter)).toEqual([true, true, true, false, false]);
  });
});
