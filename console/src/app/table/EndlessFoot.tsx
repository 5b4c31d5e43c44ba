import { Button } from '@mantine/core';
import classes from './table.module.css';

interface Props {
  readonly shown: number;
  /** Undefined while unknown. */
  readonly total: number | undefined;
  /** Loads more; undefined when everything is there, or as much as may be. */
  readonly onMore: (() => void) | undefined;
}

/** How many rows are there of how many; the end of the list loads more by itself, and the button does too. */
export function EndlessFoot({ shown, total, onMore }: Props) {
  const isCut = total !== undefined && shown < total;
  return (
    <nav className={classes['foot']} aria-label="Pages">
      <span className="ui-num" role="status">
        {total === undefined ? ' ' : total === 0 ? 'No rows' : `${written(shown)} of ${written(total)}`}
        {isCut && onMore === undefined && ' – use filters to see the rest'}
      </span>
      {onMore && <Button onClick={onMore}>Show more</Button>}
    </nav>
  );
}

const written = (count: number) => count.toLocaleString('en');
