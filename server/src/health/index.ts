import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type Job, requestJob } from '../jobs/index.ts';
import type { HealthContext } from './context.ts';
import { createCoverageMetric, createWorkerMetrics } from './engine/worker-metrics.ts';
import { startWorker, type Worker } from './engine/worker.ts';
import { CANARY_REAPPLY, canariesAreApplied, canaryReapply } from './jobs/canary-reapply.ts';
import { canarySummary } from './jobs/canary-summary.ts';
import { documentSync } from './jobs/document-sync.ts';
import { checkStatusPartitions } from './jobs/partitions.ts';
import { checkStatusRetention } from './jobs/retention.ts';
import { checkStatusRollUp } from './jobs/roll-up.ts';
import { readCoverage } from './queries/coverage.ts';
import { registerCanaryRoutes } from './routes/canaries.ts';
import { registerCheckRoutes } from './routes/checks.ts';
import { registerSchemaRoutes } from './routes/schemas.ts';
import { registerWireRoutes } from './routes/wire.ts';

export { restoreSecrets, specWithoutSecrets } from './canaries/secrets.ts';
export { canaryWords } from './canaries/words.ts';
export { applyCanaryWrite } from './canaries/write-hook.ts';
export type { HealthContext } from './context.ts';
export { releaseAbandonedClaims } from './engine/claim.ts';
export { createResultWriter } from './engine/result-writer.ts';
export type { Worker } from './engine/worker.ts';
export { DOCUMENT_SYNC } from './jobs/document-sync.ts';
export { createPartitions } from './jobs/partitions.ts';
export { watchFolder } from './documents/watch.ts';

export function registerHealth(app: FastifyInstance, context: HealthContext, registry: Registry): void {
  registerCheckRoutes(app, context);
  registerCanaryRoutes(app, context);
  registerWireRoutes(app, context);
  registerSchemaRoutes(app);
  createCoverageMetric(registry, async () => {
    const { ratio: _, ...counts } = await context.database.readAs({ role: 'viewer', personId: null }, readCoverage);
    return counts;
  });
}

export function startHealthWorker(context: HealthContext, registry: Registry, concurrency: number): Worker {
  void askForReapply(context);
  return startWorker({
    ...context,
    database: context.database.timed,
    metrics: createWorkerMetrics(registry),
    concurrency,
  });
}

/** A new version applies the stored canaries again; the job itself looks once more, since replicas start together. */
async function askForReapply({ database, log }: HealthContext): Promise<void> {
  try {
    if (!(await canariesAreApplied(database))) await requestJob(database, CANARY_REAPPLY);
  } catch (error) {
    log.warn({ err: error }, 'stored canaries could not be applied by this version; the next start tries again');
  }
}

/** @param documents the documents folder, if there is one. */
export function healthJobs(statusRetention: number, documents: string | undefined): Job[] {
  return [
    checkStatusPartitions,
    checkStatusRollUp,
    checkStatusRetention(statusRetention),
    canarySummary,
    canaryReapply(),
    ...(documents === undefined ? [] : [documentSync(documents)]),
  ];
}
