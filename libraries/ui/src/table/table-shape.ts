import type { ReactNode } from 'react';

/** A column; `width` is a CSS grid track such as `minmax(180px, 1fr)`. */
export interface Column<Row, Group> {
  readonly id: string;
  readonly title: string;
  readonly width: string;
  readonly align?: 'right';
  readonly isSortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** What a group's heading shows in this column. */
  readonly groupCell?: (group: Group) => ReactNode;
}

export type TableItem<Group> =
  | { readonly type: 'group'; readonly key: string; readonly group: Group; readonly isCollapsed: boolean }
  /** `isGrouped`: it stands under the heading of its group. */
  | { readonly type: 'row'; readonly index: number; readonly isGrouped?: true };

export interface TableGroup<Group> {
  readonly key: string;
  /** Rows of the group. */
  readonly size: number;
  readonly group: Group;
}

export interface TableRows<Row> {
  /** `undefined` while the row is on its way. */
  readonly at: (index: number) => Row | undefined;
  readonly id: (row: Row) => string;
  /** Address of the row's details, so that it opens in a new tab too; undefined when there is nothing behind the row. */
  readonly href: (row: Row) => string | undefined;
  readonly open: (row: Row) => void;
  /** The row on a phone. */
  readonly card: (row: Row) => ReactNode;
}

export interface TableGrouping<Group> {
  readonly title: (group: Group) => ReactNode;
  readonly toggle: (key: string) => void;
}

export interface TableSort {
  readonly by: string | undefined;
  readonly isDescending: boolean;
  readonly change: (by: string, isDescending: boolean) => void;
}

/** Between columns, and at both ends of a row; the style sheet says the same. */
const GAP = 20;

/** Pixels under which the columns do not shrink: the sum of what each asks for at least. */
export function leastWidth(columns: readonly { readonly width: string }[]): number {
  const least = columns.map(({ width }) => Number(/(\d+)px/.exec(width)?.[1] ?? 0));
  return least.reduce((sum, pixels) => sum + pixels + GAP, GAP);
}

/**
 * Lays rows and group headings into one list. Rows come group after group; a group of one row stands without a
 * heading, and a collapsed group keeps only its heading.
 * @param total rows in all, loaded or not.
 */
export function tableItems<Group>(
  total: number,
  groups: readonly TableGroup<Group>[],
  collapsed: ReadonlySet<string>,
): readonly TableItem<Group>[] {
  const items: TableItem<Group>[] = [];
  let index = 0;
  // Headings over other rows than theirs would lie: without a full count there are none.
  const counted = groups.reduce((sum, group) => sum + group.size, 0);
  for (const { key, size, group } of counted === total ? groups : []) {
    const isCollapsed = collapsed.has(key) && size > 1;
    if (size > 1) items.push({ type: 'group', key, group, isCollapsed });
    for (let row = 0; row < size && !isCollapsed; row += 1)
      items.push({ type: 'row', index: index + row, ...(size > 1 && { isGrouped: true as const }) });
    index += size;
  }
  for (; index < total; index += 1) items.push({ type: 'row', index });
  return items;
}
