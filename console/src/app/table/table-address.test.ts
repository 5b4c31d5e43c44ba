import { listedTimeRange } from '@watchroom/ui/logic';
import { describe, expect, it } from 'vitest';
import { changeList, doubledSize, isFiltered, matchOf, readList, writeList } from './table-address.ts';
import type { ListShape } from './table-shape.ts';

const list: ListShape = {
  columns: [{ id: 'name' }, { id: 'duration_millis' }, { id: 'agent', isUnsorted: true }],
  filters: [
    { type: 'choices', id: 'name', title: 'Job Name', options: [] },
    { type: 'choices', id: 'status', title: 'Status', options: [], initial: 'SUCCESS:-1' },
    {
      type: 'least',
      id: 'duration',
      column: 'duration_millis',
      title: 'Duration',
      options: [{ value: '1s', label: 'over 1 second', amount: 1_000 }],
    },
  ],
  search: { columns: ['name'], placeholder: 'Search' },
  range: { column: 'created_at', initial: listedTimeRange('2d') },
  groupBy: [{ id: 'name', title: 'name' }],
  sort: { by: 'created_at', isDescending: true },
  pageSize: 150,
};
const read = (address: Record<string, string>) => readList(list, address);

describe('the address of a list', () => {
  it('is empty for the defaults', () => {
    const state = read({});
    expect(state).toMatchObject({
      choices: { name: {}, status: { SUCCESS: -1 } },
      sortBy: 'created_at',
      isDescending: true,
      page: 0,
      pageSize: 150,
      range: { range: 'now-2d' },
    });
    expect(writeList(list, state)).toEqual({});
  });

  it('says everything that differs, and reads it back', () => {
    const address = {
      query: 'disk',
      name: 'sync____ a:1',
      status: 'all',
      duration: '1s',
      rangeType: 'mapped',
      display: 'Yesterday',
      timeRange: 'Yesterday',
      sortBy: 'duration_millis',
      sortOrder: 'asc',
      group: 'name',
      folded: 'a____b:1,c:1',
      pageIndex: '2',
      pageSize: '25',
      open: 'id-1',
      panel: 'errors',
    };
    expect(writeList(list, read(address))).toEqual(address);
  });

  it('takes the default for what it does not understand', () => {
    const odd = {
      sortBy: 'agent',
      sortOrder: 'up',
      pageIndex: '-1',
      pageSize: '7',
      duration: 'ages',
      group: 'agent',
      folded: 'x:1',
      range: 'yore',
      open: '',
      constructor: 'x',
    };
    expect(writeList(list, read(odd))).toEqual({});
  });

  it('takes a link that says a default for the default', () => {
    expect(writeList(list, read({ status: 'SUCCESS:-1', range: 'now-2d', pageSize: '150' }))).toEqual({});
  });
});

describe('a change of a list', () => {
  const third = read({ pageIndex: '2', open: 'id-1', panel: 'errors' });

  it('begins at the first page', () => {
    expect(changeList(third, { query: 'disk' })).toMatchObject({ page: 0, query: 'disk' });
    expect(changeList(third, { pageSize: 25 }).page).toBe(0);
  });

  it('keeps the page when it only opens, closes or turns one', () => {
    expect(changeList(third, { panel: 'summary' }).page).toBe(2);
    expect(changeList(third, { page: 3 }).page).toBe(3);
  });

  it('forgets the tab of the details with them', () => {
    expect(writeList(list, changeList(third, { open: undefined }))).toEqual({ pageIndex: '2' });
  });
});

describe('an endless list', () => {
  const endless: ListShape = { ...list, paging: 'endless', pageSize: 50 };

  it('has sizes that double, and no pages', () => {
    expect(readList(endless, { pageSize: '400', pageIndex: '2' })).toMatchObject({ pageSize: 400, page: 0 });
    expect(readList(endless, { pageSize: '150' }).pageSize).toBe(50);
    expect(doubledSize(endless, 50)).toBe(100);
    expect(doubledSize(endless, 25_600)).toBeUndefined();
  });
});

describe('groups', () => {
  it('keep the page when one is folded, and are all open again by another column', () => {
    const grouped = read({ group: 'name', folded: 'a:1', pageIndex: '2' });
    expect(changeList(grouped, { folded: ['a', 'b'] })).toMatchObject({ page: 2, folded: ['a', 'b'] });
    expect(changeList(grouped, { group: undefined })).toMatchObject({ page: 0, folded: [] });
  });
});

describe('what matches', () => {
  it('is the same on another page and in another order, and not with another filter', () => {
    expect(matchOf(list, read({ pageIndex: '2', sortBy: 'name', group: 'name' }))).toBe(matchOf(list, read({})));
    expect(matchOf(list, read({ query: 'disk' }))).not.toBe(matchOf(list, read({})));
  });
});

describe('isFiltered', () => {
  it('tells whether anything is held back, by default too', () => {
    expect(isFiltered(read({}))).toBe(true);
    expect(isFiltered({ ...read({ status: 'all' }), range: undefined })).toBe(false);
  });
});
