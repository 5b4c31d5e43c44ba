import { useCallback, useMemo, useState } from 'react';
import { type Picked, pickRange, togglePage } from './picked.ts';

interface Selecting<Row> {
  /** Rows that match; when it changes the selection ends. */
  readonly match: string;
  /** The rows of the page as they stand. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Which rows are selected: over all pages and through every load, until other filters hold. */
export function useSelection<Row>({ match, rows, keyOf }: Selecting<Row>) {
  const [kept, setKept] = useState<Picked<Row> & { readonly match: string }>();
  const picked = kept?.match === match ? kept.rows : NONE;
  const last = kept?.match === match ? kept.last : undefined;
  const onPage = useMemo(() => rows.filter((row) => picked.has(keyOf(row))).length, [rows, picked, keyOf]);
  const clear = useCallback(() => setKept(undefined), []);
  return {
    size: picked.size,
    keys: () => [...picked.keys()],
    /** As they were loaded last. */
    rows: (): readonly Row[] => {
      const fresh = new Map(rows.map((row) => [keyOf(row), row]));
      return [...picked].map(([key, row]) => fresh.get(key) ?? row);
    },
    clear,
    table: {
      has: (key: string) => picked.has(key),
      holds: onPage === 0 ? ('none' as const) : onPage === rows.length ? ('all' as const) : ('some' as const),
      toggle: (at: number, isRange: boolean) =>
        setKept({ match, ...pickRange({ rows: picked, last }, rows, at, isRange, keyOf) }),
      toggleAll: () => setKept({ match, ...togglePage({ rows: picked, last }, rows, keyOf) }),
    },
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
