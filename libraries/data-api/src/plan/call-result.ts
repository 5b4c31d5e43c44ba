import type { Access, Column, DatabaseFunction, Relation } from '../schema/model.ts';
import { quoteIdentifier } from '../sql/writer.ts';
import type { PlanContext } from './context.ts';

/** What a function gives, as something to select from. */
export interface ResultRows {
  readonly relation: Relation;
  /** Differs where the result is no relation: who may execute the function may read all that it gives. */
  readonly context: PlanContext;
  /** Column of a result that is one value; an answer gives the value alone. */
  readonly value?: Column;
}

/** @returns undefined for `void`. */
export function resultRows(context: PlanContext, fn: DatabaseFunction): ResultRows | undefined {
  const { result } = fn;
  switch (result.kind) {
    case 'void':
      return undefined;
    case 'relation':
      return { relation: result.relation, context };
    case 'composite':
      return looseRows(context, fn, result.columns);
    case 'scalar':
    case 'record': {
      const { type, category } = result.kind === 'scalar' ? result : RECORD;
      const value: Column = { ...LOOSE_COLUMN, name: fn.name, sql: quoteIdentifier(fn.name), type, category };
      return { ...looseRows(context, fn, new Map([[fn.name, value]])), value };
    }
  }
}

const RECORD = { type: 'record', category: 'composite' } as const;

const LOOSE_COLUMN = {
  isNullable: true,
  default: null,
  isGenerated: false,
  maxLength: null,
  enum: null,
  comment: null,
} as const;

function looseRows(context: PlanContext, fn: DatabaseFunction, columns: ReadonlyMap<string, Column>): ResultRows {
  const { oid, schema, name, sql, comment } = fn;
  const relation: Relation = {
    oid,
    schema,
    name,
    sql,
    comment,
    columns,
    kind: 'view',
    primaryKey: [],
    uniqueKeys: [],
    isInsertable: false,
    isUpdatable: false,
    isDeletable: false,
    computed: new Map(),
  };
  const { access } = context;
  const open: Access = {
    role: access.role,
    may: (privilege, asked) => asked === relation || access.may(privilege, asked),
    mayColumn: (privilege, asked, column) => asked === relation || access.mayColumn(privilege, asked, column),
    mayExecute: (asked) => access.mayExecute(asked),
  };
  return { relation, context: { ...context, access: open } };
}
