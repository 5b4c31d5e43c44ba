import type { Envelope } from '../execute/statement.ts';
import type { Negotiated } from '../request/accept.ts';
import type { PreferenceName } from '../request/prefer.ts';
import type { Answer } from './answer.ts';
import { contentRange } from './content-range.ts';
import type { Exchange } from './exchange.ts';
import { locationOf } from './location.ts';
import { commonHeaders } from './rows-answer.ts';

const CHANGE_PREFERENCES = ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected'] as const;
const WRITE_PREFERENCES: Readonly<Record<string, ReadonlySet<PreferenceName>>> = {
  POST: new Set(['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone']),
  PUT: new Set(['return', 'count', 'tx', 'handling', 'timezone']),
  PATCH: new Set(CHANGE_PREFERENCES),
  DELETE: new Set(CHANGE_PREFERENCES.filter((name) => name !== 'missing')),
};

/** Answers a write: the rows when they were asked for, else nothing. */
export function writeAnswer(exchange: Exchange, negotiated: Negotiated, envelope: Envelope, hasBody: boolean): Answer {
  const { request, preferences } = exchange;
  const { rows, key } = envelope;
  const body = envelope.bytes ?? envelope.body;
  const total = preferences.count === undefined ? null : rows;
  // `/prefix/films?…` is the path of the request itself.
  const [path = ''] = request.raw.url?.split('?', 1) ?? [];
  return {
    status: statusOf(request.method, hasBody, envelope),
    headers: {
      ...commonHeaders(exchange, preferences, WRITE_PREFERENCES[request.method] ?? new Set()),
      'content-range': rangeOf(request.method, rows, total),
      location: request.method === 'POST' && key !== null ? locationOf(path, key) : undefined,
    },
    contentType: negotiated.contentType,
    ...(hasBody ? { body } : {}),
  };
}

function statusOf(method: string, hasBody: boolean, { inserted }: Envelope): number {
  switch (method) {
    case 'POST':
      return inserted === 0 ? 200 : 201;
    case 'PUT':
      if (inserted !== null && inserted > 0) return 201;
      return hasBody ? 200 : 204;
    default:
      return hasBody ? 200 : 204;
  }
}

/** Only an update has a range: which rows an insert or a delete is about, no position tells. */
function rangeOf(method: string, rows: number, total: number | null): string | undefined {
  if (method === 'PUT') return undefined;
  return method === 'PATCH' ? contentRange(0, rows, total) : contentRange(0, 0, total);
}
