import {
  getCheck as getCheckOperation,
  getCoverage,
  type ListChecksQuery,
  listChecks as listChecksOperation,
  listLabels as listLabelsOperation,
} from '@watchroom/contract/health';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../../platform/http/route.ts';
import { type HealthContext, readAs } from '../context.ts';
import { getCheck } from '../queries/check-detail.ts';
import { readCoverage } from '../queries/coverage.ts';
import { listLabels } from '../queries/labels.ts';
import { listChecks } from '../queries/list-checks.ts';

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const text = z.string().max(2_000);

const listQuery = z.object({
  query: text.optional(),
  hidePassing: flag.optional(),
  labels: z.string().max(20_000).optional(),
  tabBy: text.optional(),
  tab: text.optional(),
  groupBy: text.optional(),
  sortBy: z.enum(['name', 'status', 'uptime', 'latency', 'transition']).optional(),
  sortDesc: flag.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
}) as z.ZodType<ListChecksQuery>;

export function registerCheckRoutes(app: FastifyInstance, context: HealthContext): void {
  route(app, listChecksOperation, { query: listQuery }, (call) =>
    readAs(context, call, (reader) => listChecks(reader, call.query, call.caller.permissions.has('agents:read'))),
  );
  route(app, getCheckOperation, {}, (call) =>
    readAs(context, call, (reader) => getCheck(reader, call.params['id'] ?? '')),
  );
  route(app, listLabelsOperation, {}, (call) => readAs(context, call, listLabels));
  route(app, getCoverage, {}, (call) => readAs(context, call, readCoverage));
}
