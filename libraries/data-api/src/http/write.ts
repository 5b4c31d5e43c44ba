import { refuse } from '../errors.ts';
import { bodyText } from '../execute/envelope.ts';
import type { Envelope } from '../execute/statement.ts';
import type { WriteHook } from '../options.ts';
import { changeStatement, representationStatement, type WriteRequest, writeStatement } from '../plan/write.ts';
import { canConflict } from '../plan/write-plan.ts';
import { negotiate } from '../request/accept.ts';
import { type BodyRows, decodeBody, parseBody } from '../request/body.ts';
import { parseQuery } from '../request/query.ts';
import type { ParsedQuery } from '../request/tree.ts';
import type { Relation } from '../schema/model.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { findRelation } from './find.ts';
import { askHook, hookOf } from './hooks.ts';
import { bodyFormat, checkAffected, checkOneRow, planAnswer, runChecked, runOptions } from './run.ts';
import { writeAnswer } from './write-answer.ts';

const OPERATIONS: Readonly<Record<string, WriteRequest['operation']>> = {
  POST: 'insert',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
};

/** POST, PATCH, PUT and DELETE of a relation. */
export async function writeRelation(api: Api, exchange: Exchange): Promise<Answer> {
  const { request, context, raw, preferences } = exchange;
  const relation = findRelation(exchange);
  const operation = OPERATIONS[request.method] ?? 'insert';
  const negotiated = negotiate(request.headers.accept, {
    formats: ['json', 'object', 'csv'],
    explain: api.options.explain ?? false,
  });
  const query = parseQuery(raw.query, { limits: api.limits });
  const write: WriteRequest = {
    operation,
    query,
    preferences,
    format: bodyFormat(negotiated),
    stripNulls: negotiated.stripNulls,
    ...(operation === 'delete' ? {} : { body: rowsOf(exchange, query) }),
  };
  const planned = writeStatement(context, relation, write);
  const { plan } = negotiated;
  if (plan) return planAnswer(api, exchange, planned.statement, { ...negotiated, plan }, false);
  const check = (envelope: Envelope) => {
    planned.check(envelope);
    checkOneRow(negotiated, envelope);
    if (operation === 'update' || operation === 'delete') checkAffected(exchange, envelope);
  };
  const hook = hookOf(api, relation);
  const envelope = hook
    ? await writeWithHook(api, exchange, { relation, write, hasBody: planned.hasBody, check, hook })
    : await runChecked(api, exchange, {
        statement: planned.statement,
        check,
        canRefuse: negotiated.format === 'object',
      });
  const isMerged = canConflict(relation, query.onConflict);
  return writeAnswer(exchange, negotiated, envelope, { hasBody: planned.hasBody, isMerged });
}

function rowsOf({ request, preferences, body }: Exchange, { columns }: ParsedQuery): BodyRows {
  const decoded = body ?? decodeBody(request.headers['content-type'], '');
  const allowMissing = columns !== undefined || preferences.missing === 'default';
  const rows = parseBody(decoded, { target: 'relation', allowMissing });
  if (rows.kind !== 'rows') throw refuse.badBody('The body must be a JSON object or an array of objects');
  return rows;
}

interface HookedWrite {
  readonly relation: Relation;
  readonly write: WriteRequest;
  readonly hasBody: boolean;
  readonly check: (envelope: Envelope) => void;
  readonly hook: WriteHook;
}

/** Writes, lets the hook see all that changed, and reads what is answered only then. */
function writeWithHook(api: Api, exchange: Exchange, hooked: HookedWrite): Promise<Envelope> {
  const { relation, write, hasBody, check, hook } = hooked;
  const { context, caller, preferences } = exchange;
  const { statement } = changeStatement(context, relation, write);
  const options = { ...runOptions(exchange, false), rollback: () => preferences.tx === 'rollback' };
  return api.hookExecutor.transaction(caller, options, async ({ run, query }) => {
    api.options.onStatement?.(statement);
    const written = await run(statement);
    check(written);
    const change = bodyText(written) ?? '';
    await askHook(hook, { query }, { operation: operationOf(write, written), relation, caller, change });
    if (!hasBody) return { ...written, body: null, bytes: undefined };
    const shown = representationStatement(context, relation, write, change);
    api.options.onStatement?.(shown);
    const { body, bytes } = await run(shown);
    return { ...written, body, bytes };
  });
}

function operationOf({ operation }: WriteRequest, { inserted }: Envelope): 'insert' | 'update' | 'delete' {
  if (operation !== 'put') return operation;
  return inserted === 0 ? 'update' : 'insert';
}
