import { refuse } from '../errors.ts';
import type { Envelope } from '../execute/statement.ts';
import { argumentNames, callStatement, type PlannedCall } from '../plan/call.ts';
import { negotiate } from '../request/accept.ts';
import { parseBody } from '../request/body.ts';
import type { PreferenceName } from '../request/prefer.ts';
import { parseQuery } from '../request/query.ts';
import { applyRange, parseRange } from '../request/range.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import { pageStatus } from './content-range.ts';
import type { Exchange } from './exchange.ts';
import { responseSettings } from './response-settings.ts';
import { commonHeaders, pageAnswer, READ_PREFERENCES } from './rows-answer.ts';
import { bodyFormat, checkAffected, checkOneRow, planAnswer, runChecked, runStatement } from './run.ts';

const WRITING_PREFERENCES: ReadonlySet<PreferenceName> = new Set([...READ_PREFERENCES, 'tx', 'max-affected']);

/** GET, HEAD and POST of a function. */
export async function callFunction(api: Api, exchange: Exchange): Promise<Answer> {
  const { request, context, raw, preferences, body } = exchange;
  const { method } = request;
  const isPost = method === 'POST';
  const negotiated = negotiate(request.headers.accept, {
    formats: ['json', 'object', 'csv', 'text'],
    explain: api.options.explain ?? false,
  });
  const format = negotiated.format === 'text' ? 'raw' : bodyFormat(negotiated);
  const overloads = context.schema.functions(raw.schema, raw.name);
  const parsed = parseQuery(raw.query, {
    limits: api.limits,
    ...(isPost ? {} : { argumentNames: argumentNames(overloads) }),
  });
  const rows = method === 'GET' ? applyRange(parsed.rows, parseRange(request.headers)) : parsed.rows;
  const offset = rows.offset ?? 0;
  // Its rows are there when they are counted, so no count of a function needs to be an estimate.
  const count = preferences.count && 'exact';
  // Only when it is said: without a preference a call answers with what the function gives.
  const isMinimal = isPost && preferences.return === 'minimal';
  const call = callStatement(context, overloads, {
    schema: raw.schema,
    name: raw.name,
    method: isPost ? 'POST' : method === 'HEAD' ? 'HEAD' : 'GET',
    query: { ...parsed, rows },
    ...(isPost && body ? { body: parseBody(body, { target: 'function', allowMissing: true }) } : {}),
    format,
    isMinimal,
    stripNulls: negotiated.stripNulls,
    ...(count ? { count } : {}),
  });
  if (preferences.maxAffected !== undefined && !call.isReadOnly && !call.fn.isSet) {
    throw refuse.maxAffectedOfNoSet(
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    );
  }
  const { plan } = negotiated;
  if (plan) return planAnswer(api, exchange, call.statement, { ...negotiated, plan }, call.isReadOnly);
  const isEmpty = isMinimal || call.fn.result.kind === 'void';
  const hasBody = method !== 'HEAD' && !isEmpty;
  const check = (envelope: Envelope) => {
    if (hasBody) checkOneRow(negotiated, envelope);
    if (call.isReadOnly) return;
    checkAffected(exchange, envelope);
    pageStatus(offset, envelope.rows, envelope.total);
  };
  const canRefuse = negotiated.format === 'object' || (count !== undefined && offset > 0);
  const envelope = await run(api, exchange, call, { check, canRefuse });
  const chosen = responseSettings(envelope);
  const obeyed = call.isReadOnly ? READ_PREFERENCES : WRITING_PREFERENCES;
  const headers = commonHeaders(exchange, { ...preferences, ...(count ? { count } : {}) }, obeyed);
  const page = pageAnswer({ envelope, negotiated, offset, headers });
  const answer: Answer = isEmpty ? { status: 204, headers } : page;
  return { ...answer, status: chosen.status ?? answer.status, headers: { ...answer.headers, ...chosen.headers } };
}

async function run(
  api: Api,
  exchange: Exchange,
  { statement, isReadOnly }: PlannedCall,
  checks: Omit<Parameters<typeof runChecked>[2], 'statement'>,
): Promise<Envelope> {
  if (!isReadOnly) return runChecked(api, exchange, { statement, ...checks });
  const envelope = await runStatement(api, exchange, statement, true);
  checks.check(envelope);
  return envelope;
}
