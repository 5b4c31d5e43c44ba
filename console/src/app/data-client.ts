import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '@watchroom/contract/rows';
import { errorFromAnswer } from './api-error.ts';
import { send } from './send.ts';

export type NoOptions = Record<never, never>;
export type DataClient = PostgrestClient<Database, NoOptions, 'api'>;

/** A client of the data API. Every failure of its queries is an ApiError; the query cache alone tries again. */
export function dataClient(): DataClient {
  return new PostgrestClient<Database, NoOptions, 'api'>(`${location.origin}/api/db`, {
    fetch: fetchData,
    retry: false,
  });
}

const fetchData: typeof fetch = async (input, init = {}) => {
  const { status, headers, text } = await send(input, init);
  // A page behind the last row is empty; its Content-Range still tells the total.
  if (status === 416) return new Response('[]', { headers });
  if (status < 200 || status > 299) throw errorFromAnswer(status, text);
  return new Response(text === '' ? null : text, { status, headers });
};

/** A query of the client whose answer is a list. */
interface ListQuery<Row> {
  abortSignal(signal: AbortSignal): ListQuery<Row>;
  throwOnError(): PromiseLike<{ readonly data: Row[]; readonly count: number | null }>;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Of all pages. */
  readonly total: number;
}

/** The rows of a query. @throws ApiError */
export async function rows<Row>(query: ListQuery<Row>, signal: AbortSignal): Promise<readonly Row[]> {
  return (await query.abortSignal(signal).throwOnError()).data;
}

/** One page and the total, which the query asks for with `count: 'exact'`. @throws ApiError */
export async function page<Row>(query: ListQuery<Row>, signal: AbortSignal): Promise<Page<Row>> {
  const { data, count } = await query.abortSignal(signal).throwOnError();
  return { rows: data, total: Number.isInteger(count) && count !== null ? count : data.length };
}
