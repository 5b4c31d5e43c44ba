import type { Operation } from '@watchroom/contract/operation';
import { ApiError, errorFromBody, UNREACHED } from './api-error.ts';

const TIMEOUT = 30_000;

/** A query parameter may stand several times. */
type Repeatable<Query> = { readonly [Name in keyof Query]: Query[Name] | readonly Query[Name][] };

export interface CallInput<Query, Body> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Repeatable<Query>;
  readonly body?: Body;
  /** `updated_at` that the person saw; a newer one on the server gives the error `stale`. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

/** Calls an operation of the contract. Every failure is an {@link ApiError}. */
export async function call<Query, Body, Result>(
  operation: Operation<Query, Body, Result>,
  input: CallInput<Query, Body> = {},
): Promise<Result> {
  const response = await send(operation, input, {});
  if (response.status === 204) return undefined as Result;
  return (await response.json()) as Result;
}

/** Calls a list of the data API and reads the total from `Content-Range`. */
export async function callList<Query, Body, Row>(
  operation: Operation<Query, Body, readonly Row[]>,
  input: CallInput<Query, Body>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const response = await send(operation, input, { Prefer: 'count=exact' });
  const rows = (await response.json()) as readonly Row[];
  const total = Number(response.headers.get('Content-Range')?.split('/')[1]);
  return { rows, total: Number.isFinite(total) ? total : rows.length };
}

async function send<Query, Body, Result>(
  operation: Operation<Query, Body, Result>,
  input: CallInput<Query, Body>,
  headers: Record<string, string>,
): Promise<Response> {
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  if (input.ifMatch !== undefined) headers['If-Match'] = `"${input.ifMatch}"`;
  const timeout = AbortSignal.timeout(TIMEOUT);
  const request: RequestInit = {
    method: operation.method,
    headers: { Accept: 'application/json', ...headers },
    credentials: 'same-origin',
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
  };
  if (input.body !== undefined) request.body = JSON.stringify(input.body);
  const response = await fetch(addressOf(operation.path, input), request).catch((cause: unknown) => {
    // A caller that lost interest is no failure; the query cache expects the original error.
    if (input.signal?.aborted) throw cause;
    const code = timeout.aborted ? 'timeout' : navigator.onLine === false ? 'offline' : 'network';
    throw new ApiError(code, UNREACHED[code], {}, cause);
  });
  if (!response.ok) throw errorFromBody(response.status, await response.json().catch(() => undefined));
  return response;
}

/** Path parameters and query of a call; empty and absent values are left out. */
export function addressOf(
  path: string,
  { params = {}, query }: { readonly params?: Readonly<Record<string, string>>; readonly query?: unknown },
): string {
  const filled = path.replace(/\/:(\w+)/g, (_, name: string) => `/${encodeURIComponent(params[name] ?? '')}`);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== '') search.append(name, String(each));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
