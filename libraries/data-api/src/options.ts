import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Caller, CallerTransaction, Statement } from './execute/statement.ts';
import type { CallerShare } from './http/turns.ts';
import type { PlanOptions } from './plan/context.ts';
import type { QueryPairs, RequestLimits } from './request/tree.ts';
import type { DeclaredRelationship, FutureRelationship, Schema } from './schema/model.ts';
import type { CsvCells } from './sql/csv.ts';

/** A request as an adapter sees it, before it is parsed. */
export interface RawRequest {
  readonly method: string;
  readonly kind: 'relation' | 'function';
  readonly schema: string;
  /** Of the relation or function; may not exist. */
  readonly name: string;
  readonly query: QueryPairs;
  /** Parsed JSON of a write; undefined for others and for CSV. */
  readonly body: unknown;
}

/** Lets a server take what its old clients send: mends query and body before the dialect reads them. Must be pure. */
export type Adapter = (request: RawRequest, schema: Schema) => RawRequest;

export interface WriteChange {
  readonly operation: 'insert' | 'update' | 'delete';
  readonly schema: string;
  readonly relation: string;
  readonly caller: Caller;
  /** Rows before an update or delete, every column that the caller may read; empty for an insert. */
  readonly before: readonly Readonly<Record<string, unknown>>[];
  /** Rows as written, every column that the caller may read; empty for a delete. */
  readonly after: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Runs after a write and before its commit, in the same transaction as the user of the pool. What it throws rolls the
 * write back and is thrown on to Fastify's error handler unchanged. Rows that it changes are in the answer.
 */
export type WriteHook = (transaction: Pick<CallerTransaction, 'query'>, change: WriteChange) => Promise<void>;

/** What a write broke, with the names of the catalogs. */
export interface BrokenConstraint {
  /** SQLSTATE of class 23. */
  readonly code: string;
  readonly constraint: string | undefined;
  /** Of the base table, where a value is missing. */
  readonly column: string | undefined;
}

/** In place of the database's sentence, whose language is a setting of the database. */
export interface ConstraintExplanation {
  readonly message: string;
  /** Members that the body of the refusal has besides those of the dialect. */
  readonly more: Readonly<Record<string, unknown>>;
}

export interface DataApiOptions {
  /**
   * Connections of a login role that may `set role` to every role that {@link authenticate} names and inherits nothing. For
   * this plugin alone: every statement begins with `reset all`, so settings belong to the startup options of the pool.
   */
  readonly pool: pg.Pool;
  /** Schemas to expose, the default first. */
  readonly schemas: readonly string[];
  /**
   * Schemas of the search path behind the one that a request is about, for functions and triggers that name things
   * without a schema. Every transaction sets the path, also for its hooks. Default `['public']`.
   */
  readonly extraSearchPath?: readonly string[];
  /** Who calls. What it throws goes to Fastify's error handler. Called before anything of the request is read. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Role of callers who are not signed in: a refusal then answers 401. */
  readonly anonymousRole?: string;
  readonly relationships?: readonly DeclaredRelationship[];
  readonly futureRelationships?: readonly FutureRelationship[];
  readonly adapters?: readonly Adapter[];
  /** Hooks by relation name in the first schema, or by `schema.relation`. */
  readonly hooks?: Readonly<Record<string, WriteHook>>;
  /** Undefined leaves the refusal as the database words it. */
  readonly explainConstraint?: (broken: BrokenConstraint) => ConstraintExplanation | undefined;
  /** Connections whose user may `set role` to the callers' roles and whose own rights the hooks need. Default {@link pool}. */
  readonly hookPool?: pg.Pool;
  /** Defaults are REQUEST_LIMITS, 100,000 rows and 32 MiB of a body, 10,000 rows and 4 MiB of a to-many embed for one row. */
  readonly limits?: Partial<RequestLimits & PlanLimits>;
  /** Absent: one caller may use every connection. */
  readonly callerShare?: CallerShare;
  /** Milliseconds after which an answer that its client does not read is cut off. Default 30,000. */
  readonly stalledAfter?: number;
  readonly aggregates?: boolean;
  readonly unfilteredWrites?: boolean;
  /**
   * `inert` puts an apostrophe before the texts of CSV answers that a spreadsheet takes for a formula: those that begin with
   * `=`, `+`, `-`, `@` (of full width too), a tab or a line break and are no number. Default `exact`.
   */
  readonly csvCells?: CsvCells;
  /** Whether `Prefer: tx=rollback` is obeyed. */
  readonly txRollback?: boolean;
  /** Whether `Accept: application/vnd.pgrst.plan` is answered. */
  readonly explain?: boolean;
  readonly openApi?: { readonly title: string; readonly version: string; readonly basePath: string } | false;
  /**
   * Where an administrator accepts an estimate: a count that takes longer than this many milliseconds is answered by the
   * planner's estimate, and `Preference-Applied: count=estimated` says so. Absent: every exact count is exact.
   */
  readonly countTimeout?: number;
  /** Told of every statement before it runs, for logs and measurements. */
  readonly onStatement?: (statement: Statement) => void;
  /** How often the catalogs are looked at for a changed schema, in milliseconds. Default 10,000. */
  readonly schemaPoll?: number;
}

type PlanLimits = Omit<PlanOptions, 'aggregates' | 'unfilteredWrites' | 'csvCells'>;
