import { type Choices, resolveTimeRange } from '@watchroom/ui/logic';
import type { ListState } from '../table-address.ts';
import type { ChoicesFilter, ListColumn, ListShape, LocalValue } from '../table-shape.ts';

interface Shape<Row> extends ListShape {
  readonly columns: readonly ListColumn<Row>[];
}

/** What a row has in a column. */
export function localValue<Row extends object>(list: Shape<Row>, row: Row, id: string): LocalValue {
  const column = list.columns.find((each) => each.id === id);
  if (column?.value) return column.value(row);
  const value: unknown = Reflect.get(row, id);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/**
 * The rows that the state of a list matches, in its order, of all pages.
 * @param now milliseconds since the epoch
 */
export function matchingRows<Row extends object>(
  list: Shape<Row>,
  state: ListState,
  rows: readonly Row[],
  now = Date.now(),
): readonly Row[] {
  const tests = testsOf(list, state, now);
  const matching = tests.length === 0 ? rows : rows.filter((row) => tests.every((isMatch) => isMatch(row)));
  return sorted(list, state, matching);
}

type Test<Row> = (row: Row) => boolean;

function testsOf<Row extends object>(list: Shape<Row>, state: ListState, now: number): readonly Test<Row>[] {
  const valueOf = (row: Row, id: string) => localValue(list, row, id);
  const tests: Test<Row>[] = [];
  for (const filter of list.filters ?? []) {
    if (filter.type === 'choices') {
      const isChosen = choiceTest(state.choices[filter.id] ?? {});
      if (isChosen) tests.push((row) => isChosen(String(valueOf(row, filter.id) ?? '')));
    } else {
      const least = filter.options.find(({ value }) => value === state.least[filter.id])?.amount;
      if (least !== undefined) tests.push((row) => Number(valueOf(row, filter.column) ?? Number.NaN) >= least);
    }
  }
  const text = state.query.trim().toLowerCase();
  const searched = list.search?.columns ?? [];
  if (text !== '')
    tests.push((row) =>
      searched.some((id) =>
        String(valueOf(row, id) ?? '')
          .toLowerCase()
          .includes(text),
      ),
    );
  if (list.range && state.range) {
    const { column } = list.range;
    const { from, to, endsNow } = resolveTimeRange(state.range, now);
    tests.push((row) => {
      const time = Date.parse(String(valueOf(row, column)));
      return time > from && (endsNow || time < to);
    });
  }
  return tests;
}

/** As the data API filters: any of the wanted, none of the unwanted. Undefined when nothing is chosen. */
function choiceTest(choices: Choices): ((value: string) => boolean) | undefined {
  const chosen = Object.entries(choices);
  if (chosen.length === 0) return undefined;
  const wanted = new Set(chosen.flatMap(([value, choice]) => (choice === 1 ? [value] : [])));
  return (value) => choices[value] !== -1 && (wanted.size === 0 || wanted.has(value));
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** By one column and then by the key; what is missing comes last either way. */
function sorted<Row extends object>(list: Shape<Row>, { sortBy, isDescending }: ListState, rows: readonly Row[]) {
  const key = 'key' in list && typeof list.key === 'string' ? list.key : sortBy;
  const sign = isDescending ? -1 : 1;
  // Each value is read once, not once for every comparison.
  const read = rows.map((row) => ({
    row,
    value: localValue(list, row, sortBy),
    tie: String(Reflect.get(row, key)),
  }));
  return read
    .toSorted((one, other) => {
      const [isMissing, isOtherMissing] = [isEmpty(one.value), isEmpty(other.value)];
      if (isMissing !== isOtherMissing) return isMissing ? 1 : -1;
      return sign * compared(one.value, other.value) || COLLATOR.compare(one.tie, other.tie);
    })
    .map(({ row }) => row);
}

const isEmpty = (value: LocalValue) => value === null || value === undefined || value === '';

function compared(one: LocalValue, other: LocalValue): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return COLLATOR.compare(String(one), String(other));
}

/** Every value that the rows have in the column of a filter, in order. */
export function localOptions<Row extends object>(list: Shape<Row>, { id }: ChoicesFilter, rows: readonly Row[]) {
  const values = new Set(rows.map((row) => String(localValue(list, row, id) ?? '')));
  values.delete('');
  return [...values].toSorted(COLLATOR.compare).map((value) => ({ value, label: value }));
}
