import type { Database } from '../platform/database/database.ts';
import type { Job } from '../platform/rooms/job.ts';
import { deleteOldAttempts } from './attempts.ts';
import { deleteOldBasicSignIns } from './audit/basic-trail.ts';
import { deleteOldFlows } from './flows/store.ts';
import { deleteExpiredSessions } from './sessions.ts';
import { deleteExpiredTokens } from './tokens/store.ts';

export const sessionRetention: Job = {
  name: 'session-retention',
  schedule: '41 * * * *',
  async run({ database }) {
    await deleteExpired(database);
    return { successes: 1, errors: [] };
  },
};

/** Removes expired sessions, flows and tokens, and attempts that no limit counts any more. Safe to run at any time. */
export async function deleteExpired(database: Database): Promise<void> {
  await deleteExpiredSessions(database);
  await deleteOldAttempts(database);
  await deleteOldBasicSignIns(database);
  await deleteOldFlows(database);
  await deleteExpiredTokens(database);
}
