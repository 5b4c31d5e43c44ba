import pg from 'pg';
import { refuse } from '../errors.ts';
import type { Envelope, RunOptions, Statement } from '../execute/statement.ts';
import { readEstimate } from '../plan/estimate.ts';
import type { Negotiated } from '../request/accept.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';

const CANCELLED = '57014';

export function runOptions(exchange: Exchange, isReadOnly: boolean): RunOptions {
  const { preferences, context, request, searchPath } = exchange;
  const { timezone } = preferences;
  const schemaVersion = context.schema.version;
  const { socket } = request.raw;
  const isWanted = () => !socket.destroyed;
  return {
    isReadOnly,
    schemaVersion,
    isWanted,
    searchPath,
    ...(timezone === undefined ? {} : { timezone }),
    // A write is left to end: whoever has sent it may not care for the answer.
    ...(isReadOnly && {
      onCancellable: (cancel) => {
        socket.once('close', cancel);
        return () => socket.off('close', cancel);
      },
    }),
  };
}

/** Runs a statement in one round trip. @throws DataApiError before it, when the planner expects too much. */
export async function runStatement(
  api: Api,
  exchange: Exchange,
  statement: Statement,
  isReadOnly: boolean,
): Promise<Envelope> {
  const { caller, context } = exchange;
  const options = runOptions(exchange, isReadOnly);
  await api.costs.check(statement, `${context.schema.version} ${caller.role}`, () =>
    api.executor.explain(caller, statement, { ...options, explain: 'format json' }),
  );
  api.options.onStatement?.(statement);
  return api.executor.run(caller, statement, options);
}

interface Checked {
  readonly statement: Statement;
  /** Refuses the result by throwing. */
  readonly check: (envelope: Envelope) => void;
  /** Whether the check can refuse what was written. */
  readonly canRefuse: boolean;
}

/**
 * Runs a statement that may write. Where the result can be refused, or is to be rolled back on request, it is looked at
 * before the commit; else it takes one round trip.
 */
export async function runChecked(api: Api, exchange: Exchange, checked: Checked): Promise<Envelope> {
  const { statement, check, canRefuse } = checked;
  const { preferences, caller } = exchange;
  const isUndone = preferences.tx === 'rollback';
  if (!canRefuse && preferences.maxAffected === undefined && !isUndone) {
    const envelope = await runStatement(api, exchange, statement, false);
    check(envelope);
    return envelope;
  }
  api.options.onStatement?.(statement);
  const options = { ...runOptions(exchange, false), rollback: () => isUndone };
  return api.executor.transaction(caller, options, async ({ run }) => {
    const envelope = await run(statement);
    check(envelope);
    return envelope;
  });
}

/** @throws DataApiError PGRST124 when more rows were written than `Prefer: max-affected` allows. */
export function checkAffected({ preferences: { maxAffected } }: Exchange, { rows }: Envelope): void {
  if (maxAffected === undefined || rows <= maxAffected) return;
  throw refuse.tooManyAffected('Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });
}

type Count = Preferences['count'];

interface Countable {
  /** The page of rows, with its exact total or without. */
  readonly page: (count: 'exact' | undefined) => Statement;
  /** All rows that match, to be explained. */
  readonly estimate: () => Statement;
  readonly offset: number;
}

/**
 * Runs a read that may count. `estimated` is exact as long as the planner expects no more rows than one answer may have.
 * An exact count that exceeds the time limit of the options becomes an estimate.
 *
 * @returns which count it is now.
 */
export async function runCounted(
  api: Api,
  exchange: Exchange,
  { page, estimate, offset }: Countable,
): Promise<{ envelope: Envelope; count: Count }> {
  const { count } = exchange.preferences;
  const run = (by: Exchange, asked: 'exact' | undefined) => runStatement(api, by, page(asked), true);
  const planned = async () => {
    const options = { ...runOptions(exchange, true), explain: 'format json' };
    return readEstimate(await api.executor.explain(exchange.caller, estimate(), options)).rows;
  };
  const runPlanned = async (expected: () => Promise<number>) => {
    // The page first: what it refuses throws before anything runs that nobody would wait for.
    const [envelope, total] = await Promise.all([run(exchange, undefined), expected()]);
    // The planner may expect less than what was found.
    return { ...envelope, total: Math.max(total, offset + envelope.rows) };
  };
  if (count === undefined) return { envelope: await run(exchange, undefined), count };
  switch (count) {
    case 'planned':
      return { envelope: await runPlanned(planned), count };
    case 'estimated': {
      const expected = await planned();
      const isLarge = expected > api.plan.maxRows;
      return { envelope: isLarge ? await runPlanned(async () => expected) : await run(exchange, 'exact'), count };
    }
    case 'exact':
      try {
        return { envelope: await run(withTimeLimit(exchange, api.options.countTimeout), 'exact'), count };
      } catch (error) {
        const isTooSlow = error instanceof pg.DatabaseError && error.code === CANCELLED;
        if (!isTooSlow || api.options.countTimeout === undefined) throw error;
        return { envelope: await runPlanned(planned), count: 'estimated' };
      }
  }
}

function withTimeLimit(exchange: Exchange, milliseconds: number | undefined): Exchange {
  if (milliseconds === undefined) return exchange;
  const settings = { ...exchange.caller.settings, statement_timeout: String(milliseconds) };
  return { ...exchange, caller: { ...exchange.caller, settings } };
}

/** How the statements call what was agreed on. */
export function bodyFormat({ format }: Pick<Negotiated, 'format'>): 'array' | 'object' | 'csv' {
  return format === 'object' || format === 'csv' ? format : 'array';
}

/** Answers with the plan of a statement, which changes nothing even when it is analyzed. */
export async function planAnswer(
  api: Api,
  exchange: Exchange,
  statement: Statement,
  negotiated: Negotiated & { readonly plan: NonNullable<Negotiated['plan']> },
  isReadOnly: boolean,
): Promise<Answer> {
  const { format, options } = negotiated.plan;
  const explain = [`format ${format}`, ...options].join(', ');
  const text = await api.executor.explain(exchange.caller, statement, { ...runOptions(exchange, isReadOnly), explain });
  return { status: 200, contentType: negotiated.contentType, body: text };
}

/** @throws DataApiError PGRST116 when an object was asked for and there is not one row. */
export function checkOneRow(negotiated: Pick<Negotiated, 'format'>, { rows }: Envelope): void {
  if (negotiated.format !== 'object' || rows === 1) return;
  throw refuse.notOneRow('Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}
