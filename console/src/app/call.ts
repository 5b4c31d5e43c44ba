import type { Operation } from '@watchroom/contract/operation';
import { errorFromAnswer } from './api-error.ts';
import { send } from './send.ts';

/** A query parameter may stand several times. */
type Repeatable<Query> = { readonly [Name in keyof Query]: Query[Name] | readonly Query[Name][] };

export interface CallInput<Query, Body> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Repeatable<Query>;
  readonly body?: Body;
  readonly signal?: AbortSignal;
}

/** Calls an operation of the contract. Every failure is an {@link ApiError}. */
export async function call<Query, Body, Result>(
  operation: Operation<Query, Body, Result>,
  input: CallInput<Query, Body> = {},
): Promise<Result> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  const { status, text } = await send(addressOf(operation.path, input), {
    method: operation.method,
    headers,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  });
  if (status < 200 || status > 299) throw errorFromAnswer(status, text);
  return (text === '' ? undefined : JSON.parse(text)) as Result;
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
