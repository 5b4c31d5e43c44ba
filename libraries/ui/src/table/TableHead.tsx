import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ColumnEdge } from './ColumnEdge.tsx';
import { PickAll } from './PickCell.tsx';
import classes from './table.module.css';
import type { Column, TableSelection, TableSort, TableWidths } from './table-shape.ts';

interface Props<Row, Group> {
  readonly columns: readonly Column<Row, Group>[];
  readonly sort: TableSort;
  readonly selection: TableSelection | undefined;
  readonly widths: TableWidths | undefined;
  /** The grid tracks as they are asked for; the edges say what became of them. */
  readonly tracks: string;
}

/** The sticky heading; a press on a sortable column sorts up, then down. Its edges are drawn to the width that is wanted. */
export function TableHead<Row, Group>({ columns, sort, selection, widths, tracks }: Props<Row, Group>) {
  const row = useRef<HTMLDivElement>(null);
  const pixels = useTrackWidths(row, tracks);
  return (
    <div className={classes['head']} role="rowgroup">
      <div ref={row} className={classes['headRow']} role="row" aria-rowindex={1}>
        {selection && <PickAll holds={selection.holds} onToggle={selection.toggleAll} />}
        {columns.map((column, position) => {
          const isSorted = sort.by === column.id;
          const direction = sort.isDescending ? 'descending' : 'ascending';
          const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={classes['headCell']}
              data-first={position === 0 || undefined}
              data-align={column.align}
              aria-sort={column.isSortable ? (isSorted ? direction : 'none') : undefined}
            >
              {column.isSortable ? (
                <button
                  type="button"
                  className={classes['sort']}
                  onClick={() => sort.change(column.id, isSorted && !sort.isDescending)}
                >
                  {column.title}
                  {isSorted && <Arrow size={13} stroke={1.8} aria-hidden />}
                </button>
              ) : (
                <span className="ui-cut">{column.title}</span>
              )}
              {widths && (
                <ColumnEdge
                  title={column.title}
                  width={widths.of[column.id] ?? pixels[position + (selection ? 1 : 0)] ?? 0}
                  onWidth={(width) => widths.change(column.id, width)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Pixels of each grid track as the browser lays them out. */
function useTrackWidths(row: RefObject<HTMLElement | null>, tracks: string): readonly number[] {
  const [pixels, setPixels] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const measure = () => setPixels(getComputedStyle(element).gridTemplateColumns.split(' ').map(Number.parseFloat));
    measure();
    const observer = new ResizeObserver(measure);
    // A cell is as wide as its track, which changes with the width of its neighbours.
    for (const cell of element.children) observer.observe(cell);
    return () => observer.disconnect();
  }, [row, tracks]);
  return pixels;
}
