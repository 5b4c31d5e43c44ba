import { type Area, type Guard, mayRead, mayWrite } from './permissions.ts';
import type { Role } from './roles.ts';

/** A table or view of the data API. */
export interface ExposedTable {
  readonly area: Guard;
  /** What the data API may write; absent: nothing. Deleting is soft, an update of `deleted_at`, unless `delete` is said. */
  readonly writes?: {
    readonly insert?: true;
    /** Every column, or these and the {@link SERVER_SET} ones. */
    readonly update?: true | readonly string[];
    readonly delete?: true;
  };
  /**
   * Column with the id of the person to whom a row belongs. The view holds the caller's rows, and those that others share if
   * the table knows such ones; the database keeps him from changing what is not his, and so any role may write.
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

/** Every exposed table and view; what is not named here is granted to nobody. */
export const EXPOSED_TABLES: Readonly<Record<string, ExposedTable>> = {
  canaries: { area: 'canaries', writes: { insert: true, update: true } },
  canaries_with_status: { area: 'canaries' },
  checks: { area: 'canaries' },
  check_statuses: { area: 'canaries' },
  check_statuses_5m: { area: 'canaries' },
  check_statuses_1h: { area: 'canaries' },
  check_statuses_1d: { area: 'canaries' },
  check_names: { area: 'canaries' },
  check_labels: { area: 'canaries' },
  check_list: { area: 'canaries' },
  job_history: { area: 'database' },
  job_histories: { area: 'database' },
  job_history_names: { area: 'database' },
  job_history_latest_status: { area: 'database' },
  event_queue_summary: { area: 'database' },
  failed_events: { area: 'database' },
  properties: { area: 'feature_flags', writes: { insert: true, update: true, delete: true } },
  people: { area: 'everyone' },
  people_roles: { area: 'everyone' },
  identities: { area: 'identities' },
  // Part of the object "database.public" of the wire contract (2.12): read by all, written by admin and editor.
  teams: { area: 'database', writes: { insert: true, update: true } },
  teams_with_status: { area: 'database' },
  team_members: { area: 'database', writes: { insert: true, delete: true } },
  saved_views: { area: 'everyone', owner: 'created_by', writes: { insert: true, update: true } },
  // Old and new values of every area, people and their roles included.
  audit_log: { area: 'action:audit.read' },
  agents: { area: 'agents', writes: { update: ['properties', 'deleted_at', 'cleanup'] } },
};

/** Tables of no view, of whose changes those hear who may read what an operation tells of them. */
export const HEARD_TABLES: Readonly<Record<string, Guard>> = { mails: 'action:outbox.read' };

/** Every exposed function; no other is executable by a caller. */
export const EXPOSED_FUNCTIONS: readonly ExposedFunction[] = [];

/** `write` is any of the writes that the table takes at all. */
export function mayUseTable(role: Role, table: ExposedTable, access: 'read' | 'write'): boolean {
  if (access === 'read') return mayRead(role, table.area);
  return table.writes !== undefined && (table.owner !== undefined || mayWrite(role, table.area));
}

export function mayCall(role: Role, { area, access }: ExposedFunction): boolean {
  return access === 'read' ? mayRead(role, area) : mayWrite(role, area);
}
