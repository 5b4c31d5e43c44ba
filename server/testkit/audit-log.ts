import type { Database } from '../src/platform/database/database.ts';

/** Lets a test begin with an empty audit log, which nothing else can: its triggers refuse that to everybody. */
export async function emptyAuditLog(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('alter table platform.audit_log disable trigger user');
    await transaction.query('delete from platform.audit_log');
    await transaction.query('alter table platform.audit_log enable trigger user');
  });
}
