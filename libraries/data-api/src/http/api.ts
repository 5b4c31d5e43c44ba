import type { Executor } from '../execute/statement.ts';
import { createExecutor } from '../execute/executor.ts';
import type { DataApiOptions } from '../options.ts';
import type { PlanOptions } from '../plan/context.ts';
import { REQUEST_LIMITS, type RequestLimits } from '../request/tree.ts';
import { type Costs, createCosts } from './costs.ts';
import { createReadPlans, type ReadPlans } from './read-plans.ts';
import { createTurns, type Turns } from './turns.ts';
import { createSchemaCache, type SchemaCache } from '../schema/cache.ts';

/** What all requests of one plugin share. */
export interface Api {
  readonly options: DataApiOptions;
  readonly cache: SchemaCache;
  readonly executor: Executor;
  /** For writes to relations with a hook. */
  readonly hookExecutor: Executor;
  readonly limits: RequestLimits;
  readonly extraSearchPath: readonly string[];
  readonly plan: PlanOptions;
  readonly costs: Costs;
  readonly reads: ReadPlans;
  /** Absent where every caller may ask as much as they like. */
  readonly turns: Turns | undefined;
}

const PLAN_LIMITS = {
  maxRows: 100_000,
  maxBodyBytes: 32 * 1024 * 1024,
  maxEmbedRows: 10_000,
  maxEmbedBytes: 4 * 1024 * 1024,
  /** Some seconds of work on a machine of today. */
  maxCost: 2_000_000,
  maxEmbeddedRows: 200_000,
};
const DEFAULT_SCHEMA_POLL = 10_000;

/** @param onError Told when the catalogs could not be looked at. */
export function createApi(options: DataApiOptions, onError: (error: unknown) => void): Api {
  const { pool, hookPool, limits } = options;
  const plan: PlanOptions = {
    ...PLAN_LIMITS,
    ...limits,
    aggregates: options.aggregates ?? false,
    unfilteredWrites: options.unfilteredWrites ?? false,
    csvCells: options.csvCells ?? 'exact',
  };
  const executor = createExecutor(pool);
  return {
    options,
    executor,
    costs: createCosts(plan),
    reads: createReadPlans(),
    turns: options.callerShare && createTurns(options.callerShare),
    hookExecutor: hookPool ? createExecutor(hookPool) : executor,
    cache: createSchemaCache(pool, {
      schemas: options.schemas,
      ...(options.relationships ? { declared: options.relationships } : {}),
      ...(options.futureRelationships ? { future: options.futureRelationships } : {}),
      poll: options.schemaPoll ?? DEFAULT_SCHEMA_POLL,
      onError,
    }),
    limits: { ...REQUEST_LIMITS, ...limits },
    extraSearchPath: options.extraSearchPath ?? ['public'],
    plan,
  };
}
