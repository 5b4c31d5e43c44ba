import { type Address, parseAddress, writeAddress } from '../../app/address.ts';
import type { ColumnChoice } from '../../app/table/columns/column-store.ts';
import { readList, writeList } from '../../app/table/table-address.ts';
import type { ListShape } from '../../app/table/table-shape.ts';

/** What a saved view keeps of an address: all but the page, what is open, and the view itself. @returns without the question mark */
export function keptQuery(list: ListShape, address: Address): string {
  const { tab } = address;
  const state = { ...readList(list, address), page: 0, open: undefined };
  return writeAddress({ ...(tab !== undefined && { tab }), ...writeList(list, state) }).slice(1);
}

/** The address of a saved view, with the view as the one that is chosen. */
export function viewAddress(view: { readonly id: string; readonly query: string }): Address {
  return { ...parseAddress(view.query), view: view.id };
}

/** The columns that a saved view keeps; undefined where none are of this list. */
export function viewColumns(list: { readonly label: string }, columns: unknown): ColumnChoice | undefined {
  const own = Array.isArray(columns) ? columns.filter(isKeptColumn).filter((each) => each.list === list.label) : [];
  if (own.length === 0) return undefined;
  return {
    hidden: own.filter(({ hidden }) => hidden).map(({ id }) => id),
    order: own.map(({ id }) => id),
    widths: Object.fromEntries(own.flatMap(({ id, width }) => (typeof width === 'number' ? [[id, width]] : []))),
  };
}

interface KeptColumn {
  readonly id: string;
  readonly list: string;
  readonly hidden?: boolean;
  readonly width?: number;
}

/** What a saved view keeps of columns, in their order. Each names its list, since the lists of a page share its views. */
export function keptColumns(list: { readonly label: string }, { hidden, order, widths }: ColumnChoice) {
  return order.map((id) => {
    const width = widths[id];
    return {
      id,
      list: list.label,
      ...(hidden.includes(id) && { hidden: true }),
      ...(width !== undefined && { width }),
    };
  });
}

/** Whether what is seen differs from a saved view. */
export function isChanged(
  list: ListShape & { readonly label: string },
  view: { readonly query: string; readonly columns: unknown },
  address: Address,
  choice: ColumnChoice,
): boolean {
  if (keptQuery(list, parseAddress(view.query)) !== keptQuery(list, address)) return true;
  const columns = viewColumns(list, view.columns);
  return columns !== undefined && writtenColumns(columns) !== writtenColumns(choice);
}

function writtenColumns({ hidden, order, widths }: ColumnChoice): string {
  return JSON.stringify([
    hidden.toSorted(byText),
    order,
    Object.entries(widths).toSorted(([one], [other]) => byText(one, other)),
  ]);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isKeptColumn(value: unknown): value is KeptColumn {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'list' in value
  );
}
