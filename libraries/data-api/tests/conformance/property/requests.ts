import fc from 'fast-check';

/** A row of the table under test; `data` is an object of texts, whole numbers and nulls. */
export interface Item {
  readonly id: number;
  readonly n: number | null;
  readonly t: string | null;
  readonly b: boolean | null;
  readonly data: Readonly<Record<string, string | number | null>> | null;
  readonly tags: readonly string[] | null;
}

export interface Note {
  readonly id: number;
  readonly item_id: number | null;
  readonly text: string | null;
}

const JSON_KEYS = ['k', 'a.b', 'x/y', 'q"q', "it's, (odd)"] as const;

/** What a condition looks at: a column, or a text or value inside of `data`. */
export type Place =
  | { readonly column: 'n' | 't' | 'b' | 'tags' | 'text' }
  | { readonly column: 'data'; readonly arrow: '->' | '->>'; readonly key: string };

export interface Compare {
  readonly kind: 'compare';
  readonly place: Place;
  readonly negated: boolean;
  readonly operator: string;
  readonly quantifier?: 'any' | 'all';
  readonly value: string | readonly string[];
}

export type Condition =
  | Compare
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly conditions: readonly Condition[] };

export interface Order {
  readonly place: Place;
  readonly direction?: 'asc' | 'desc';
  readonly nulls?: 'first' | 'last';
}

export interface Request {
  readonly select: readonly { readonly column: 'n' | 't' | 'b' | 'data' | 'tags'; readonly alias?: string }[];
  readonly where: readonly Condition[];
  readonly order: readonly Order[];
  readonly limit?: number;
  readonly offset?: number;
  readonly embed?: { readonly isInner: boolean; readonly where: readonly Compare[]; readonly limit?: number };
}

const character = fc.constantFrom(
  'a',
  'A',
  'b',
  'z',
  '0',
  '1',
  ' ',
  ',',
  '.',
  ':',
  ';',
  '(',
  ')',
  '{',
  '}',
  '"',
  "'",
  '\\',
  '%',
  '*',
  '_',
  '&',
  '=',
  '+',
  '#',
  '-',
  '>',
  '!',
  '?',
  '/',
  '$',
  '\n',
  '\t',
  'ü',
  'Ü',
  'ß',
  '☃',
  '\uffee',
  '\u{1d11e}',
);
const text = fc.oneof(
  fc.string({ unit: character, maxLength: 4 }),
  fc.constantFrom('', 'a', 'b', 'A*', '%b', '*'),
  fc.constantFrom(
    'null',
    'true',
    'a',
    'ab',
    'NULL',
    '{}',
    '()',
    "'; drop table items; --",
    'eq.1',
    'not.is.null',
    '\\"',
  ),
);
const whole = fc.integer({ min: -1, max: 3 });
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 6 });

const data = fc.dictionary(fc.constantFrom(...JSON_KEYS), fc.oneof(text, whole, fc.constant(null)), {
  noNullPrototype: true,
});
const item = fc.record({
  n: nullable(whole),
  t: nullable(text),
  b: nullable(fc.boolean()),
  data: nullable(data),
  tags: nullable(fc.array(text, { maxLength: 3 })),
});
const note = fc.record({ item_id: nullable(fc.integer({ min: 1, max: 12 })), text: nullable(text) });

export const items: fc.Arbitrary<Item[]> = fc
  .array(item, { minLength: 5, maxLength: 12 })
  .map((rows) => rows.map((row, index) => ({ id: index + 1, ...row })));
export const notes: fc.Arbitrary<Note[]> = fc
  .array(note, { maxLength: 12 })
  .map((rows) => rows.map((row, index) => ({ id: index + 1, ...row })));

// A pattern that ends inside of an escape is an error of PostgreSQL.
const pattern = text.filter((value) => (/\\*$/.exec(value)?.[0].length ?? 0) % 2 === 0);
const numbers = whole.map(String);
const textPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.constant<Place>({ column: 't' }),
  fc.constantFrom(...JSON_KEYS).map((key): Place => ({ column: 'data', arrow: '->>', key })),
);

function compare(
  place: fc.Arbitrary<Place>,
  operators: readonly string[],
  value: Compare['value'] | fc.Arbitrary<Compare['value']>,
): fc.Arbitrary<Compare> {
  return fc.record({
    kind: fc.constant('compare' as const),
    place,
    negated: fc.boolean(),
    operator: fc.constantFrom(...operators),
    value: typeof value === 'object' && 'generate' in value ? value : fc.constant(value),
  });
}
const quantified = (place: fc.Arbitrary<Place>, operators: readonly string[], value: fc.Arbitrary<string>) =>
  fc
    .tuple(
      compare(place, operators, fc.array(value, { maxLength: 3 })),
      fc.constantFrom('any' as const, 'all' as const),
    )
    .map(([condition, quantifier]): Compare => ({ ...condition, quantifier }));

const ORDERED = ['eq', 'gt', 'gte', 'lt', 'lte'];
const column = (name: 'n' | 't' | 'b' | 'tags' | 'text') => fc.constant<Place>({ column: name });
const leaf: fc.Arbitrary<Compare> = fc.oneof(
  compare(column('n'), [...ORDERED, 'neq', 'isdistinct'], numbers),
  quantified(column('n'), ORDERED, numbers),
  compare(column('n'), ['in'], fc.array(numbers, { maxLength: 3 })),
  compare(textPlace, [...ORDERED, 'neq', 'isdistinct'], text),
  quantified(textPlace, ORDERED, text),
  compare(textPlace, ['in'], fc.array(text, { maxLength: 3 })),
  compare(textPlace, ['like', 'ilike'], pattern),
  quantified(textPlace, ['like', 'ilike'], pattern),
  compare(column('b'), ['is'], fc.constantFrom('null', 'true', 'false', 'unknown')),
  compare(column('b'), ['eq', 'neq', 'isdistinct'], fc.constantFrom('true', 'false')),
  compare(fc.oneof(column('n'), textPlace, column('tags')), ['is'], 'null'),
  compare(
    fc.constantFrom(...JSON_KEYS).map((key): Place => ({ column: 'data', arrow: '->', key })),
    ['is'],
    'null',
  ),
  compare(column('tags'), ['cs', 'cd', 'ov', 'eq', 'neq'], fc.array(text, { maxLength: 2 })),
);
const tree: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      conditions: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).node;

const alias = text.filter((value) => value !== '').map((value) => `_${value}`);
const order: fc.Arbitrary<Order> = fc.record(
  {
    place: fc.oneof(column('n'), column('b'), textPlace),
    direction: fc.constantFrom('asc', 'desc'),
    nulls: fc.constantFrom('first', 'last'),
  },
  { requiredKeys: ['place'] },
);

const embed = fc.record(
  {
    isInner: fc.boolean(),
    where: fc.array(compare(column('text'), ['eq', 'neq', 'like', 'gte'], pattern), { maxLength: 1 }),
    limit: fc.nat(2),
  },
  { requiredKeys: ['isInner', 'where'] },
);
const selected = fc.record(
  { column: fc.constantFrom('n', 't', 'b', 'data', 'tags'), alias },
  { requiredKeys: ['column'] },
);

export const request: fc.Arbitrary<Request> = fc.record(
  {
    select: fc.uniqueArray(selected, { selector: (part) => part.alias ?? part.column, maxLength: 4 }),
    where: fc.array(tree, { maxLength: 2 }),
    order: fc.array(order, { maxLength: 2 }),
    limit: fc.nat(8),
    offset: fc.nat(2),
    embed,
  },
  { requiredKeys: ['select', 'where', 'order'] },
);
