import { getGraph, getSummary, runCheck as runOperation } from '@watchroom/contract/health';
import { graphQuery } from '@watchroom/contract/health/inputs';
import type { FastifyInstance } from 'fastify';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { type HealthContext, readAs } from '../context.ts';
import { runStoredCheck } from '../engine/run-stored-check.ts';
import { readGraph } from '../queries/check-graph.ts';
import { readSummaryText } from '../queries/summary.ts';
import { createSharedReads } from '../queries/shared-reads.ts';
import { readMoment } from '../queries/time-range.ts';

/** The frozen interface that clients of this field already speak (wire contract 1.8). */
export function registerWireRoutes(app: FastifyInstance, context: HealthContext): void {
  const { clock } = context;
  // The rows of a summary depend on the role alone.
  const shared = createSharedReads((role) => context.database.readAs({ role, personId: null }, readSummaryText));
  route(app, getSummary, {}, async (call) => {
    const { caller, reply } = call;
    const began = clock.monotonic();
    const text = await shared(caller.role, (read) => app.inTurn(call, read));
    const duration = Math.round(clock.monotonic() - began);
    return reply
      .type('application/json')
      .send(`{"duration":${duration},"runnerName":"local","checks_summary":${text}}`);
  });
  route(app, getGraph, { query: graphQuery }, (call) => {
    const { check, start, since, end, until } = call.query;
    const to = readMoment('end', end ?? until ?? 'now', clock.now());
    const from = readMoment('start', start ?? since ?? '1h', clock.now());
    if (from >= to)
      throw new CatalogueError('invalid_input', 'start: is not before the end', {
        fields: { start: 'is not before the end' },
      });
    return readAs(context, call, (reader) => readGraph(reader, check, from, to, clock.now()));
  });
  route(app, runOperation, {}, ({ params }) => runStoredCheck(context, params['id'] ?? ''));
}
