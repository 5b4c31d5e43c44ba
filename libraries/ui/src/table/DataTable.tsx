import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePageKeys } from './list-keys.ts';
import { DataRow, GroupRow, SkeletonRow } from './rows.tsx';
import classes from './table.module.css';
import { TableHead } from './TableHead.tsx';
import {
  type Column,
  GAP,
  NARROW_GAP,
  type TableGrouping,
  type TableItem,
  type TableRows,
  type TableSelection,
  type TableSort,
  tableTracks,
  type TableWidths,
} from './table-shape.ts';

const ROW = 35;
const GROUP = 32;
const CARD = 92;
const OVERSCAN = 10;
const NO_WIDTHS = {};
const NO_GROUPING = { title: () => null, toggle: () => undefined };

interface Props<Row, Group> {
  readonly label: string;
  readonly columns: readonly Column<Row, Group>[];
  readonly items: readonly TableItem<Group>[];
  readonly rows: TableRows<Row>;
  readonly sort: TableSort;
  /** Without it `items` hold no groups. */
  readonly grouping?: TableGrouping<Group>;
  /** With it rows have check boxes: Space picks, with Shift a range, Ctrl+A all of them. */
  readonly selection?: TableSelection;
  /** With it columns can be drawn wider. */
  readonly widths?: TableWidths;
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
  const { selection, widths } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const gap = isNarrow ? NARROW_GAP : GAP;
  const { tracks, least } = tableTracks(columns, widths?.of ?? NO_WIDTHS, selection !== undefined, gap);
  const shape = { '--tracks': tracks, '--gap': `${gap}px`, '--least': `${least}px`, '--card': `${cardHeight}px` };
  const picking = useRef(selection);
  useEffect(() => {
    picking.current = selection;
  });
  const pick = useCallback((at: number, isRange: boolean) => picking.current?.toggle(at, isRange), []);
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
    const focus = () => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-item="${next}"]`);
      row?.focus({ preventScroll: true });
      return row;
    };
    // At once where the row is drawn, so that the next key meets it.
    if (!focus()) requestAnimationFrame(focus);
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

  const pickAll = (event: KeyboardEvent) => {
    if (!selection || event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (selection.holds !== 'all') selection.toggleAll();
  };

  const kind = isPhone ? 'list' : 'table';
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the role is table or list, by the width
    <div
      ref={scroller}
      className={classes['scroller']}
      data-picks={selection !== undefined || undefined}
      onKeyDown={pickAll}
      role={kind}
      aria-label={label}
      aria-rowcount={isPhone ? undefined : items.length + 1}
      style={shape as CSSProperties}
    >
      {!isPhone && <TableHead columns={columns} sort={sort} selection={selection} widths={widths} tracks={tracks} />}
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
          const isActive = index === active;
          const place = { index, top: start, isPhone, isActive, isGrouped, isPicked: selection && false };
          if (item.type === 'group')
            return <GroupRow key={item.key} place={place} item={item} columns={columns} grouping={grouping} />;
          const row = rows.at(item.index);
          if (!row) return <SkeletonRow key={key} place={place} columns={columns.length} />;
          const id = rows.id(row);
          const picked = { ...place, isPicked: selection?.has(id) };
          return (
            <DataRow key={id} place={picked} row={row} at={item.index} rows={rows} columns={columns} onPick={pick} />
          );
        })}
      </div>
    </div>
  );
}
