import { refuse } from '../errors.ts';

/** `0-24/573`; `*` stands for no rows and for a total that nobody counted. */
export function contentRange(first: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${first}-${first + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

/** 200, or 206 when there is more than the page. @throws DataApiError PGRST103 when the page begins behind the last row. */
export function pageStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) {
    throw refuse.badRange('Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    });
  }
  return rows < total ? 206 : 200;
}
