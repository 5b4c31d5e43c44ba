import { describe, expect, it } from 'vitest';
import { historyQuery, isDurationFilter } from './history.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const filter = { status: 'all', duration: '', page: 0, minutes: 60 } as const;

describe('historyQuery', () => {
  it('asks for the newest 50 runs of the range', () => {
    expect(historyQuery('c1', filter, now)).toEqual({
      check_id: 'eq.c1',
      time: 'gt.2026-11-20T11:00:00.000Z',
      order: 'time.desc',
      limit: '50',
      offset: '0',
    });
  });

  it('filters by status and duration and turns pages', () => {
    const query = historyQuery('c1', { ...filter, status: 'unhealthy', duration: '1.5s', page: 2 }, now);
    expect(query).toMatchObject({ status: 'eq.0', duration: 'gte.1500', offset: '100' });
  });

  it('keeps to a zoomed part of time', () => {
    const zoomed = { ...filter, from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:05:00Z' };
    expect(historyQuery('c1', zoomed, now)).toMatchObject({
      time: ['gt.2026-11-20T10:00:00Z', 'lte.2026-11-20T10:05:00Z'],
    });
  });
});

describe('the duration filter', () => {
  it('takes milliseconds, seconds and nothing', () => {
    expect(['', '100ms', '30s', '5m', 'fast'].map(isDurationFilter)).toEqual([true, true, true, false, false]);
  });
});
