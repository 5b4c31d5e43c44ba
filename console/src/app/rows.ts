import { errorFromAnswer } from './api-error.ts';
import { send } from './send.ts';

export interface RowsRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** `select` and conditions, as the data API reads them: `{ id: 'eq.…' }`. */
  readonly query: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Reads or writes rows of a table that a form edits. A write answers with its rows. @throws ApiError */
export async function askRows<Row>(
  table: string,
  { method, query, body, signal }: RowsRequest,
): Promise<readonly Row[]> {
  const { status, text } = await send(`${location.origin}/api/db/${table}?${new URLSearchParams(query)}`, {
    method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', Prefer: 'return=representation' },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (status < 200 || status > 299) throw errorFromAnswer(status, text);
  return JSON.parse(text) as readonly Row[];
}
