import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePairs } from './pairs.ts';
import { parseQuery } from './query.ts';
import { answers } from './testkit.ts';
import {
  type Compare,
  type Condition,
  type Field,
  type OrderTerm,
  REQUEST_LIMITS,
  type RowsQuery,
  type SelectItem,
} from './tree.ts';

const limits = { ...REQUEST_LIMITS, queryLength: 10_000_000, embeds: 1000, embedDepth: 10, conditions: 5000 };

/** Prints a tree as a client would write it; knows nothing of the parser. */
const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const name = (text: string) => (/^[a-z]{1,4}$/.test(text) && !/^(left|and|or)$/.test(text) ? text : quote(text));
const printField = (field: Field) =>
  name(field.name) +
  field.path
    .map(({ operator, key }) => operator + (typeof key === 'number' || /^[a-z]+$/.test(key) ? key : quote(key)))
    .join('');

function printOperation(compare: Compare, inLogic: boolean): string {
  const modifier = compare.quantifier ?? compare.language;
  const value =
    typeof compare.value === 'string'
      ? inLogic && compare.operator !== 'is'
        ? quote(compare.value)
        : compare.value
      : compare.quantifier === undefined
        ? `(${compare.value.map(quote).join()})`
        : `{${compare.value.map(quote).join()}}`;
  const operator = compare.operator + (modifier === undefined ? '' : `(${modifier})`);
  return `${compare.negated ? 'not.' : ''}${operator}.${value}`;
}

function printCondition(condition: Condition): string {
  if (condition.kind === 'compare') return `${printField(condition.field)}.${printOperation(condition, true)}`;
  return `${condition.negated ? 'not.' : ''}${condition.kind}(${condition.conditions.map(printCondition).join()})`;
}

function printItem(item: SelectItem): string {
  if (item.kind === 'all') return '*';
  const alias = item.alias === undefined ? '' : `${name(item.alias)}:`;
  if (item.kind === 'embed') {
    const hint = item.hint === undefined ? '' : `!${quote(item.hint)}`;
    const join = item.join === undefined ? '' : `!${item.join}`;
    const spread = item.isSpread ? '...' : '';
    return `${spread}${alias}${quote(item.relation)}${hint}${join}(${item.rows.select.map(printItem).join(', ')})`;
  }
  const cast = item.cast === undefined ? '' : `::${item.cast}`;
  const after = item.aggregateCast === undefined ? '' : `::${item.aggregateCast}`;
  if (item.field === undefined) return `${alias}count()${after}`;
  const aggregate = item.aggregate === undefined ? '' : `.${item.aggregate}()${after}`;
  return `${alias}${printField(item.field)}${cast}${aggregate}`;
}

function printTerm(term: OrderTerm): string {
  const field =
    term.relation === undefined ? printField(term.field) : `${name(term.relation)}(${printField(term.field)})`;
  return field + (term.direction ? `.${term.direction}` : '') + (term.nulls ? `.nulls${term.nulls}` : '');
}

function printRows(rows: RowsQuery, prefix: string): string[] {
  const pairs = rows.where.map((condition) =>
    condition.kind === 'compare'
      ? [`${prefix}${printField(condition.field)}`, printOperation(condition, false)]
      : [
          `${prefix}${condition.negated ? 'not.' : ''}${condition.kind}`,
          `(${condition.conditions.map(printCondition).join()})`,
        ],
  );
  if (rows.order.length > 0) pairs.push([`${prefix}order`, rows.order.map(printTerm).join()]);
  if (rows.limit !== undefined) pairs.push([`${prefix}limit`, String(rows.limit)]);
  if (rows.offset !== undefined) pairs.push([`${prefix}offset`, String(rows.offset)]);
  const own = pairs.map((pair) => pair.map(encodeURIComponent).join('='));
  const inner = rows.select.flatMap((item) =>
    item.kind === 'embed' ? printRows(item.rows, `${prefix}${quote(item.alias ?? item.relation)}.`) : [],
  );
  return [...own, ...inner];
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0'));
const hostile = fc.oneof(text, fc.stringMatching(/^[a-z.,()"\\{}[\]>!:*%& -]{0,12}$/));
const names = fc.oneof(fc.stringMatching(/^[a-z]{1,4}$/), hostile);
const key = fc.oneof(hostile, fc.integer({ min: -9, max: 99 }));
const operatorOfStep = fc.constantFrom('->' as const, '->>' as const);
const field: fc.Arbitrary<Field> = fc.record({
  name: names,
  path: fc.array(fc.record({ operator: operatorOfStep, key }), { maxLength: 2 }),
});
const base = { kind: fc.constant('compare' as const), field, negated: fc.boolean() };
const compare: fc.Arbitrary<Compare> = fc.oneof(
  fc.record({
    ...base,
    operator: fc.constantFrom('eq', 'neq', 'like', 'match', 'isdistinct', 'cs', 'ov', 'adj' as const),
    value: hostile,
  }),
  fc.record({ ...base, operator: fc.constant('in' as const), value: fc.array(hostile, { maxLength: 3 }) }),
  fc.record({ ...base, operator: fc.constant('is' as const), value: fc.constantFrom('null', 'not_null', 'unknown') }),
  fc.record({
    ...base,
    operator: fc.constantFrom('eq', 'ilike', 'gte', 'imatch' as const),
    quantifier: fc.constantFrom('any' as const, 'all' as const),
    value: fc.array(hostile, { maxLength: 3 }),
  }),
  fc.record({
    ...base,
    operator: fc.constantFrom('fts', 'wfts' as const),
    language: fc.stringMatching(/^[a-z_.]{1,8}$/),
    value: hostile,
  }),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    compare,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));
const type = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,3})?(\[\])?$/);
const aggregate = fc.constantFrom('avg', 'count', 'max', 'min', 'sum' as const);
const column = fc.oneof(
  fc.record(
    { kind: fc.constant('column' as const), field, alias: names, cast: type },
    { requiredKeys: ['kind', 'field'] },
  ),
  fc.record(
    { kind: fc.constant('column' as const), field, alias: names, cast: type, aggregate, aggregateCast: type },
    { requiredKeys: ['kind', 'field', 'aggregate'] },
  ),
  fc.record(
    {
      kind: fc.constant('column' as const),
      alias: names,
      aggregate: fc.constant('count' as const),
      aggregateCast: type,
    },
    { requiredKeys: ['kind', 'aggregate'] },
  ),
  fc.constant({ kind: 'all' as const }),
);
const term: fc.Arbitrary<OrderTerm> = fc.record(
  {
    field,
    relation: names,
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    nulls: fc.constantFrom('first' as const, 'last' as const),
  },
  { requiredKeys: ['field'] },
);
const keyOf = (item: SelectItem, index: number) => (item.kind === 'embed' ? `e${item.alias ?? item.relation}` : index);
const unique = (items: readonly SelectItem[]) => {
  const seen = new Set<string | number>();
  return items.filter((item, index) => !seen.has(keyOf(item, index)) && seen.add(keyOf(item, index)));
};
const rowsWith = (item: fc.Arbitrary<SelectItem>, minLength: number): fc.Arbitrary<RowsQuery> =>
  fc.record(
    {
      select: fc.array(item, { minLength, maxLength: 3 }).map(unique),
      where: fc.array(condition, { maxLength: 2 }),
      order: fc.array(term, { maxLength: 2 }),
      limit: fc.nat(),
      offset: fc.nat(),
    },
    { requiredKeys: ['select', 'where', 'order'] },
  );
const { item } = fc.letrec<{ item: SelectItem }>((tie) => {
  const embed = { kind: fc.constant('embed' as const), relation: names, rows: rowsWith(tie('item'), 0) };
  const more = { hint: names, join: fc.constantFrom('inner' as const, 'left' as const) };
  return {
    item: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
      column,
      fc.record(
        { ...embed, ...more, alias: names, isSpread: fc.constant(false) },
        { requiredKeys: ['kind', 'relation', 'rows', 'isSpread'] },
      ),
      fc.record(
        { ...embed, ...more, isSpread: fc.constant(true) },
        { requiredKeys: ['kind', 'relation', 'rows', 'isSpread'] },
      ),
    ),
  };
});

describe('the grammar', () => {
  it('reads back every tree that a client can write', () => {
    fc.assert(
      fc.property(rowsWith(item, 1), (rows) => {
        const search = [`select=${encodeURIComponent(rows.select.map(printItem).join())}`, ...printRows(rows, '')].join(
          '&',
        );
        expect(parseQuery(parsePairs(search, limits.queryLength), { limits }).rows).toEqual(rows);
      }),
      { numRuns: 1000 },
    );
  });

  it('answers whatever is sent, and throws nothing else', () => {
    const reserved = fc.constantFrom(
      'select',
      'order',
      'limit',
      'offset',
      'columns',
      'on_conflict',
      'and',
      'or',
      'not.or',
    );
    const pieces = fc.constantFrom(
      'a', 'b', '.', ',', '(', ')', '"', '\\', '->', '->>', '::', ':', '!', '*', '...', 'eq.', 'in.(', 'not.', 'and(',
      'any', '{', '}', '[', ']', 'count()', '.sum()', ' ', '0', '-', 'fts(', 'is.null', '\ud800', '\0', '%', '&', 'é',
    ); // biome-ignore format: a list
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 15 }).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(reserved, value), value), { maxLength: 4 }), value, (pairs, search) => {
        answers(() => parseQuery(pairs, { limits }));
        answers(() => parseQuery(pairs, { limits, argumentNames: new Set(['a']) }));
        answers(() => parsePairs(search));
      }),
      { numRuns: 3000 },
    );
  });
});
