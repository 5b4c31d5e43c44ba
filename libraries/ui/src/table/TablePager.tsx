import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './pager.module.css';
import { PAGE_SIZES } from './page-sizes.ts';

interface Props {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Rows of all pages; undefined while unknown. */
  readonly total: number | undefined;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}

const written = (count: number) => count.toLocaleString('en');

/** Which rows are shown of how many, the size of a page, and the way to the next one. */
export function TablePager({ page, pageSize, total, onPage, onPageSize }: Props) {
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total ?? 0);
  return (
    <nav className={classes['pager']} aria-label="Pages">
      <span className="ui-num" role="status">
        {total === undefined
          ? ' '
          : total === 0
            ? 'No rows'
            : `${written(first)}–${written(last)} of ${written(total)}`}
      </span>
      <label className={classes['size']}>
        Rows
        <select value={pageSize} onChange={(event) => onPageSize(Number(event.currentTarget.value))}>
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <ActionIcon size={28} aria-label="Previous page" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon size={28} aria-label="Next page" disabled={last >= (total ?? 0)} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
