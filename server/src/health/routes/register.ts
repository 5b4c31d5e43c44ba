import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { VERSION } from '../../platform/version.ts';
import type { HealthContext } from '../context.ts';
import { createCoverageMetric } from '../engine/worker-metrics.ts';
import { readCoverage } from '../queries/coverage.ts';
import { registerCheckRoutes } from './checks.ts';
import { registerSchemaRoutes } from './schemas.ts';
import { registerTestRoute } from './test-check.ts';
import { registerWireRoutes } from './wire.ts';

/** Serves the routes of the room, and its coverage as a metric. */
export function registerHealth(app: FastifyInstance, context: HealthContext, metrics: Registry): void {
  registerCheckRoutes(app, context);
  registerTestRoute(app, context);
  registerWireRoutes(app, context);
  registerSchemaRoutes(app);
  app.get('/api/canary/about', { config: { permission: 'public' } }, async () => ({
    Version: VERSION,
    Timestamp: new Date(context.clock.now()).toISOString(),
  }));
  createCoverageMetric(metrics, async () => {
    const { ratio: _, ...counts } = await context.database.readAs({ role: 'viewer', personId: null }, readCoverage);
    return counts;
  });
}
