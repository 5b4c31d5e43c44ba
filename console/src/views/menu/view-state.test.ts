import { describe, expect, it } from 'vitest';
import type { ListShape } from '../../app/table/table-shape.ts';
import { isChanged, keptColumns, keptQuery, viewAddress, viewColumns } from './view-state.ts';

const list: ListShape & { readonly label: string } = {
  label: 'Runs',
  columns: [{ id: 'name' }, { id: 'status' }],
  filters: [{ type: 'choices', id: 'status', title: 'Status', options: [] }],
  search: { columns: ['name'], placeholder: '' },
  sort: { by: 'name', isDescending: false },
  pageSize: 50,
};
const choice = { hidden: ['status'], order: ['name', 'status'], widths: { name: 90 } };

describe('a saved view', () => {
  it('keeps what is chosen, and neither the page nor what is open nor an older view', () => {
    const address = { tab: 'runs', view: 'v', status: 'FAILED:1', pageIndex: '3', open: 'x', odd: '1' };
    expect(keptQuery(list, address)).toBe('tab=runs&status=FAILED%3A1');
  });

  it('leads to its address', () => {
    expect(viewAddress({ id: 'v', query: 'status=FAILED%3A1' })).toEqual({ status: 'FAILED:1', view: 'v' });
  });

  it('keeps the columns of its list', () => {
    const kept = keptColumns(list, choice);
    expect(viewColumns(list, kept)).toEqual(choice);
    expect(viewColumns({ label: 'Others' }, kept)).toBeUndefined();
    expect(viewColumns(list, null)).toBeUndefined();
  });

  it('is changed once the address or the columns differ, but not by another page', () => {
    const view = { query: 'status=FAILED%3A1', columns: keptColumns(list, choice) };
    const same = { status: 'FAILED:1', view: 'v', pageIndex: '2', open: 'x' };
    expect(isChanged(list, view, same, choice)).toBe(false);
    expect(isChanged(list, view, { view: 'v' }, choice)).toBe(true);
    expect(isChanged(list, view, same, { ...choice, widths: {} })).toBe(true);
    expect(isChanged(list, { ...view, columns: null }, same, { ...choice, widths: {} })).toBe(false);
  });
});
