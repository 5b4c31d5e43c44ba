import type { StatusEntry } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';
import { parameters } from '../../platform/database/parameters.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { readMoment } from './time-range.ts';

/** A filter of the data API on one column, `operator.value`. */
const OPERATORS: Readonly<Record<string, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
const COLUMNS: Readonly<Record<string, (value: string, now: number) => unknown>> = {
  check_id: (value) => (UUID.test(value) ? value : refuse('check_id', `"${value}" is not an id`)),
  time: (value, now) => new Date(readMoment('time', value, now)).toISOString(),
  status: (value) =>
    (Object.hasOwn(TRUTHS, value) ? TRUTHS[value] : undefined) ??
    refuse('status', `"${value}" is neither true nor false`),
  duration: (value) => whole('duration', value),
};
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const TRUTHS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  '1': true,
  false: false,
  f: false,
  '0': false,
};
const CONTROLS = new Set(['select', 'order', 'limit', 'offset']);
const MOST_ROWS = 1_000;

export interface StatusPage {
  readonly rows: StatusEntry[];
  readonly offset: number;
  /** Null when the count was not asked for. */
  readonly total: number | null;
}

/**
 * The history of a check in a simple form of the data API: filters on `check_id` (required), `time`, `status`, `duration`,
 * newest first, `limit` and `offset`. @throws CatalogueError invalid_input naming the parameter that is not served.
 */
export async function readStatuses(
  reader: Queryable,
  query: Readonly<Record<string, string | string[]>>,
  counted: boolean,
  now: number,
): Promise<StatusPage> {
  const bound = parameters();
  const conditions: string[] = [];
  for (const [column, given] of Object.entries(query)) {
    if (CONTROLS.has(column)) continue;
    const read = Object.hasOwn(COLUMNS, column) ? COLUMNS[column] : undefined;
    if (!read) refuse(column, 'is no column to filter on here; use check_id, time, status or duration');
    for (const filter of Array.isArray(given) ? given : [given]) {
      const [, operator = '', value = ''] = /^(\w+)\.(.*)$/s.exec(filter) ?? [];
      const sql = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
      if (sql === undefined || !read) refuse(column, `"${filter}" is not one of eq., gt., gte., lt., lte.`);
      else conditions.push(`${column} ${sql} ${bound.add(read(value, now))}`);
    }
  }
  if (query['check_id'] === undefined) refuse('check_id', 'is required, for example check_id=eq.<id>');
  const order = single(query['order']) ?? 'time.desc';
  if (order !== 'time.desc' && order !== 'time.asc') refuse('order', 'is time.desc or time.asc');
  const limit = Math.min(MOST_ROWS, whole('limit', single(query['limit']) ?? '50'));
  const offset = whole('offset', single(query['offset']) ?? '0');
  const where = conditions.join(' and ');
  const total = counted
    ? await reader.query<{ total: number }>(
        `select count(*)::int as total from api.check_statuses where ${where}`,
        bound.values,
      )
    : undefined;
  const rows = await reader.query<StatusEntry>(
    `select check_id, time, status, coalesce(invalid, false) as invalid, duration, message, error
     from api.check_statuses where ${where} order by ${order.replace('.', ' ')} limit ${bound.add(limit)} offset ${bound.add(offset)}`,
    bound.values,
  );
  return { rows: rows.rows, offset, total: total?.rows[0]?.total ?? null };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) refuse(name, `"${text}" is no whole number`);
  return Number(text);
}

function refuse(name: string, reason: string): never {
  throw new CatalogueError('invalid_input', `${name}: ${reason}`, { fields: { [name]: reason } });
}
