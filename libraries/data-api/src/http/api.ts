import type { Executor } from '../execute/statement.ts';
import { createExecutor } from '../execute/executor.ts';
import type { DataApiOptions } from '../options.ts';
import type { PlanOptions } from '../plan/context.ts';
import { REQUEST_LIMITS, type RequestLimits } from '../request/tree.ts';
import { type Costs, createCosts } from './costs.ts';
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
  /** Absent where every caller may ask as much as they like. */
  readonly turns: Turns | undefined;
}

const DEFAULT_MAX_ROWS = 100_000;
const DEFAULT_MAX_BODY_BYTES = 32 * 1024 * 1024;
const DEFAULT_MAX_EMBED_ROWS = 10_000;
const DEFAULT_MAX_EMBED_BYTES = 4 * 1024 * 1024;
/** Some seconds of work on a machine of today. */
const DEFAULT_MAX_COST = 2_000_000;
const DEFAULT_MAX_EMBEDDED_ROWS = 200_000;
const DEFAULT_SCHEMA_POLL = 10_000;

/** @param onError Told when the catalogs could not be looked at. */
export function createApi(options: DataApiOptions, onError: (error: unknown) => void): Api {
  const {
    pool,
    hookPool,
    limits: { maxRows, maxBodyBytes, maxEmbedRows, maxEmbedBytes, maxCost, maxEmbeddedRows, ...limits } = {},
  } = options;
  const executor = createExecutor(pool);
  return {
    options,
    executor,
    costs: createCosts(),
    turns: options.callerShare && createTurns(options.callerShare),
    hookExecutor: hookPool ? createExecutor(hookPool) : executor,
    cache: createSchemaCache(pool, {
      schemas: options.schemas,
      ...(options.relationships ? { declared: options.relationships } : {}),
      poll: options.schemaPoll ?? DEFAULT_SCHEMA_POLL,
      onError,
    }),
    limits: { ...REQUEST_LIMITS, ...limits },
    extraSearchPath: options.extraSearchPath ?? ['public'],
    plan: {
      aggregates: options.aggregates ?? false,
      maxRows: maxRows ?? DEFAULT_MAX_ROWS,
      maxBodyBytes: maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
      maxEmbedRows: maxEmbedRows ?? DEFAULT_MAX_EMBED_ROWS,
      maxEmbedBytes: maxEmbedBytes ?? DEFAULT_MAX_EMBED_BYTES,
      maxCost: maxCost ?? DEFAULT_MAX_COST,
      maxEmbeddedRows: maxEmbeddedRows ?? DEFAULT_MAX_EMBEDDED_ROWS,
      unfilteredWrites: options.unfilteredWrites ?? false,
      csvCells: options.csvCells ?? 'exact',
    },
  };
}
