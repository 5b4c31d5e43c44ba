import { refuse } from '../errors.ts';
import type { RowsQuery } from './tree.ts';

/** Rows from `offset` (counted from 0) on; without a limit all of them. */
export interface RowRange {
  readonly offset: number;
  readonly limit?: number;
}

const RANGE = /^\s*(?:items\s*=\s*)?(\d+)-(\d*)\s*$/i;

/**
 * Reads `Range: 0-24`, `10-` or `items=0-24`, for GET. A range of another unit, or one that cannot be read, is
 * as none (RFC 9110). Throws PGRST103 when the end comes before the start.
 */
export function parseRange(headers: {
  readonly range?: string | undefined;
  readonly 'range-unit'?: string | string[] | undefined;
}): RowRange | undefined {
  const unit = headers['range-unit'];
  if (headers.range === undefined) return undefined;
  if (unit !== undefined && String(unit).trim().toLowerCase() !== 'items') return undefined;
  const match = RANGE.exec(headers.range);
  if (match === null) return undefined;
  const offset = Math.min(Number(match[1]), Number.MAX_SAFE_INTEGER);
  if (match[2] === '') return { offset };
  const last = Math.min(Number(match[2]), Number.MAX_SAFE_INTEGER);
  if (last < offset) {
    throw refuse.badRange('Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  }
  return { offset, limit: last - offset + 1 };
}

/** Narrows a query to the rows that both its limit and offset and the range allow; PGRST103 when no row can be both. */
export function applyRange(rows: RowsQuery, range: RowRange | undefined): RowsQuery {
  if (range === undefined) return rows;
  const offset = Math.max(range.offset, rows.offset ?? 0);
  const end = Math.min(endOf(range), endOf({ offset: rows.offset ?? 0, ...rows }));
  if (rows.limit === 0) return { ...rows, offset };
  if (end <= offset) {
    throw refuse.badRange('Requested range not satisfiable', {
      details: 'The Range header and the limit and offset of the query have no row in common.',
    });
  }
  return end === Number.POSITIVE_INFINITY ? { ...rows, offset } : { ...rows, offset, limit: end - offset };
}

function endOf({ offset, limit }: RowRange): number {
  return limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
}
