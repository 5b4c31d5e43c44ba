import { quoteIdentifier } from '../sql/writer.ts';
import type { Catalog } from './catalog.ts';
import type { ColumnRow, RelationRow } from './catalog-rows.ts';
import { keysOf } from './exposure.ts';
import type { Lineages } from './lineage.ts';
import type { Column, ComputedColumn, Relation } from './model.ts';
import { baseType, categoryOf, domainDefault, maxLengthOf, refusesNull } from './types.ts';

const KINDS = { r: 'table', p: 'table', v: 'view', m: 'materialized view', f: 'foreign table' } as const;
/** Bits of `pg_relation_is_updatable`. */
const BITS = { update: 4, insert: 8, delete: 16 } as const;

/** A relation to which the functions' pass adds computed columns. */
export interface OpenRelation extends Relation {
  readonly computed: Map<string, ComputedColumn>;
}

export function buildColumn(catalog: Pick<Catalog, 'types'>, row: ColumnRow): Column {
  const { types } = catalog;
  return {
    name: row.name,
    sql: quoteIdentifier(row.name),
    type: row.type,
    category: categoryOf(types, row.typeId),
    isNullable: !row.isNotNull && !refusesNull(types, row.typeId),
    default: row.isGenerated ? null : (row.default ?? domainDefault(types, row.typeId)),
    isGenerated: row.isGenerated,
    maxLength: maxLengthOf(types, row.typeId, row.typeModifier),
    enum: baseType(types, row.typeId)?.labels ?? null,
    comment: row.comment,
  };
}

/** The exposed relations, by oid. */
export function buildRelations(lineages: Lineages): ReadonlyMap<number, OpenRelation> {
  const built = lineages.catalog.relations
    .filter((row) => row.isExposed)
    .map((row) => [row.oid, buildRelation(lineages, row)] as const);
  return new Map(built);
}

function buildRelation(lineages: Lineages, row: RelationRow): OpenRelation {
  const isView = row.kind === 'v' || row.kind === 'm';
  const columns = lineages.columnsOf(row.oid).map((column) => {
    const own = buildColumn(lineages.catalog, column);
    return isView ? inheritColumn(lineages, row, column, own) : own;
  });
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    sql: `${quoteIdentifier(row.schema)}.${quoteIdentifier(row.name)}`,
    kind: KINDS[row.kind],
    comment: row.comment,
    columns: new Map(columns.map((column) => [column.name, column])),
    ...keysOf(lineages, row.oid),
    isInsertable: (row.writable & BITS.insert) !== 0,
    isUpdatable: (row.writable & BITS.update) !== 0,
    isDeletable: (row.writable & BITS.delete) !== 0,
    computed: new Map(),
  };
}

/** What a view's column takes over from the base column that it shows. */
function inheritColumn(lineages: Lineages, view: RelationRow, row: ColumnRow, own: Column): Column {
  const base = lineages.of(view.oid).columns.get(row.number);
  const origin = base && lineages.columnsOf(base.table).find((column) => column.number === base.column);
  const isGenerated = own.isGenerated && !view.hasInsteadOf;
  if (base === undefined || origin === undefined) return { ...own, isGenerated };
  const shown = buildColumn(lineages.catalog, origin);
  // Triggers get null where nothing is given; only PostgreSQL's own rewriting takes the base table's default.
  const isWritable = (view.writable & BITS.insert) !== 0 && !isGenerated && !view.hasInsteadOf;
  return {
    ...own,
    isNullable: own.isNullable && !(base.isPreserved && !shown.isNullable),
    default: own.default ?? (isWritable ? shown.default : null),
    isGenerated: isGenerated || (shown.isGenerated && !view.hasInsteadOf),
  };
}
