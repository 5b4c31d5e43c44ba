import type { Relation, Relationship } from '../schema/model.ts';
import { type RowSource, tableRow } from './fields.ts';
import { quoteIdentifier, type SqlWriter } from './writer.ts';

/** A relation in a `from`, and what ties its rows to those around it. */
export interface Target {
  readonly from: string;
  readonly source: RowSource;
  /** SQL of a condition. */
  readonly on: string;
}

/** The far side of a relationship, to be read for one row of the near side. */
export function renderTarget(writer: SqlWriter, relationship: Relationship, near: RowSource): Target {
  const { to, columns, junction, function: fn } = relationship;
  const alias = writer.alias();
  const source = tableRow(alias);
  if (fn) {
    // A function that is no set gives a row of nulls where it finds none.
    return { from: `${fn.sql}(${near.row}) ${alias}`, source, on: fn.isSet ? 'true' : `not (${source.row} is null)` };
  }
  if (!junction) return { from: `${to.sql} ${alias}`, source, on: equal(alias, near.alias, columns) };
  const between = writer.alias();
  return {
    from: `${junction.relation.sql} ${between} join ${to.sql} ${alias} on ${equal(alias, between, junction.to)}`,
    source,
    on: equal(between, near.alias, junction.from),
  };
}

function equal(far: string, near: string, pairs: Relationship['columns']): string {
  return pairs
    .map(([nearName, farName]) => `${far}.${quoteIdentifier(farName)} = ${near}.${quoteIdentifier(nearName)}`)
    .join(' and ');
}

/** Columns of the near side that tie it to the far side. */
export function nearColumns({ columns, junction, function: fn, from }: Relationship): readonly string[] {
  if (fn) return [...from.columns.keys()];
  return (junction?.from ?? columns).map(([near]) => near);
}

/** Whether keys prove what the relationship says: that there is at most one row. */
export function isProvenToOne({ isToOne, to, columns }: Relationship): boolean {
  const names = new Set(columns.map(([, far]) => far));
  const isKey = (key: readonly string[]) => key.length > 0 && key.every((name) => names.has(name));
  return isToOne && (isKey(to.primaryKey) || provenBy(to, isKey));
}

function provenBy(to: Relation, isKey: (key: readonly string[]) => boolean): boolean {
  return to.uniqueKeys.some(({ columns, predicate }) => predicate === null && isKey(columns));
}
