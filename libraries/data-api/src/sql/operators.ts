import type { PlannedCondition } from '../plan/rows-plan.ts';
import type { Comparison } from '../request/tree.ts';
import type { TypeCategory } from '../schema/model.ts';
import type { SqlWriter } from './writer.ts';

type PlannedCompare = Extract<PlannedCondition, { kind: 'compare' }>;

const BINARY: Readonly<Partial<Record<Comparison, string>>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const TEXT_SEARCH: Readonly<Partial<Record<Comparison, string>>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const IS: Readonly<Record<string, string>> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/**
 * A comparison whose values are bound without a type, so that PostgreSQL gives them that of the field and its indexes fit.
 *
 * @param renderField Gives SQL of what is compared. Not called when it does not matter: what it binds must be used.
 */
export function renderCompare(writer: SqlWriter, condition: PlannedCompare, renderField: () => string): string {
  const { operator, value } = condition;
  if (operator === 'in' && value.length === 0) return 'false';
  const category = categoryOf(condition);
  const field = renderField();
  if (operator === 'in') return renderIn(writer, field, listOf(value), category);
  if (operator === 'is') return `${field} is ${isWord(textOf(value))}`;
  const query = TEXT_SEARCH[operator];
  if (query !== undefined) {
    const configuration = condition.configuration === undefined ? '' : `${condition.configuration}, `;
    const document = category === 'tsvector' ? field : `to_tsvector(${configuration}${field})`;
    return `${document} @@ ${query}(${configuration}${writer.bind(textOf(value))})`;
  }
  const sql = BINARY[operator];
  if (sql === undefined) throw new Error(`No SQL for the operator ${operator}.`);
  const isPattern = operator === 'like' || operator === 'ilike';
  const prepare = (text: string) => (isPattern ? text.replaceAll('*', '%') : text);
  if (condition.quantifier) {
    const list = arrayLiteral(listOf(value).map(prepare));
    return `${field} ${sql} ${condition.quantifier}(${writer.bind(list)})`;
  }
  const text = prepare(textOf(value));
  return `${field} ${sql} ${writer.bind(operator === 'cs' && category === 'range' ? asRange(text, condition.field.source.column.type) : text)}`;
}

/** Type of a field at the end of its path. */
function categoryOf({ field }: PlannedCompare): TypeCategory {
  const last = field.path.at(-1);
  if (last === undefined) return field.source.column.category;
  return last.operator === '->' ? 'json' : 'text';
}

function renderIn(writer: SqlWriter, field: string, values: readonly string[], category: TypeCategory): string {
  // PostgreSQL has no arrays of arrays, and does not read those of anonymous rows.
  if (category === 'array' || category === 'composite') {
    return `${field} in (${values.map((value) => writer.bind(value)).join(',')})`;
  }
  return `${field} = any(${writer.bind(arrayLiteral(values))})`;
}

/** A range contains a point as it contains the range of that point alone; PostgreSQL would read the text as a range. */
function asRange(text: string, type: string): string {
  if (/^\s*([[({]|empty\s*$)/i.test(text)) return text;
  const range = `[${quoted(text)},${quoted(text)}]`;
  return type.endsWith('multirange') ? `{${range}}` : range;
}

function isWord(value: string): string {
  const word = IS[value.toLowerCase()];
  if (word === undefined) throw new Error('The parser lets no other word pass after is.');
  return word;
}

function arrayLiteral(values: readonly string[]): string {
  return `{${values.map(quoted).join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function textOf(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : arrayLiteral(value);
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
