import type { Database } from '../platform/database/database.ts';
import { deleteOldAttempts } from './attempts.ts';
import { deleteOldFlows } from './flows/store.ts';
import { deleteExpiredSessions } from './sessions.ts';
import { deleteExpiredTokens } from './tokens/store.ts';

/** Body of a job: removes sessions, flows and tokens that have expired, and attempts that no limit counts any more. Safe to run at any time. */
export async function deleteExpired(database: Database): Promise<void> {
  await deleteExpiredSessions(database);
  await deleteOldAttempts(database);
  await deleteOldFlows(database);
  await deleteExpiredTokens(database);
}
