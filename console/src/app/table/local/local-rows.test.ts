import { listedTimeRange } from '@watchroom/ui/logic';
import { describe, expect, it } from 'vitest';
import { readList } from '../table-address.ts';
import type { ListLooks } from '../table-shape.ts';
import { localParts } from './local-export.ts';
import { localOptions, matchingRows } from './local-rows.ts';

interface Pod {
  readonly name: string;
  readonly size: number | null;
  readonly zone: string | null;
  readonly made: string;
  readonly labels?: readonly string[];
}

const NOW = Date.parse('2026-11-20T12:00:00Z');
const pod = (name: string, size: number | null, zone: string | null, made = '2026-11-20T11:00:00Z'): Pod => ({
  name,
  size,
  zone,
  made,
});
const ROWS = [
  pod('web-10', 5, 'eu'),
  pod('web-9', null, 'us'),
  pod('db', 20, 'eu', '2026-10-01T00:00:00Z'),
  pod('Cache', 5, null),
];
const ZONE = { type: 'choices', id: 'zone', title: 'Zone', options: 'rows' } as const;
const list: ListLooks<Pod> = {
  label: 'Pods',
  key: 'name',
  columns: [
    { id: 'name', title: 'Name', width: '1fr', cell: ({ name }) => name },
    { id: 'size', title: 'Size', width: '1fr', cell: ({ size }) => size },
    { id: 'zone', title: 'Zone', width: '1fr', cell: ({ zone }) => zone },
    { id: 'length', title: 'Length', width: '1fr', cell: () => '', value: ({ name }) => name.length },
  ],
  filters: [
    ZONE,
    { type: 'least', id: 'least', column: 'size', title: 'Size', options: [{ value: 'l', label: '', amount: 10 }] },
  ],
  search: { columns: ['name', 'zone'], placeholder: '' },
  range: { column: 'made', initial: listedTimeRange('5y') },
  sort: { by: 'name', isDescending: false },
  pageSize: 50,
  empty: '',
};
const names = (address: Record<string, string>) =>
  matchingRows(list, readList(list, address), ROWS, NOW).map(({ name }) => name);

describe('rows at hand', () => {
  it('stand in an order that counts, whatever the case', () => {
    expect(names({})).toEqual(['Cache', 'db', 'web-9', 'web-10']);
    expect(names({ sortBy: 'length' })).toEqual(['db', 'Cache', 'web-9', 'web-10']);
  });

  it('have what is missing last, either way, and ties by their key', () => {
    expect(names({ sortBy: 'size' })).toEqual(['Cache', 'web-10', 'db', 'web-9']);
    expect(names({ sortBy: 'size', sortOrder: 'desc' })).toEqual(['db', 'Cache', 'web-10', 'web-9']);
  });

  it('are filtered as the data API does', () => {
    expect(names({ zone: 'eu:1' })).toEqual(['db', 'web-10']);
    expect(names({ zone: 'eu:-1' })).toEqual(['Cache', 'web-9']);
    expect(names({ least: 'l' })).toEqual(['db']);
    expect(names({ query: ' WEB' })).toEqual(['web-9', 'web-10']);
    expect(names({ range: 'now-1d', rangeType: 'relative' })).toEqual(['Cache', 'web-9', 'web-10']);
  });

  it('offer the values that they have', () => {
    expect(localOptions(list, ZONE, ROWS).map(({ value }) => value)).toEqual(['eu', 'us']);
  });

  it('are written to a file with what each column has, quoted where it must be; in CSV no formula', async () => {
    const odd = [pod('=1+1, "x"', -1, null), pod('web', 1, '-a'), pod('＝1', 2, 'a＝')];
    const text = async (format: 'csv' | 'json') => {
      let all = '';
      for await (const part of localParts(list, odd, format)) all += part.text;
      return all;
    };
    expect(await text('csv')).toBe(`name,size,zone,length\n"'=1+1, ""x""",-1,,9\nweb,1,'-a,3\n'＝1,2,a＝,2\n`);
    expect(JSON.parse(await text('json'))).toEqual([
      { name: '=1+1, "x"', size: -1, zone: null, length: 9 },
      { name: 'web', size: 1, zone: '-a', length: 3 },
      { name: '＝1', size: 2, zone: 'a＝', length: 2 },
    ]);
  });
});
