import { estimateStatement, readStatement } from '../plan/read.ts';
import { negotiate } from '../request/accept.ts';
import { parseQuery } from '../request/query.ts';
import { applyRange, parseRange } from '../request/range.ts';
import type { QueryPairs } from '../request/tree.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { findRelation } from './find.ts';
import type { ReadPlan } from './read-plans.ts';
import { commonHeaders, pageAnswer, READ_PREFERENCES } from './rows-answer.ts';
import { bodyFormat, checkOneRow, planAnswer, runCounted } from './run.ts';

/** GET and HEAD of a relation. */
export async function readRelation(api: Api, exchange: Exchange): Promise<Answer> {
  const { request, context, raw, preferences } = exchange;
  const relation = findRelation(exchange);
  const explain = api.options.explain ?? false;
  const negotiated = negotiate(request.headers.accept, { formats: ['json', 'object', 'csv'], explain });
  const hasBody = request.method !== 'HEAD';
  const { stripNulls, plan } = negotiated;
  const format = bodyFormat(negotiated);
  const range = hasBody ? parseRange(request.headers) : undefined;
  const { limits } = api;
  const planned = (sent: QueryPairs): ReadPlan => {
    const query = parseQuery(sent, { limits });
    const rows = applyRange(query.rows, range);
    const ranged = { ...query, rows };
    return {
      offset: rows.offset ?? 0,
      statement: (count) =>
        readStatement(context, relation, ranged, { format, stripNulls, hasBody, ...(count ? { count } : {}) }),
      estimate: () => estimateStatement(context, relation, ranged),
    };
  };
  const kind = JSON.stringify([raw.schema, raw.name, format, stripNulls, hasBody, range]);
  const { offset, statement: page, estimate } = api.reads.get(context.access, kind, raw.query, planned);
  if (plan) return planAnswer(api, exchange, page(undefined), { ...negotiated, plan }, true);
  const { envelope, count } = await runCounted(api, exchange, { page, estimate, offset });
  checkOneRow(negotiated, envelope);
  const headers = commonHeaders(exchange, { ...preferences, ...(count ? { count } : {}) }, READ_PREFERENCES);
  return pageAnswer({ envelope, negotiated, offset, headers });
}
