import { requestJob } from '../jobs/index.ts';
import { duration } from '../platform/config/duration-setting.ts';
import { wholeNumber } from '../platform/config/setting.ts';
import type { RoomContext } from '../platform/rooms/room.ts';
import { defineRoom } from '../platform/rooms/room.ts';
import { canaryWords } from './canaries/words.ts';
import { applyCanaryWrite } from './canaries/write-hook.ts';
import type { HealthContext } from './context.ts';
import { canaryDocuments } from './documents/canary-documents.ts';
import { releaseAbandonedClaims } from './engine/claim.ts';
import { createResultWriter } from './engine/result-writer.ts';
import { createWorkerMetrics } from './engine/worker-metrics.ts';
import { startWorker } from './engine/worker.ts';
import { CANARY_REAPPLY, canariesAreApplied, canaryReapply } from './jobs/canary-reapply.ts';
import { canarySummary } from './jobs/canary-summary.ts';
import { checkStatusPartitions, createPartitions } from './jobs/partitions.ts';
import { checkStatusRetention } from './jobs/retention.ts';
import { checkStatusRollUp } from './jobs/roll-up.ts';
import { registerHealth } from './routes/register.ts';

const settings = {
  statusRetention: duration(
    {
      env: 'WATCHROOM_STATUS_RETENTION',
      flag: 'status-retention',
      description: 'How long the raw results of checks are kept.',
    },
    '3d',
    86_400_000,
  ),
  concurrency: wholeNumber(
    {
      env: 'WATCHROOM_CONCURRENCY',
      flag: 'concurrency',
      shape: 'COUNT',
      description: 'How many checks each worker runs at the same time.',
    },
    [1, 20_000],
    1_000,
  ),
};

/** Checks in flight and results not yet written get this many ms at a stop; what takes longer is handed back. */
const STOP_PATIENCE = 8_000;

/** Checks, what runs them, and what becomes of their results. */
export const room = defineRoom({
  settings,
  servedWithoutSignIn: true,
  open(context, { statusRetention, concurrency }) {
    const { database, outbound, connections, clock, log, metrics } = context;
    const writer = createResultWriter(database.timed, clock, log);
    const health: HealthContext = { database, outbound, connections, clock, log, writer };
    return {
      tables: {
        hooks: { canaries: (transaction, change) => applyCanaryWrite(transaction, change, clock.now()) },
        words: canaryWords,
        futureRelationships: [
          { from: 'checks', to: 'check_component_relationships' },
          { from: 'checks', to: 'check_config_relationships' },
        ],
      },
      jobs: [
        checkStatusPartitions,
        checkStatusRollUp,
        checkStatusRetention(statusRetention),
        canarySummary,
        canaryReapply(),
      ],
      documents: [canaryDocuments],
      routes: (app) => registerHealth(app, health, metrics),
      async work() {
        await createPartitions(database);
        if (context.process.alone) await releaseAbandonedClaims(database);
        void requestReapply(context);
        const worker = startWorker({
          ...health,
          database: database.timed,
          metrics: createWorkerMetrics(metrics),
          concurrency,
        });
        return () => worker.stop(STOP_PATIENCE);
      },
      stop: () => writer.stop(STOP_PATIENCE),
    };
  },
});

/** A new version applies the stored canaries again; the job itself looks once more, since replicas start together. */
async function requestReapply({ database, log }: RoomContext): Promise<void> {
  try {
    if (!(await canariesAreApplied(database))) await requestJob(database, CANARY_REAPPLY);
  } catch (error) {
    log.warn({ err: error }, 'stored canaries could not be applied by this version; the next start tries again');
  }
}
