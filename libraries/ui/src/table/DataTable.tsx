import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { usePageKeys } from './list-keys.ts';
import { DataRow, GroupRow, SkeletonRow } from './rows.tsx';
import classes from './table.module.css';
import { TableHead } from './TableHead.tsx';
import {
  type Column,
  leastWidth,
  type TableGrouping,
  type TableItem,
  type TableRows,
  type TableSort,
} from './table-shape.ts';

const ROW = 35;
const GROUP = 32;
const CARD = 92;
const OVERSCAN = 10;
const NO_GROUPING = { title: () => null, toggle: () => undefined };

interface Props<Row, Group> {
  readonly label: string;
  readonly columns: readonly Column<Row, Group>[];
  readonly items: readonly TableItem<Group>[];
  readonly rows: TableRows<Row>;
  readonly sort: TableSort;
  /** Without it `items` hold no groups. */
  readonly grouping?: TableGrouping<Group>;
  /** Pixels of a row's card on a phone. */
  readonly cardHeight?: number;
  /** Told which rows are in sight, first and last index. */
  readonly onSight: (first: number, last: number) => void;
  /** A change of it starts at the top again: another filter or order. */
  readonly resetKey: string;
  readonly empty?: ReactNode;
}

/** Rows of 35 px, drawn only where they are seen; cards on a phone. j and k move, Enter opens. */
export function DataTable<Row, Group>(props: Props<Row, Group>) {
  const { label, columns, items, rows, sort, grouping = NO_GROUPING, cardHeight = CARD, onSight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const shape = useMemo(
    () => ({
      '--tracks': columns.map((column) => column.width).join(' '),
      '--least': `${leastWidth(columns)}px`,
      '--card': `${cardHeight}px`,
    }),
    [columns, cardHeight],
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.type === 'group' ? GROUP : isPhone ? cardHeight : ROW),
    overscan: OVERSCAN,
  });
  useEffect(() => virtual.measure(), [virtual, isPhone, items, cardHeight]);

  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
    setActive(-1);
  }, [props.resetKey]);

  const shown = virtual.getVirtualItems();
  const seen = shown.flatMap(({ index }) => {
    const item = items[index];
    return item?.type === 'row' ? [item.index] : [];
  });
  const first = seen[0] ?? 0;
  const last = seen.at(-1) ?? 0;
  useEffect(() => onSight(first, last), [onSight, first, last]);

  const move = (step: number) => {
    let next = active;
    do next += step;
    while (items[next]?.type === 'group');
    if (!items[next]) return false;
    setActive(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-item="${next}"]`)?.focus({ preventScroll: true }),
    );
    return true;
  };
  usePageKeys((key) => {
    if (key === 'j') return move(1);
    if (key === 'k') return move(-1);
    const item = items[active];
    const row =
      key === 'Enter' && document.activeElement === document.body && item?.type === 'row' && rows.at(item.index);
    if (row && rows.href(row) !== undefined) rows.open(row);
    return Boolean(row);
  });

  const kind = isPhone ? 'list' : 'table';
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      role={kind}
      aria-label={label}
      aria-rowcount={isPhone ? undefined : items.length + 1}
      style={shape as CSSProperties}
    >
      {!isPhone && <TableHead columns={columns} sort={sort} />}
      {items.length === 0 && (
        <div role={isPhone ? 'listitem' : 'row'}>
          <div role={isPhone ? undefined : 'cell'}>
            {props.empty ?? <p className={classes['none']}>No data available</p>}
          </div>
        </div>
      )}
      <div
        className={classes['body']}
        role={isPhone ? 'presentation' : 'rowgroup'}
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          const isGrouped = item.type === 'row' && item.isGrouped === true;
          const place = { index, top: start, isPhone, isActive: index === active, isGrouped };
          if (item.type === 'group')
            return <GroupRow key={item.key} place={place} item={item} columns={columns} grouping={grouping} />;
          const row = rows.at(item.index);
          if (!row) return <SkeletonRow key={key} place={place} columns={columns.length} />;
          return <DataRow key={rows.id(row)} place={place} row={row} rows={rows} columns={columns} />;
        })}
      </div>
    </div>
  );
}
