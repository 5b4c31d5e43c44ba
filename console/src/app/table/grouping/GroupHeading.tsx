import type { ReactNode } from 'react';
import classes from '../table.module.css';
import type { GroupOfRows } from './group-rows.ts';

interface Props {
  readonly group: GroupOfRows;
  readonly heading: ((value: string) => ReactNode) | undefined;
  /** What the count is of, for example `of this page`; undefined is everything. */
  readonly scope: string | undefined;
}

/** What a group has in common, and how many rows it has. */
export function GroupHeading({ group: { value, size }, heading, scope }: Props) {
  return (
    <>
      <span className="ui-cut">{value === '' ? 'None' : (heading?.(value) ?? value)}</span>
      <span className={classes['groupSize']}>
        {size.toLocaleString('en')} {scope}
      </span>
    </>
  );
}
