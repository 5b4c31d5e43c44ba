import type { EmbedPlan } from '../plan/rows-plan.ts';
import { raise } from './raised.ts';

/**
 * The rows of a to-many embed with running totals, so that the aggregate around them stops as soon as they are too many:
 * else it would hold whatever the embed gives before anything can look at it.
 * @param rows Subselect.
 * @param size SQL of the bytes of a row `r`.
 */
export function countedRows(rows: string, size: string): string {
  const totals = `count(*) over w as guard_rows, sum(${size}) over w as guard_bytes`;
  return `select r.*, ${totals} from (${rows}) r window w as (rows unbounded preceding)`;
}

/** A JSON value of a row `r` of {@link countedRows}, as long as those so far are within the bounds of the embed. */
export function guarded({ bounds: { name, rows, bytes } }: EmbedPlan, value: string): string {
  const tooMany = `when r.guard_rows > ${rows} then ${raise('embed_rows', name)}::json`;
  const tooLarge = `when r.guard_bytes > ${bytes} then ${raise('embed_bytes', name)}::json`;
  return `case ${tooMany} ${tooLarge} else ${value} end`;
}
