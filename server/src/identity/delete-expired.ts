import type { Database } from '../platform/database/database.ts';
import { deleteOldAttempts } from './attempts.ts';
import { deleteExpiredSessions } from './sessions.ts';

/** Body of a job: removes sessions that have expired and attempts that no limit counts any more. Safe to run at any time. */
export async function deleteExpired(database: Database): Promise<void> {
  await deleteExpiredSessions(database);
  await deleteOldAttempts(database);
}
