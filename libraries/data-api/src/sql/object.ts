import type { OutputKey } from '../plan/rows-plan.ts';
import { quoteLiteral, type SqlWriter } from './writer.ts';

/** A function of PostgreSQL takes 100 arguments. */
const MAX_PAIRS = 50;

/** A JSON object with the keys in their order. */
export function renderObject(writer: SqlWriter, keys: readonly OutputKey[], values: readonly string[]): string {
  const pairs = keys.map(({ text, isTrusted }, index) => {
    const key = isTrusted ? quoteLiteral(text) : `${writer.bind(text)}::text`;
    return `${key}, ${values[index]}`;
  });
  if (pairs.length <= MAX_PAIRS) return `json_build_object(${pairs.join(', ')})`;
  const parts: string[] = [];
  for (let start = 0; start < pairs.length; start += MAX_PAIRS) {
    // Without its braces.
    parts.push(`substr(left(json_build_object(${pairs.slice(start, start + MAX_PAIRS).join(', ')})::text, -1), 2)`);
  }
  return `('{' || ${parts.join(` || ', ' || `)} || '}')::json`;
}
