import { type FocusEvent, useEffect, useMemo, useState } from 'react';

/**
 * The rows as they stand: each with its newest cells, none moved, added or taken away.
 * @param standing rows in the order in which a person sees them.
 * @returns `waiting`: how many of the fresh rows are not among them.
 */
export function heldRows<Row>(
  standing: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly waiting: number } {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  const rows = standing.map((row) => byKey.get(keyOf(row)) ?? row);
  const known = new Set(standing.map(keyOf));
  return { rows, waiting: fresh.filter((row) => !known.has(keyOf(row))).length };
}

interface Rows<Row> {
  /** What the rows answer; when it changes other rows are taken at once. */
  readonly view: string;
  readonly fresh: readonly Row[] | undefined;
  /** The fresh rows still answer the view before. */
  readonly isWaiting: boolean;
  readonly keyOf: (row: Row) => string;
}

const releases = new Set<() => void>();

/** Shows the newest rows at once, for what a person just did to them: called when they are loaded. */
export function releaseHeldRows(): void {
  for (const release of releases) release();
}

/** Keeps the rows under the pointer or the focus where they are while new ones come. */
export function useHeldRows<Row>({ view, fresh, isWaiting, keyOf }: Rows<Row>) {
  const [standing, setStanding] = useState<{ readonly view: string; readonly rows: readonly Row[] }>();
  const isHeld = standing?.view === view;
  useEffect(() => {
    const release = () => setStanding(undefined);
    releases.add(release);
    return () => void releases.delete(release);
  }, []);
  const hold = () => {
    if (!isHeld && !isWaiting && fresh) setStanding({ view, rows: fresh });
  };
  const take = () => setStanding(undefined);
  const held = useMemo(
    () => (standing?.view === view && fresh ? heldRows(standing.rows, fresh, keyOf) : { rows: fresh, waiting: 0 }),
    [standing, view, fresh, keyOf],
  );
  return {
    ...held,
    take,
    /** For the element around the rows. */
    handlers: {
      onPointerMove: hold,
      onPointerLeave: (event: { readonly currentTarget: Element }) => {
        if (!event.currentTarget.contains(document.activeElement)) take();
      },
      onFocus: hold,
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover')) take();
      },
    },
  };
}

export type HeldRows = ReturnType<typeof useHeldRows>;
