import { useMemo } from 'react';
import type { ListColumn } from '../table-shape.ts';
import { type ColumnChoice, keepColumnChoice, useColumnStore } from './column-store.ts';

interface Named {
  readonly id: string;
  readonly isOptional?: true;
}

/** The choice before anybody chose: everything in its order, without what is optional. */
export function declaredChoice(columns: readonly Named[]): ColumnChoice {
  return {
    hidden: columns.filter(({ isOptional }) => isOptional).map(({ id }) => id),
    order: columns.map(({ id }) => id),
    widths: {},
  };
}

/** Columns as a choice orders them. The first one stays the first: it names the row, and stands still when others scroll. */
export function orderedColumns<Column extends Named>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const placeOf = ({ id }: Column) => {
    const place = order.indexOf(id);
    return place < 0 ? order.length : place;
  };
  return [first, ...others.toSorted((one, other) => placeOf(one) - placeOf(other))];
}

/** The order after one column moved to the place of another. */
export function movedColumn(order: readonly string[], from: string, to: string): readonly string[] {
  const place = order.indexOf(to);
  const others = order.filter((id) => id !== from);
  return [...others.slice(0, place), from, ...others.slice(place)];
}

/** The columns of a list as they were chosen for this session, and the ways to choose. The first one is always shown. */
export function useColumns<Row>(name: string, columns: readonly ListColumn<Row>[]) {
  const kept = useColumnStore(name);
  const choice = useMemo(() => kept ?? declaredChoice(columns), [kept, columns]);
  const { hidden, order, widths } = choice;
  const all = useMemo(() => orderedColumns(columns, order), [columns, order]);
  const shown = useMemo(() => all.filter(({ id }, place) => place === 0 || !hidden.includes(id)), [all, hidden]);
  return useMemo(() => {
    const keep = (change: Partial<ColumnChoice>) => keepColumnChoice(name, { ...choice, ...change });
    return {
      choice,
      isChosen: kept !== undefined,
      all,
      shown,
      widths,
      toggle: (column: string) =>
        keep({ hidden: hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column] }),
      move: (from: string, to: string) =>
        keep({
          order: movedColumn(
            all.map(({ id }) => id),
            from,
            to,
          ),
        }),
      resize: (column: string, pixels: number | undefined) => {
        const { [column]: _, ...others } = widths;
        keep({ widths: pixels === undefined ? others : { ...others, [column]: pixels } });
      },
      choose: (chosen: ColumnChoice) => keepColumnChoice(name, chosen),
      reset: () => keepColumnChoice(name, undefined),
    };
  }, [name, choice, kept, all, shown, hidden, widths]);
}

export type Columns<Row> = ReturnType<typeof useColumns<Row>>;
