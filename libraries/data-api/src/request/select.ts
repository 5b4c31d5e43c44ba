import type { Budget } from './budget.ts';
import { Cursor, trimSpaces } from './cursor.ts';
import {
  CLOSE, COLON, COMMA, DOT, isArrow, NO_STEPS, OPEN, QUOTE, readArrow, readName, readQuoted, readStep,
} from './names.ts'; // biome-ignore format: a list
import {
  AGGREGATES,
  type Aggregate,
  type Condition,
  type JsonStep,
  type OrderTerm,
  type SelectAll,
  type SelectColumn,
  type SelectEmbed,
  type SelectItem,
} from './tree.ts';

/** A query whose parameters are still being read. */
export interface RowsDraft {
  select: SelectItem[];
  where: Condition[];
  order: readonly OrderTerm[];
  limit?: number;
  offset?: number;
}

/** One relation of `select`, and the embeds to which parameters may be addressed. */
export interface Level {
  readonly rows: RowsDraft;
  readonly embeds: Map<string, Level>;
}

type Draft<Item> = { -readonly [Key in keyof Item]: Item[Key] };

const ALL: SelectAll = { kind: 'all' };
const AFTER_ITEM = '"," or ")"';

/**
 * Reads a `select` parameter. An empty one means all columns. Embeds are found again by their alias, else by their
 * relation; of several with one name the first is meant.
 */
export function parseSelect(text: string, budget: Budget): Level {
  const cursor = new Cursor(text, 'select parameter');
  const root = newLevel();
  cursor.skipSpaces();
  if (cursor.isAtEnd) {
    root.rows.select.push(ALL);
    return root;
  }
  const parents: Level[] = [];
  let level = root;
  for (;;) {
    const opened = readItem(cursor, level, parents.length + 1, budget);
    if (opened !== undefined) {
      parents.push(level);
      level = opened;
      cursor.skipSpaces();
      if (cursor.code() !== CLOSE) continue;
    }
    for (cursor.skipSpaces(); cursor.code() === CLOSE; cursor.skipSpaces()) {
      const parent = parents.pop();
      if (parent === undefined) throw cursor.fail('"," or end of input');
      level = parent;
      cursor.at++;
    }
    if (cursor.isAtEnd && parents.length === 0) return root;
    if (!cursor.take(',')) throw cursor.fail(parents.length > 0 ? AFTER_ITEM : '"," or end of input');
  }
}

function newLevel(): Level {
  return { rows: { select: [], where: [], order: [] }, embeds: new Map() };
}

/** Adds one item to a level; of an embed only what stands before its items, which are the level that is given back. */
function readItem(cursor: Cursor, level: Level, depth: number, budget: Budget): Level | undefined {
  cursor.skipSpaces();
  budget.column();
  if (cursor.take('*')) {
    level.rows.select.push(ALL);
    return undefined;
  }
  const isSpread = cursor.take('...');
  let start = cursor.at;
  let name = readName(cursor);
  let alias: string | undefined;
  if (!isSpread && cursor.code() === COLON && cursor.code(1) !== COLON) {
    cursor.at++;
    alias = name;
    cursor.skipSpaces();
    start = cursor.at;
    name = readName(cursor);
  }
  const next = cursor.code();
  if (next === OPEN && name === 'count' && !isSpread && cursor.text.charCodeAt(start) !== QUOTE) {
    if (cursor.take('()')) {
      level.rows.select.push(readAggregateCast(cursor, column(undefined, alias, 'count')));
      return undefined;
    }
  }
  if (isSpread || next === OPEN || next === 33) {
    const embed = readEmbed(cursor, name, alias, isSpread);
    budget.embed(depth, name);
    level.rows.select.push(embed.item);
    const key = alias ?? name;
    if (!level.embeds.has(key)) level.embeds.set(key, embed.level);
    return embed.level;
  }
  level.rows.select.push(readColumn(cursor, name, alias));
  return undefined;
}

/** Reads `!hint!inner(` after a relation's name. */
function readEmbed(
  cursor: Cursor,
  relation: string,
  alias: string | undefined,
  isSpread: boolean,
): { item: SelectEmbed; level: Level } {
  const level = newLevel();
  const item: Draft<SelectEmbed> = { kind: 'embed', relation, isSpread, rows: level.rows };
  if (alias !== undefined) item.alias = alias;
  while (cursor.take('!')) {
    const start = cursor.at;
    const word = readName(cursor);
    const isQuoted = cursor.text.charCodeAt(start) === QUOTE;
    if (!isQuoted && (word === 'inner' || word === 'left')) {
      if (item.join !== undefined) throw cursor.fail('one of "inner" and "left"', start);
      item.join = word;
    } else {
      if (item.hint !== undefined) throw cursor.fail('"inner" or "left" after the hint', start);
      item.hint = word;
    }
  }
  if (!cursor.take('(')) throw cursor.fail('"!" or "("');
  return { item, level };
}

function column(field: SelectColumn['field'], alias: string | undefined, aggregate?: Aggregate): Draft<SelectColumn> {
  const item: Draft<SelectColumn> = { kind: 'column' };
  if (field !== undefined) item.field = field;
  if (alias !== undefined) item.alias = alias;
  if (aggregate !== undefined) item.aggregate = aggregate;
  return item;
}

function readColumn(cursor: Cursor, name: string, alias: string | undefined): SelectColumn {
  const path = isArrow(cursor.text, cursor.at) ? readPath(cursor) : NO_STEPS;
  const item = column({ name, path }, alias);
  const cast = readCast(cursor);
  if (cast !== undefined) item.cast = cast;
  if (cursor.code() !== DOT) return item;
  cursor.at++;
  const aggregate = AGGREGATES.find((word) => cursor.text.startsWith(`${word}()`, cursor.at));
  if (aggregate === undefined) throw cursor.fail('"avg()", "count()", "max()", "min()" or "sum()"');
  cursor.at += aggregate.length + 2;
  item.aggregate = aggregate;
  return readAggregateCast(cursor, item);
}

function readAggregateCast(cursor: Cursor, item: Draft<SelectColumn>): SelectColumn {
  cursor.skipSpaces();
  const cast = readCast(cursor);
  if (cast !== undefined) item.aggregateCast = cast;
  return item;
}

/** Reads `::type` when it stands here. Types are looked up later; `double precision` and `text[]` are names too. */
function readCast(cursor: Cursor): string | undefined {
  if (!cursor.take('::')) return undefined;
  const { text, at: start } = cursor;
  let at = start;
  while (at < text.length && isTypeCode(text.charCodeAt(at))) at++;
  const type = trimSpaces(text, start, at);
  if (type === '') throw cursor.fail('name of a type');
  cursor.at = at;
  return type;
}

function isTypeCode(code: number): boolean {
  const lower = code | 32;
  return (
    (lower >= 97 && lower <= 122) || // a-z, and with the bit set A-Z
    (code >= 48 && code <= 57) ||
    code === 32 ||
    code === 36 ||
    code === 91 ||
    code === 93 ||
    code === 95 ||
    code >= 128
  );
}

/** Reads a JSON path. An unquoted key ends at `,`, `)`, `::`, an arrow or an aggregate such as `.sum()`. */
function readPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  for (let operator = readArrow(cursor); operator !== undefined; operator = readArrow(cursor)) {
    cursor.skipSpaces();
    if (cursor.code() === QUOTE) {
      steps.push({ operator, key: readQuoted(cursor) });
      cursor.skipSpaces();
    } else {
      steps.push(readStep(cursor, operator, keyEnd(cursor)));
    }
  }
  return steps;
}

function keyEnd(cursor: Cursor): number {
  const { text, at: start } = cursor;
  let dot = -1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) dot = at;
    else if (code === COMMA || code === CLOSE) return at;
    else if (code === COLON && text.charCodeAt(at + 1) === COLON) return at;
    else if (isArrow(text, at)) return at;
    else if (code === OPEN) {
      if (dot === -1) throw cursor.fail('"->", "::", "," or end of input', at);
      return dot;
    }
  }
  return text.length;
}
