import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compare, Condition, Field, RowsQuery, SelectItem } from '../../src/request/tree.ts';
import { readStatement } from '../../src/plan/read.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Begins every generated text, and no text of a statement. */
const MARK = 'zqx';

const attack = fc.constantFrom(
  `'; drop table api.films; --`,
  '"',
  '\\',
  '$1',
  '$$',
  '::text',
  `') or true --`,
  '/*',
  '\n',
  '{"a',
  '%*_',
);
const text = fc
  .array(fc.oneof(attack, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 3 })
  .map((parts) => MARK + parts.join('').replaceAll('\0', ''));

const path = fc.array(
  fc.record({
    operator: fc.constantFrom('->' as const, '->>' as const),
    key: fc.oneof(text, fc.integer({ min: -9, max: 9 })),
  }),
  { minLength: 1, maxLength: 3 },
);
// `->>` gives text, into which nothing leads.
const jsonField: fc.Arbitrary<Field> = path.map((steps) => ({
  name: 'data',
  path: steps.map((step, index) => (index < steps.length - 1 ? { ...step, operator: '->' as const } : step)),
}));
const plainField: fc.Arbitrary<Field> = fc.constant({ name: 'value', path: [] });

const compareOf = (field: fc.Arbitrary<Field>): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record<Compare>({
      kind: fc.constant('compare'),
      field,
      negated: fc.boolean(),
      operator: fc.constantFrom('eq', 'neq', 'gt', 'lte', 'like', 'ilike', 'isdistinct'),
      value: text,
    }),
    fc.record<Compare>({
      kind: fc.constant('compare'),
      field,
      negated: fc.boolean(),
      operator: fc.constant('in'),
      value: fc.array(text, { maxLength: 4 }),
    }),
    fc.record<Compare>({
      kind: fc.constant('compare'),
      field,
      negated: fc.boolean(),
      operator: fc.constantFrom('eq', 'like', 'ilike'),
      quantifier: fc.constantFrom('any', 'all'),
      value: fc.array(text, { maxLength: 4 }),
    }),
  );
const conditionOf = (field: fc.Arbitrary<Field>): fc.Arbitrary<Condition> =>
  fc.oneof(
    compareOf(field),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      conditions: fc.array(compareOf(field), { minLength: 1, maxLength: 3 }),
    }),
  );

const textPath = jsonField.map(({ name, path: steps }) => ({
  name,
  path: steps.map((step, index) => (index === steps.length - 1 ? { ...step, operator: '->>' as const } : step)),
}));
const documents: fc.Arbitrary<RowsQuery> = fc.record({
  select: fc.array(
    fc.record(
      { kind: fc.constant('column' as const), field: jsonField, alias: text },
      { requiredKeys: ['kind', 'field'] },
    ),
    { minLength: 1, maxLength: 4 },
  ),
  where: fc.array(conditionOf(textPath), { maxLength: 3 }),
  order: fc.array(fc.record({ field: jsonField, direction: fc.constantFrom('asc' as const, 'desc' as const) }), {
    maxLength: 2,
  }),
});

const column = (name: string, alias: string): SelectItem => ({ kind: 'column', field: { name, path: [] }, alias });

/** Runs it as well: what PostgreSQL reads must not only look right. */
async function expectBound(relation: string, rows: RowsQuery, format: 'array' | 'csv'): Promise<void> {
  const options = { format, hasBody: true, count: 'exact' } as const;
  const statement = readStatement(stage.context(), stage.relation(relation), { rows, arguments: [] }, options);
  expect(statement.text).not.toContain(MARK);
  expect((statement.text.match(/\$\d+/g) ?? []).length).toBeGreaterThan(0);
  const { total } = await stage.run(statement);
  expect(total).not.toBeNull();
}

describe('texts of a request', () => {
  it('are bound in paths, keys, aliases and values of one relation', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.constantFrom('array' as const, 'csv' as const), (rows, format) =>
        expectBound('documents', rows, format),
      ),
      { numRuns: 150 },
    );
  });

  it('are bound in embeds, spreads and groups', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, conditionOf(plainField), async (alias, key, other, where) => {
        await expectBound('strings', { select: [column('value', alias)], where: [where], order: [] }, 'array');
        const name: SelectItem = column('name', key);
        const inside = { select: [name], where: [], order: [] };
        const embed = { kind: 'embed', relation: 'directors', isSpread: false, alias, rows: inside } as const;
        const spread = {
          kind: 'embed',
          relation: 'roles',
          isSpread: true,
          rows: { ...inside, select: [column('part', other)] },
        } as const;
        const order = [{ field: { name: 'name', path: [] }, relation: alias }];
        await expectBound('films', { select: [column('id', `${alias}1`), embed, spread], where: [], order }, 'array');
        const count = { kind: 'column', aggregate: 'count', alias: other } as const;
        await expectBound('films', { select: [column('genre', `${key}1`), embed, count], where: [], order: [] }, 'csv');
      }),
      { numRuns: 60 },
    );
  });

  it('are looked up as names, and refused', () => {
    const empty = { where: [], order: [] };
    fc.assert(
      fc.property(text, (name) => {
        const field = { name, path: [] };
        const embed = { kind: 'embed', relation: name, isSpread: false, rows: { ...empty, select: [] } } as const;
        const compare = { kind: 'compare', field, negated: false, operator: 'eq', value: 'x' } as const;
        const id = { kind: 'column', field: { name: 'id', path: [] } } as const;
        const queries: RowsQuery[] = [
          { ...empty, select: [{ kind: 'column', field }] },
          { ...empty, select: [{ ...id, cast: name }] },
          { ...empty, select: [embed] },
          { ...empty, select: [{ ...embed, relation: 'directors', hint: name }] },
          { ...empty, select: [], where: [compare] },
          {
            ...empty,
            select: [],
            where: [{ ...compare, field: { name: 'search', path: [] }, operator: 'fts', language: name }],
          },
          { ...empty, select: [], order: [{ field }] },
          { ...empty, select: [], order: [{ field, relation: name }] },
        ];
        for (const rows of queries) {
          expect(() =>
            readStatement(
              stage.context(),
              stage.relation('films'),
              { rows, arguments: [] },
              { format: 'array', hasBody: true },
            ),
          ).toThrow(expect.objectContaining({ status: 400 }));
        }
      }),
      { numRuns: 50 },
    );
  });
});
