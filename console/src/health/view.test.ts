import { absoluteRange, listedTimeRange, mappedRange } from '@watchroom/ui/logic';
import { describe, expect, it } from 'vitest';
import { listQueryOf } from './list-query.ts';
import { changeView, readView, writeView } from './view.ts';

describe('the health view', () => {
  it('is the default of the specification in an empty address', () => {
    expect(readView({})).toMatchObject({
      hidePassing: true,
      tabBy: 'namespace',
      groupBy: 'canary_name',
      panel: 'history',
    });
    expect(writeView(readView({}))).toEqual({});
  });

  it('keeps what the palette wants to watch', () => {
    const address = { add: 'any', target: 'https://shop.test' };
    expect(readView(address).form).toEqual({ mode: 'add', kind: '', target: 'https://shop.test' });
    expect(writeView(readView(address))).toEqual(address);
  });

  it('survives the way through the address', () => {
    const address = {
      timeRange: '2d',
      labels: '{"env=prod":1,"tier":-1}',
      query: 'api',
      checkId: 'c1',
      sortBy: 'uptime',
      sortDesc: 'true',
      hidePassing: 'false',
      tabBy: 'agent',
      tab: 'local',
      groupBy: 'type',
      collapsed: 'a%2Cb,c',
      from: '2026-11-20T12:00:00Z',
      to: '2026-11-20T12:10:00Z',
      edit: 'true',
      panel: 'spec',
      status: 'unhealthy',
      duration: '500ms',
      pageIndex: '2',
    };
    expect(writeView(readView(address))).toEqual(address);
    expect(readView(address).collapsed).toEqual(['a,b', 'c']);
  });

  it('takes what it does not understand for the default', () => {
    const view = readView({
      labels: '{broken',
      sortBy: 'colour',
      timeRange: '7x',
      from: 'yesterday',
      to: 'x',
      pageIndex: '-3',
    });
    expect(writeView(view)).toEqual({});
  });

  it.each([
    { timeRange: '1h' },
    { timeRange: '1mo', timeZone: 'UTC' },
    { rangeType: 'relative', display: 'now-90m to now', range: 'now-90m' },
    { rangeType: 'mapped', display: 'Previous month', timeRange: 'Previous month' },
    {
      rangeType: 'absolute',
      display: '2026-11-20 12:00 to 14:00',
      timeZone: 'UTC',
      from: '2026-11-20T12:00:00.000Z',
      to: '2026-11-20T14:00:00.000Z',
    },
  ])('has the range in the address: %j', (address) => {
    expect(writeView(readView(address))).toEqual(address);
  });

  it.each([
    { timeRange: '1h parsec' },
    { rangeType: 'relative', range: 'now+2d' },
    { rangeType: 'mapped', timeRange: 'Next blue moon' },
    { rangeType: 'absolute', from: '2026-11-20T14:00:00Z', to: '2026-11-20T12:00:00Z' },
    { from: '2026-11-20T14:00:00Z', to: '2026-11-20T12:00:00Z' },
  ])('has no range for %j', (address) => {
    expect(writeView(readView(address))).toEqual({});
  });

  it('zooms into a part of an absolute range by taking that part', () => {
    const [from, to] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:10:00.000Z'];
    const day = absoluteRange(Date.parse('2026-11-20T00:00:00Z'), Date.parse('2026-11-21T00:00:00Z'));
    const zoomed = changeView({ ...readView({}), range: day, historyPage: 2 }, { from, to });
    expect(zoomed).toMatchObject({ range: { type: 'absolute', from, to }, from: undefined, historyPage: 0 });
    const today = mappedRange('Today');
    expect(changeView({ ...readView({}), range: today }, { from, to })).toMatchObject({ range: today, from, to });
  });

  it('starts the history at its first page when a filter of it changes', () => {
    const view = { ...readView({}), historyPage: 3 };
    expect(changeView(view, { historyStatus: 'healthy' }).historyPage).toBe(0);
    expect(changeView(view, { range: listedTimeRange('1d') }).historyPage).toBe(0);
    expect(changeView(view, { panel: 'spec' }).historyPage).toBe(3);
  });

  it('leaves the zoom when a range is chosen, and the tab when other tabs are', () => {
    const view = readView({ from: '2026-11-20T12:00:00Z', to: '2026-11-20T12:10:00Z', tab: 'x' });
    expect(changeView(view, { range: listedTimeRange('1d') }).from).toBeUndefined();
    expect(changeView(view, { tabBy: 'agent' }).tab).toBeUndefined();
  });

  it('opens another check with a fresh dialog and keeps the list', () => {
    const view = readView({ query: 'api', checkId: 'a', panel: 'spec', pageIndex: '2', edit: 'true' });
    expect(writeView(changeView(view, { checkId: 'b' }))).toEqual({ query: 'api', checkId: 'b' });
  });
});

describe('the query to the server', () => {
  it('asks only for what differs from everything', () => {
    expect(listQueryOf(readView({}))).toEqual({ hidePassing: true, tabBy: 'namespace', groupBy: 'canary_name' });
    expect(listQueryOf(readView({ groupBy: 'none', hidePassing: 'false', sortBy: 'name' }))).toEqual({
      tabBy: 'namespace',
      groupBy: 'none',
      sortBy: 'name',
      sortDesc: false,
    });
  });
});
