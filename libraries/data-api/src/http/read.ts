import { estimateStatement, readStatement } from '../plan/read.ts';
import { negotiate } from '../request/accept.ts';
import { parseQuery } from '../request/query.ts';
import { applyRange, parseRange } from '../request/range.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { findRelation } from './find.ts';
import { commonHeaders, pageAnswer, READ_PREFERENCES } from './rows-answer.ts';
import { bodyFormat, checkOneRow, planAnswer, runCounted } from './run.ts';

/** GET and HEAD of a relation. */
export async function readRelation(api: Api, exchange: Exchange): Promise<Answer> {
  const { request, context, raw, preferences } = exchange;
  const relation = findRelation(exchange);
  const explain = api.options.explain ?? false;
  const negotiated = negotiate(request.headers.accept, { formats: ['json', 'object', 'csv'], explain });
  const query = parseQuery(raw.query, { limits: api.limits });
  const hasBody = request.method !== 'HEAD';
  const rows = hasBody ? applyRange(query.rows, parseRange(request.headers)) : query.rows;
  const { stripNulls, plan } = negotiated;
  const ranged = { ...query, rows };
  const page = (count: 'exact' | undefined) => {
    const options = { format: bodyFormat(negotiated), stripNulls, hasBody, ...(count ? { count } : {}) };
    return readStatement(context, relation, ranged, options);
  };
  if (plan) return planAnswer(api, exchange, page(undefined), { ...negotiated, plan }, true);
  const { envelope, count } = await runCounted(api, exchange, {
    page,
    estimate: () => estimateStatement(context, relation, ranged),
    offset: rows.offset ?? 0,
  });
  checkOneRow(negotiated, envelope);
  const headers = commonHeaders(exchange, { ...preferences, ...(count ? { count } : {}) }, READ_PREFERENCES);
  return pageAnswer({ envelope, negotiated, offset: rows.offset ?? 0, headers });
}
