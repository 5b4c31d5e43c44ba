import {
  getCheck as getCheckOperation,
  getCoverage,
  listChecks as listChecksOperation,
  listLabels as listLabelsOperation,
} from '@watchroom/contract/health';
import { listChecksQuery } from '@watchroom/contract/health/inputs';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { type HealthContext, readAs } from '../context.ts';
import { getCheck } from '../queries/check-detail.ts';
import { readCoverage } from '../queries/coverage.ts';
import { listLabels } from '../queries/labels.ts';
import { listChecks } from '../queries/list-checks.ts';

export function registerCheckRoutes(app: FastifyInstance, context: HealthContext): void {
  route(app, listChecksOperation, { query: listChecksQuery }, (call) =>
    readAs(context, call, (reader) => listChecks(reader, call.query, call.caller.permissions.has('agents:read'))),
  );
  route(app, getCheckOperation, {}, (call) =>
    readAs(context, call, (reader) => getCheck(reader, call.params['id'] ?? '')),
  );
  route(app, listLabelsOperation, {}, (call) => readAs(context, call, listLabels));
  route(app, getCoverage, {}, (call) => readAs(context, call, readCoverage));
}
