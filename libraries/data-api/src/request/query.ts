import { refuse } from '../errors.ts';
import { Budget } from './budget.ts';
import { Cursor, shown } from './cursor.ts';
import { type ParameterKey, parseKey } from './key.ts';
import { parseLogic } from './logic.ts';
import { readName } from './names.ts';
import { operatorEnd, readOperation } from './operation.ts';
import { parseOrder } from './order.ts';
import { type Level, parseSelect } from './select.ts';
import type { ParsedQuery, QueryPairs, RequestLimits } from './tree.ts';

type Draft = { -readonly [Key in keyof ParsedQuery]: ParsedQuery[Key] };

interface QueryOptions {
  readonly limits: RequestLimits;
  /** Names of the arguments of a function called by GET: also words of the grammar, such as `limit`, name arguments then. */
  readonly argumentNames?: ReadonlySet<string>;
}

/**
 * Reads the parameters of a request. Of a parameter given twice the first `select`, `columns` and `on_conflict` counts
 * and the last `order`, `limit` and `offset`; filters are ANDed. An empty `select`, `order`, `limit` or `offset` is as
 * none. Where a function is called (`argumentNames`), a parameter without an operator is an argument, also of an unknown
 * name, so that the call can say which functions there are; one with an operator is a filter, also under the name of an
 * argument. Throws PGRST100, PGRST103 (a negative limit or offset), PGRST108 and PGRST900.
 */
export function parseQuery(pairs: QueryPairs, options: QueryOptions): ParsedQuery {
  const budget = new Budget(options.limits);
  const root = parseSelect(first(pairs, 'select') ?? '', budget);
  let columns: readonly string[] | undefined;
  let onConflict: readonly string[] | undefined;
  const sent: (readonly [string, string])[] = [];
  for (const pair of pairs) {
    const [name, value] = pair;
    if (options.argumentNames?.has(name) && operatorEnd(value, 0) === -1) sent.push(pair);
    else if (name === 'select') continue;
    else if (name === 'columns') columns ??= parseColumns(value, name);
    else if (name === 'on_conflict') onConflict ??= parseColumns(value, name);
    else if (options.argumentNames !== undefined && isArgument(name, value)) sent.push(pair);
    else readParameter(root, name, value, budget);
  }
  const query: Draft = { rows: root.rows, arguments: sent };
  if (columns !== undefined) query.columns = columns;
  if (onConflict !== undefined) query.onConflict = onConflict;
  return query;
}

function first(pairs: QueryPairs, name: string): string | undefined {
  for (const pair of pairs) if (pair[0] === name) return pair[1];
  return undefined;
}

/** A name without a path to something, and a value that no filter begins with. */
function isArgument(name: string, value: string): boolean {
  return !reserved.has(name) && !name.includes('.') && !name.includes('->') && operatorEnd(value, 0) === -1;
}

const reserved: ReadonlySet<string> = new Set(['order', 'limit', 'offset', 'and', 'or']);

function readParameter(root: Level, name: string, value: string, budget: Budget): void {
  const key = parseKey(name);
  const word = reservedWord(name, key);
  const isNegated = (word === 'and' || word === 'or') && key.path.at(-1) === 'not';
  const { rows } = levelAt(root, isNegated ? key.path.slice(0, -1) : key.path);
  if (word === undefined) {
    budget.condition();
    rows.where.push(readOperation(new Cursor(value, `filter ${shown(name)}`), key.field, false));
  } else if (word === 'and' || word === 'or') {
    rows.where.push(parseLogic(value, word, isNegated, budget));
  } else if (word === 'order') {
    rows.order = parseOrder(value);
    budget.order(rows.order.length);
  } else if (value !== '') {
    rows[word] = parseCount(name, word, value);
  }
}

/** The reserved name that a parameter ends with, quoted names excepted. */
function reservedWord(name: string, { field }: ParameterKey): 'order' | 'limit' | 'offset' | 'and' | 'or' | undefined {
  const word = field.name;
  if (word !== 'order' && word !== 'limit' && word !== 'offset' && word !== 'and' && word !== 'or') return undefined;
  return field.path.length === 0 && (name === word || name.endsWith(`.${word}`)) ? word : undefined;
}

function levelAt(root: Level, path: readonly string[]): Level {
  let level = root;
  for (const name of path) {
    const next = level.embeds.get(name);
    if (next === undefined) {
      throw refuse.notEmbedded(`'${shown(name)}' is not an embedded resource in this request`, {
        hint: `Verify that '${shown(name)}' is included in the 'select' query parameter.`,
      });
    }
    level = next;
  }
  return level;
}

function parseCount(name: string, word: 'limit' | 'offset', value: string): number {
  const broken = nonDigit(value, value.startsWith('-') ? 1 : 0);
  const count = value.length < 17 ? Number(value) : Number.POSITIVE_INFINITY;
  if (broken === -1 && value.startsWith('-')) {
    throw refuse.badRange('Requested range not satisfiable', {
      details: `${word === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    });
  }
  if (broken === -1 && Number.isSafeInteger(count)) return count;
  if (broken !== -1) throw new Cursor(value, name).fail('a non-negative integer', broken);
  throw refuse.badQuery(`"failed to parse ${shown(name)} (${shown(value)})"`, {
    details: `expecting an integer of at most ${Number.MAX_SAFE_INTEGER}`,
  });
}

/** Place of the first character that is no digit, the end included when there is no digit at all; else -1. */
function nonDigit(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return at;
  }
  return text.length === start ? start : -1;
}

function parseColumns(text: string, name: string): readonly string[] {
  const cursor = new Cursor(text, `${name} parameter`);
  const names = new Set<string>();
  do {
    names.add(readName(cursor));
  } while (cursor.take(','));
  if (!cursor.isAtEnd) throw cursor.fail('"," or end of input');
  return [...names];
}
