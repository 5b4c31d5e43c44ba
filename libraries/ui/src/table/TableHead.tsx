import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './table.module.css';
import type { Column, TableSort } from './table-shape.ts';

/** The sticky heading; a press on a sortable column sorts up, then down. */
export function TableHead<Row, Group>({
  columns,
  sort,
}: {
  readonly columns: readonly Column<Row, Group>[];
  readonly sort: TableSort;
}) {
  return (
    <div className={classes['head']} role="rowgroup">
      <div className={classes['headRow']} role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const isSorted = sort.by === column.id;
          const direction = sort.isDescending ? 'descending' : 'ascending';
          const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={classes['headCell']}
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
                column.title
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
