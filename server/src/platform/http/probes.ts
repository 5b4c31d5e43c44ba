import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** What must work before the process takes traffic: name → throws when it does not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>;

/** `/healthz` (the process lives), `/readyz` (it can do its work) and `/metrics` (Prometheus text). */
export function serveProbes(app: FastifyInstance, checks: ReadinessChecks, metrics: Registry): void {
  const everybody = { config: { permission: 'public' } } as const;
  app.get('/healthz', everybody, async () => ({ status: 'ok' }));
  app.get('/readyz', everybody, async (_request, reply) => {
    const failures: Record<string, string> = {};
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        await check().catch((error: unknown) => {
          failures[name] = error instanceof Error ? error.message : String(error);
        });
      }),
    );
    const ready = Object.keys(failures).length === 0;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', failures });
  });
  app.get('/metrics', everybody, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}
