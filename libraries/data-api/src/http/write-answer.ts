import type { Envelope } from '../execute/statement.ts';
import type { Negotiated } from '../request/accept.ts';
import type { PreferenceName } from '../request/prefer.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Answer } from './answer.ts';
import { contentRange } from './content-range.ts';
import type { Exchange } from './exchange.ts';
import { locationOf } from './location.ts';
import { responseSettings } from './response-settings.ts';
import { commonHeaders } from './rows-answer.ts';

const CHANGE_PREFERENCES = ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected'] as const;
const WRITE_PREFERENCES: Readonly<Record<string, ReadonlySet<PreferenceName>>> = {
  POST: new Set(['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone']),
  PUT: new Set(['return', 'count', 'tx', 'handling', 'timezone']),
  PATCH: new Set(CHANGE_PREFERENCES),
  DELETE: new Set(CHANGE_PREFERENCES.filter((name) => name !== 'missing')),
};

interface Written {
  /** Whether the rows were asked for. */
  readonly hasBody: boolean;
  /** Whether `resolution` could be obeyed. */
  readonly isMerged: boolean;
}

/** Answers a write: the rows when they were asked for, else nothing. A trigger may have chosen status and headers. */
export function writeAnswer(exchange: Exchange, negotiated: Negotiated, envelope: Envelope, written: Written): Answer {
  const { request } = exchange;
  const { hasBody, isMerged } = written;
  const { resolution, ...others } = exchange.preferences;
  const preferences = isMerged && resolution ? exchange.preferences : others;
  const { rows, key } = envelope;
  const body = envelope.bytes ?? envelope.body;
  const chosen = responseSettings(envelope);
  const total = preferences.count === undefined ? null : rows;
  // `/prefix/films?…` is the path of the request itself.
  const [path = ''] = request.raw.url?.split('?', 1) ?? [];
  return {
    status: chosen.status ?? statusOf(request.method, preferences, hasBody, envelope),
    headers: {
      ...commonHeaders(exchange, preferences, WRITE_PREFERENCES[request.method] ?? new Set()),
      'content-range': rangeOf(request.method, rows, total),
      location: request.method === 'POST' && key !== null ? locationOf(path, key) : undefined,
      ...chosen.headers,
    },
    contentType: negotiated.contentType,
    ...(hasBody ? { body } : {}),
  };
}

function statusOf(method: string, { resolution }: Preferences, hasBody: boolean, { inserted, rows }: Envelope): number {
  switch (method) {
    case 'POST':
      return inserted === 0 || (resolution === 'merge-duplicates' && rows === 0) ? 200 : 201;
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
