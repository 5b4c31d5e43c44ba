import type { Adapter, QueryPairs, RawRequest, Schema } from '@watchroom/data-api';
import { parseDateMath } from '@watchroom/time';
import type { Clock } from '../time/clock.ts';
import { type Fields, fieldsOf, isDate, pathReader, readFieldName } from './fields.ts';
import { unquote } from './select-list.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH']);
const COMPARISON = /^((?:not\.)?(?:eq|neq|gte?|lte?)\.)(.*)$/s;
/**
 * Inside `and` and `or`: quoted texts and lists, which are passed over, or `column.operator.value` of a condition. An
 * open quote or list ends with the text, so that no text is read twice.
 */
const CONDITION =
  /"(?:[^"\\]|\\.?)*"?|\.in\.\([^)]*|([(,])([\w$ ]+)(\.(?:not\.)?(?:eq|neq|gte?|lte?)\.)([^,()"]+)(?=[,)])/gs;

/**
 * Date math becomes times of RFC 3339: as values of date columns in the body of a write, and where a filter compares a
 * date column, embedded ones and those inside `and` and `or` included. `now` and `now()` become times with it; a body
 * that has nothing else goes on as the same object, since the database reads both and a body written anew loses the
 * digits of its largest numbers. Other texts are the database's to read.
 */
export function times(clock: Pick<Clock, 'now'>): Adapter {
  return (request, schema) => {
    const query = mendQuery(request, schema, clock.now());
    const body = mendBody(request, schema, clock.now());
    return query === request.query && body === request.body ? request : { ...request, query, body };
  };
}

/** RFC 3339 time that a text means, or undefined when it is none of ours. */
function momentOf(text: string, now: number): string | undefined {
  if (!text.startsWith('now') && !text.includes('||')) return undefined;
  const time = parseDateMath(text === 'now()' ? 'now' : text, now);
  return time === undefined ? undefined : new Date(time).toISOString();
}

function mendQuery(request: RawRequest, schema: Schema, now: number): QueryPairs {
  if (!request.query.some(([, value]) => mayHold(value))) return request.query;
  const fieldsAt = pathReader(request, schema);
  return request.query.map(([name, value]) => {
    if (!mayHold(value)) return [name, value];
    const { path, last } = readFieldName(name);
    const fields = fieldsAt(path);
    return [
      name,
      last === 'and' || last === 'or' ? mendLogic(value, fields, now) : mendFilter(last, value, fields, now),
    ];
  });
}

function mayHold(value: string): boolean {
  return value.includes('now') || value.includes('||');
}

function mendFilter(column: string, value: string, fields: Fields | undefined, now: number): string {
  const [, operator = '', text = ''] = COMPARISON.exec(value) ?? [];
  const moment = isDate(fields?.columns.get(unquote(column))) ? momentOf(text, now) : undefined;
  return moment === undefined ? value : operator + moment;
}

function mendLogic(value: string, fields: Fields | undefined, now: number): string {
  return value.replace(CONDITION, (whole: string, ...parts: (string | undefined)[]) => {
    const [before, column = '', operator, text = ''] = parts;
    const moment = isDate(fields?.columns.get(column.trim())) ? momentOf(text.trim(), now) : undefined;
    return moment === undefined ? whole : `${before}${column}${operator}${moment}`;
  });
}

function mendBody(request: RawRequest, schema: Schema, now: number): unknown {
  const { body } = request;
  if (request.kind !== 'relation' || !WRITES.has(request.method) || typeof body !== 'object' || !body) return body;
  const dates = [...(fieldsOf(request, schema)?.columns.values() ?? [])].filter(isDate).map((column) => column.name);
  if (!Array.isArray(body)) return mendRow(body, dates, now);
  const rows = body.map((row: unknown) => mendRow(row, dates, now));
  return rows.some((row, at) => row !== body[at]) ? rows : body;
}

function mendRow(row: unknown, dates: readonly string[], now: number): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const times: Record<string, string> = {};
  let isNeeded = false;
  for (const name of dates) {
    const value: unknown = Object.hasOwn(row, name) ? Reflect.get(row, name) : undefined;
    const time = typeof value === 'string' ? momentOf(value, now) : undefined;
    if (time === undefined) continue;
    times[name] = time;
    isNeeded ||= value !== 'now' && value !== 'now()';
  }
  return isNeeded ? { ...row, ...times } : row;
}
