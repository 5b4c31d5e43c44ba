import { hostname } from 'node:os';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import { stopAbandonedRuns } from './history.ts';

const HEARTBEAT = 10_000;
/** A process that was not seen for this long is dead: six missed heartbeats. */
const DEAD_AFTER = '60 seconds';

/** This process among the replicas. */
export interface ProcessRegistration {
  readonly id: string;
  /** Names under which its workers lock jobs. */
  addWorkerId(workerId: string): void;
  stop(): Promise<void>;
}

/**
 * Announces this process and keeps announcing it; what dead processes left running is marked STOPPED and their jobs unlocked.
 * @param alone no other process can be alive, as with the embedded database: then nothing waits for a minute.
 */
export async function registerProcess(
  database: Database,
  clock: Clock,
  log: Logger,
  self: { readonly version: string; readonly roles: readonly string[]; readonly alone: boolean },
): Promise<ProcessRegistration> {
  const id = crypto.randomUUID();
  const workerIds = new Set<string>();
  if (self.alone) await database.query('delete from jobs.processes');
  const sweep = async () => {
    // Others may have taken this process for dead while it or the database was away.
    await database.query(
      `insert into jobs.processes (id, hostname, pid, roles, version, worker_ids) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set seen_at = now(), worker_ids = excluded.worker_ids`,
      [id, hostname(), process.pid, self.roles, self.version, [...workerIds]],
    );
    await database.query(`delete from jobs.processes where seen_at < now() - interval '${DEAD_AFTER}'`);
    const living = await database.query<{ id: string; worker_ids: string[] }>(
      'select id, worker_ids from jobs.processes',
    );
    const stopped = await stopAbandonedRuns(
      database,
      living.rows.map((row) => row.id),
    );
    await unlockJobsOfTheDead(
      database,
      [...workerIds, ...living.rows.flatMap((row) => row.worker_ids)],
      living.rows.length === 1,
    );
    if (stopped > 0) log.info({ stopped }, 'runs of jobs that a dead process left were marked STOPPED');
  };
  await sweep();

  let cancel = () => {};
  let stopped = false;
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    cancel = clock.after(HEARTBEAT, () => {
      beating = sweep()
        .catch((error: unknown) => log.debug({ err: error }, 'no heartbeat; the database is away'))
        .then(() => {
          if (!stopped) beat();
        });
    });
  };
  beat();
  return {
    id,
    addWorkerId: (workerId) => void workerIds.add(workerId),
    async stop() {
      stopped = true;
      cancel();
      await beating;
      await database.query('delete from jobs.processes where id = $1', [id]).catch(() => undefined);
    },
  };
}

/** The library leaves the jobs of a dead worker locked for four hours. A worker that a living process has not announced yet is given a minute. */
async function unlockJobsOfTheDead(
  database: Database,
  livingWorkers: readonly string[],
  alone: boolean,
): Promise<void> {
  const exists = await database.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as exists`,
  );
  if (!exists.rows[0]?.exists) return;
  const dead = await database.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
     where locked_by is not null and not (locked_by = any($1)) and ($2 or locked_at < now() - interval '${DEAD_AFTER}')`,
    [livingWorkers, alone],
  );
  if (dead.rows.length === 0) return;
  await database.query('select graphile_worker.force_unlock_workers($1)', [dead.rows.map((row) => row.locked_by)]);
}
