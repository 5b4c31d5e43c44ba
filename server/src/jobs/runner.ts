import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Job, JobOutcome } from '../platform/rooms/job.ts';
import { beginHistory, endHistory } from './history.ts';
import type { ProcessRegistration } from './processes.ts';

export interface JobRunner {
  stop(): Promise<void>;
}

/** Asks for a run of a job. Several requests before it begins become one; the queue of its name lets it run once at a time. */
export async function requestJob(database: Database, name: string, payload: object = {}): Promise<void> {
  await database.query('select graphile_worker.add_job($1, $2::json, job_key => $1, queue_name => $1)', [
    name,
    JSON.stringify(payload),
  ]);
}

/** The library keeps its own schema and migrates it itself. */
export async function prepareJobs(database: Database, log: Logger): Promise<void> {
  await runMigrations({ pgPool: database.pool, logger: loggerFor(log) });
}

/** Runs the jobs on their schedules and on request, each run with its row in the history. */
export async function startJobs(
  jobs: readonly Job[],
  tools: {
    readonly database: Database;
    readonly clock: Clock;
    readonly log: Logger;
    readonly registration: ProcessRegistration;
  },
): Promise<JobRunner> {
  const ending = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => runJob(job, payload, tools, ending.signal)]),
  );
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => tools.registration.addWorkerId(workerPool.id));
  events.on('worker:create', ({ worker }) => tools.registration.addWorkerId(worker.workerId));
  const crontab = jobs
    .filter((job) => job.schedule !== undefined)
    .map((job) => `${job.schedule} ${job.name} ?jobKey=${job.name}&queue=${job.name}&max=${job.attempts ?? 3}`)
    .join('\n');
  const runner = await run({
    pgPool: tools.database.pool,
    taskList,
    crontab: crontab || ' ',
    concurrency: 4,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: loggerFor(tools.log),
    events,
  });
  // Its promise rejects when the pool is lost for good; the process then ends by its own signal handling, not by this.
  runner.promise.catch((error: unknown) => tools.log.error({ err: error }, 'the job runner ended'));
  return {
    async stop() {
      ending.abort(new Error('the server stops'));
      await runner.stop().catch((error: unknown) => tools.log.debug({ err: error }, 'the job runner had stopped'));
    },
  };
}

/** @throws when the whole run failed, so that the library tries it again. */
export async function runJob(
  job: Job,
  payload: unknown,
  tools: { database: Database; clock: Clock; log: Logger; registration: { readonly id: string } },
  signal: AbortSignal,
): Promise<void> {
  const started = tools.clock.monotonic();
  const begin = (ago = 0) => beginHistory(tools.database, job.name, tools.registration.id, ago);
  const history = job.quiet ? undefined : await begin();
  let outcome: JobOutcome;
  let failure: Error | undefined;
  try {
    outcome = await job.run({ database: tools.database, clock: tools.clock, log: tools.log, signal }, payload);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    outcome = { successes: 0, errors: [failure.message] };
  }
  const took = tools.clock.monotonic() - started;
  const isWorthARow = history !== undefined || outcome.successes + outcome.errors.length > 0;
  if (isWorthARow) await settle(history, () => begin(took), outcome, took, tools);
  if (failure) throw failure;
}

/** A row that nobody ends would say RUNNING as long as this process lives: while the database is away it waits, for a minute at most. */
async function settle(
  begun: string | undefined,
  begin: () => Promise<string>,
  outcome: JobOutcome,
  milliseconds: number,
  { database, clock, log }: { database: Database; clock: Clock; log: Logger },
): Promise<void> {
  let history = begun;
  for (let pause = 1_000; ; pause *= 2) {
    try {
      history ??= await begin();
      return await endHistory(database, history, outcome, milliseconds);
    } catch (error) {
      if (pause > LONGEST_PAUSE)
        return log.warn({ err: error }, 'the end of a job could not be written to its history');
      await new Promise<void>((resolve) => clock.after(pause, resolve));
    }
  }
}

const LONGEST_PAUSE = 32_000;

function loggerFor(log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new WorkerLogger(() => (level, message) => log[levels[level]](message));
}
