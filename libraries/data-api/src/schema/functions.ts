import { quoteIdentifier } from '../sql/writer.ts';
import type { Catalog } from './catalog.ts';
import type { CompositeColumnRow, FunctionRow, TypeRow } from './catalog-rows.ts';
import type { Column, DatabaseFunction, FunctionArgument, Relation } from './model.ts';
import { buildColumn, type OpenRelation } from './relations.ts';
import { baseType, categoryOf } from './types.ts';

const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const;

/** A function that takes one row of a relation and gives rows of another. */
export interface ComputedRelationship {
  readonly from: Relation;
  readonly to: Relation;
  readonly function: DatabaseFunction;
  readonly isToOne: boolean;
}

export interface Functions {
  readonly all: readonly DatabaseFunction[];
  readonly relationships: readonly ComputedRelationship[];
}

/** Builds the functions, and adds those that compute a column to their relation. */
export function buildFunctions(catalog: Catalog, relations: ReadonlyMap<number, OpenRelation>): Functions {
  const rowTypes = new Map<number, OpenRelation>();
  for (const row of catalog.relations) {
    const relation = relations.get(row.oid);
    if (relation) rowTypes.set(row.rowType, relation);
  }
  const composites = Map.groupBy(catalog.compositeColumns, (column) => column.rowType);
  const all: DatabaseFunction[] = [];
  const relationships: ComputedRelationship[] = [];
  for (const row of catalog.functions) {
    const result = resultOf(catalog, row, rowTypes, composites);
    const takesPseudo = row.inputs.some((oid) => catalog.types.get(Number(oid))?.kind === 'p');
    if (result === undefined || takesPseudo) continue;
    const fn: DatabaseFunction = {
      oid: row.oid,
      schema: row.schema,
      name: row.name,
      sql: `${quoteIdentifier(row.schema)}.${quoteIdentifier(row.name)}`,
      comment: row.comment,
      arguments: argumentsOf(catalog, row),
      volatility: VOLATILITY[row.volatility],
      isSet: row.isSet,
      result,
    };
    all.push(fn);
    const from = row.inputs.length === 1 ? rowTypes.get(Number(row.inputs[0])) : undefined;
    if (from === undefined) continue;
    if (result.kind === 'relation') {
      relationships.push({ from, to: result.relation, function: fn, isToOne: !row.isSet || row.rows === 1 });
    } else if (result.kind === 'scalar' && !row.isSet && !from.columns.has(row.name)) {
      const { type, category } = result;
      from.computed.set(row.name, { name: row.name, sql: fn.sql, type, category, function: fn });
    }
  }
  return { all, relationships };
}

function argumentsOf(catalog: Catalog, row: FunctionRow): readonly FunctionArgument[] {
  // Positions of the inputs among all arguments; without output arguments they are the same.
  const modes = row.modes ?? row.inputs.map(() => 'i');
  const inputs = modes.flatMap((mode, position) => (mode === 'o' || mode === 't' ? [] : [{ mode, position }]));
  return inputs.map(({ mode, position }, index) => {
    const oid = Number(row.inputs[index]);
    return {
      name: row.names?.[position] ?? '',
      type: catalog.types.get(oid)?.sql ?? 'unknown',
      castType: catalog.types.get(oid)?.sqlAnyLength ?? 'unknown',
      category: categoryOf(catalog.types, oid),
      isRequired: index < inputs.length - row.defaults,
      isVariadic: mode === 'v',
    };
  });
}

function resultOf(
  catalog: Catalog,
  row: FunctionRow,
  rowTypes: ReadonlyMap<number, Relation>,
  composites: ReadonlyMap<number, readonly CompositeColumnRow[]>,
): DatabaseFunction['result'] | undefined {
  const type = catalog.types.get(row.result);
  const outputs = outputColumns(catalog, row);
  if (outputs.size > 0) return { kind: 'composite', columns: outputs };
  if (type === undefined) return undefined;
  if (type.kind === 'p') return resultOfPseudo(type);
  const base = baseType(catalog.types, type.oid);
  const relation = base && rowTypes.get(base.oid);
  if (relation) return { kind: 'relation', relation };
  if (type.kind === 'c') return { kind: 'composite', columns: columnsOfRowType(catalog, type, composites) };
  return base && { kind: 'scalar', type: type.sql, category: categoryOf(catalog.types, type.oid) };
}

function resultOfPseudo(type: TypeRow): DatabaseFunction['result'] | undefined {
  if (type.name === 'void') return { kind: 'void' };
  return type.name === 'record' ? { kind: 'record' } : undefined;
}

function outputColumns(catalog: Catalog, row: FunctionRow): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  for (const [position, mode] of (row.modes ?? []).entries()) {
    if (mode !== 'o' && mode !== 'b' && mode !== 't') continue;
    const typeId = Number(row.all?.[position]);
    const name = row.names?.[position] || `column${columns.size + 1}`;
    const type = catalog.types.get(typeId)?.sql ?? 'unknown';
    columns.set(name, buildColumn(catalog, { ...LOOSE_COLUMN, number: position + 1, name, type, typeId }));
  }
  return columns;
}

const LOOSE_COLUMN = {
  relation: 0,
  typeModifier: -1,
  isNotNull: false,
  default: null,
  isGenerated: false,
  comment: null,
};

function columnsOfRowType(
  catalog: Catalog,
  type: TypeRow,
  composites: ReadonlyMap<number, readonly CompositeColumnRow[]>,
): ReadonlyMap<string, Column> {
  const rows = composites.get(type.oid) ?? catalog.columns.filter((column) => column.relation === type.relation);
  return new Map(rows.map((row) => [row.name, buildColumn(catalog, row)]));
}
