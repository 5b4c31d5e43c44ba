import type { StepResult } from './batch.ts';
import { ENVELOPE_COLUMNS, type Envelope } from './statement.ts';

/** @throws Error when it is not the result of a statement of this library. */
export function readEnvelope(result: StepResult | undefined): Envelope {
  const [row, ...others] = result?.rows ?? [];
  if (row?.length !== ENVELOPE_COLUMNS.length || others.length > 0) throw new Error('The statement gave no envelope.');
  const [body = null, rows, total, key = null, inserted, status = null, headers = null] = row;
  const number = (text: string | null | undefined) => (text == null ? null : Number(text));
  return { body, rows: Number(rows), total: number(total), key, inserted: number(inserted), status, headers };
}
