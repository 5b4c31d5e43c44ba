import type { TableGroup } from '@watchroom/ui';

export interface GroupOfRows {
  readonly value: string;
  readonly size: number;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Brings rows group after group, by the value of the group, those without one last. Within a group their order stays. */
export function groupRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | null,
): { readonly rows: readonly Row[]; readonly groups: readonly TableGroup<GroupOfRows>[] } {
  const byValue = new Map<string, Row[]>();
  for (const row of rows) {
    const value = valueOf(row) ?? '';
    const group = byValue.get(value);
    if (group) group.push(row);
    else byValue.set(value, [row]);
  }
  const groups = [...byValue].toSorted(([one], [other]) =>
    (one === '') === (other === '') ? COLLATOR.compare(one, other) : one === '' ? 1 : -1,
  );
  return {
    rows: groups.flatMap(([, each]) => each),
    groups: groups.map(([value, { length: size }]) => ({ key: keyOfGroup(value), size, group: { value, size } })),
  };
}

/** Name of a group in the address, where an empty one would be lost. */
function keyOfGroup(value: string): string {
  return value === '' ? '–' : value;
}
