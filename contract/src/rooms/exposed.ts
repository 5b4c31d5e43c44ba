import { type Area, type Guard, mayRead, mayWrite } from '../identity/permissions.ts';
import type { Role } from '../identity/roles.ts';

/** What a room shows in the data API, the change stream and the audit log: `contract/src/<room>/exposed.ts` exports it as `exposed`. */
export interface Exposed {
  /** Tables and views of the schema `api` by name. */
  readonly tables?: Readonly<Record<string, ExposedTable>>;
  /** Tables that no view shows, with the guard that decides who hears of their changes. */
  readonly heard?: Readonly<Record<string, Guard>>;
  readonly functions?: readonly ExposedFunction[];
  /** Tables with an audit trigger, as `schema.table`, each with what people call one of its rows. */
  readonly audited?: Readonly<Record<string, string>>;
}

/** A table or view of the data API. */
export interface ExposedTable {
  readonly area: Guard;
  /** What the data API may write; absent: nothing. Deleting is soft, an update of `deleted_at`, unless `delete` is set. */
  readonly writes?: {
    readonly insert?: true;
    /** Every column, or these and the {@link SERVER_SET} ones. */
    readonly update?: true | readonly string[];
    readonly delete?: true;
  };
  /**
   * Column with the id of the person who owns a row. The view shows the caller's rows, and those that others share if the
   * table has shared rows. The database refuses a change of somebody else's row, so any role may write.
   */
  readonly owner?: string;
}

/** A function of the data API. */
export interface ExposedFunction {
  /** Name with the types of its arguments, for example `delete_person(uuid)`. */
  readonly signature: string;
  readonly area: Area | 'everyone';
  readonly access: 'read' | 'write';
}

/** Columns that the database sets whatever is sent for them; they are accepted, since clients send whole rows back. */
export const SERVER_SET = ['id', 'created_at', 'created_by', 'updated_at'] as const;

/** `write` is any of the writes that the table takes at all. */
export function mayUseTable(role: Role, table: ExposedTable, access: 'read' | 'write'): boolean {
  if (access === 'read') return mayRead(role, table.area);
  return table.writes !== undefined && (table.owner !== undefined || mayWrite(role, table.area));
}

export function mayCall(role: Role, { area, access }: ExposedFunction): boolean {
  return access === 'read' ? mayRead(role, area) : mayWrite(role, area);
}
