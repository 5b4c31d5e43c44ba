import type { FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';
import type { Caller } from '../execute/statement.ts';
import type { RawRequest } from '../options.ts';
import type { PlanContext } from '../plan/context.ts';
import { type DecodedBody, decodeBody, jsonBody } from '../request/body.ts';
import { shown } from '../request/cursor.ts';
import { parsePairs } from '../request/pairs.ts';
import { parsePreferences } from '../request/prefer.ts';
import type { Preferences } from '../request/preferences.ts';
import { quoteIdentifier } from '../sql/writer.ts';
import type { Api } from './api.ts';
import { checkPreferences } from './preferences.ts';
import { schemaOf } from './profile.ts';

/** One request, read as far as it does not depend on what is asked. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly kind: 'root' | 'relation' | 'function';
  readonly context: PlanContext;
  /** Of the transaction: the schema that is asked, then those of the options. */
  readonly searchPath: string;
  /** As the adapters left it. */
  readonly raw: RawRequest;
  readonly preferences: Preferences;
  /** Absent when none was sent. */
  readonly body?: DecodedBody;
}

type Start = Pick<Exchange, 'request' | 'caller' | 'kind'>;

/** @throws DataApiError for a schema, preferences, a query string or a body that cannot be taken. */
export async function openExchange(api: Api, { request, caller, kind }: Start): Promise<Exchange> {
  const schema = await api.cache.current();
  const access = await api.cache.access(caller.role);
  const name = schemaOf(request, schema.names);
  const sent = parsePreferences(request.headers['prefer'], { allowTx: api.options.txRollback ?? false });
  const preferences = checkPreferences(sent, (zone) => schema.hasTimezone(zone));
  const body = bodyOf(request, api.limits.bodyDepth);
  const original: RawRequest = {
    method: request.method,
    kind: kind === 'function' ? 'function' : 'relation',
    schema: name,
    name: nameOf(request.params),
    query: parsePairs(searchOf(request), api.limits.queryLength),
    body: body?.type === 'json' ? body.value : undefined,
  };
  const adapters = kind === 'root' ? [] : (api.options.adapters ?? []);
  const raw = adapters.reduce((adapted, adapter) => adapter(adapted, schema), original);
  // The text that was sent is kept unless an adapter has changed the value: numbers in it can be larger than ours.
  const mended = raw.body === original.body ? body : jsonBody(raw.body);
  return {
    request,
    caller,
    kind,
    raw,
    preferences,
    searchPath: [name, ...api.extraSearchPath].map(quoteIdentifier).join(', '),
    context: { schema, access, options: api.plan },
    ...(mended ? { body: mended } : {}),
  };
}

function bodyOf({ body, headers }: FastifyRequest, bodyDepth: number): DecodedBody | undefined {
  if (!(body instanceof Uint8Array) || body.length === 0) return undefined;
  try {
    return decodeBody(headers['content-type'], body, bodyDepth);
  } catch (cause) {
    const encoding = headers['content-encoding'];
    // Only now, since a plugin of the app may have decoded the body and left the header as it was.
    if (encoding === undefined || encoding === 'identity') throw cause;
    throw refuse.badBody(`Content-Encoding not acceptable: ${shown(encoding)}`, {
      hint: 'Send the body as it is',
      cause,
    });
  }
}

function searchOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function nameOf(params: unknown): string {
  const isNamed = typeof params === 'object' && params !== null && 'name' in params;
  return isNamed ? String(params.name) : '';
}
