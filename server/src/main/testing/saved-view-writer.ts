import { type Role, ROLES } from '@watchroom/contract/identity';
import { emptyAuditLog } from '../../../testkit/audit-log.ts';
import type { DataApiServer } from './data-api-server.ts';
import { type Row, type RowWriter, rowWriter } from './row-writer.ts';

export const SIGNED_IN = [...ROLES, 'roleless'] as const;
type Caller = Role | 'roleless';

/** Makes the row of the body the one that is stored, if there is one. */
export const MERGE = 'resolution=merge-duplicates,return=representation';

export const VIEW = {
  name: 'mine',
  page: '/health',
  query: 'status=unhealthy%3A1&q=caf%C3%A9',
  columns: ['name', 'status'],
};

export interface SavedViewWriter extends RowWriter {
  /** Saves {@link VIEW} with changes. */
  save(caller: Caller, more?: object): Promise<Row>;
  /** Names of what the caller sees. */
  names(caller: Caller, query?: string): Promise<readonly unknown[]>;
  /** Everybody's. */
  stored(): Promise<readonly object[]>;
  /** Leaves neither views nor a trail. */
  clear(): Promise<void>;
}

export function savedViewWriter(server: DataApiServer): SavedViewWriter {
  const writer = rowWriter(server);
  return {
    ...writer,
    save: (caller, more = {}) => writer.row(caller, 'POST', 'saved_views', { ...VIEW, ...more }),
    async names(caller, query = '') {
      const rows = await writer.rows(caller, 'GET', `saved_views?order=name${query}`);
      return rows.map(({ name }) => name);
    },
    async stored() {
      const sql = 'select name, is_shared, deleted_at from views.saved_views order by name';
      return (await server.database.query<object>(sql)).rows;
    },
    async clear() {
      await server.database.query('delete from views.saved_views');
      await emptyAuditLog(server.database);
    },
  };
}
