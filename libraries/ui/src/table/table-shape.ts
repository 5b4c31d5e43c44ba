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
  /** Told when the pointer or the focus comes to a row: what it opens can be loaded before it is asked for. */
  readonly pointed?: (row: Row) => void;
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

/** Rows that a person picks. An index is that of `TableRows.at`. */
export interface TableSelection {
  readonly has: (id: string) => boolean;
  /** Of the rows that the table holds. */
  readonly holds: 'none' | 'some' | 'all';
  /** Turns one row; a range gives every row since the last one that was turned the state of this one. */
  readonly toggle: (index: number, isRange: boolean) => void;
  /** Takes all rows of the table, or none where all are taken. */
  readonly toggleAll: () => void;
}

/** Widths that a person has drawn: column → pixels. */
export interface TableWidths {
  readonly of: Readonly<Record<string, number>>;
  /** Undefined gives the column its own width again. */
  readonly change: (column: string, pixels: number | undefined) => void;
}

/** Pixels at both ends of a row; the style sheet says the same. */
const END = 20;

/** Pixels between columns. */
export const GAP = 20;

/** The same where the window is narrow. */
export const NARROW_GAP = 12;

/** The column of check boxes. */
const PICK = 16;

/** The grid tracks of a table, and the pixels under which they do not shrink. */
export function tableTracks(
  columns: readonly { readonly id: string; readonly width: string }[],
  widths: Readonly<Record<string, number>>,
  isPicked: boolean,
  gap = GAP,
): { readonly tracks: string; readonly least: number } {
  const sized = columns.map(({ id, width }) => ({ width: widths[id] === undefined ? width : `${widths[id]}px` }));
  const all = isPicked ? [{ width: `${PICK}px` }, ...sized] : sized;
  return { tracks: all.map(({ width }) => width).join(' '), least: leastWidth(all, gap) };
}

/** Pixels under which the columns do not shrink: the sum of what each asks for at least. */
export function leastWidth(columns: readonly { readonly width: string }[], gap = GAP): number {
  const least = columns.map(({ width }) => Number(/(\d+)px/.exec(width)?.[1] ?? 0));
  return least.reduce((sum, pixels) => sum + pixels + gap, 2 * END - gap);
}

/**
 * Lays rows and group headings into one list. Rows come group after group, and a collapsed group keeps only its
 * heading.
 * @param total rows in all, loaded or not.
 * @param headed rows that a group needs to stand under a heading.
 */
export function tableItems<Group>(
  total: number,
  groups: readonly TableGroup<Group>[],
  collapsed: ReadonlySet<string>,
  headed = 2,
): readonly TableItem<Group>[] {
  const items: TableItem<Group>[] = [];
  let index = 0;
  // Headings over other rows than theirs would lie: without a full count there are none.
  const counted = groups.reduce((sum, group) => sum + group.size, 0);
  for (const { key, size, group } of counted === total ? groups : []) {
    const isHeaded = size >= headed;
    const isCollapsed = isHeaded && collapsed.has(key);
    if (isHeaded) items.push({ type: 'group', key, group, isCollapsed });
    for (let row = 0; row < size && !isCollapsed; row += 1)
      items.push({ type: 'row', index: index + row, ...(isHeaded && { isGrouped: true as const }) });
    index += size;
  }
  for (; index < total; index += 1) items.push({ type: 'row', index });
  return items;
}
