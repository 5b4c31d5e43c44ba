import { expect } from 'vitest';
import type { CallerName, DataApiServer } from './data-api-server.ts';

export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly updated_at: string };

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

type Ask = readonly [caller: CallerName, method: string, url: string, body?: object, prefer?: string];

export interface RowWriter {
  /** Rows of an answer, which must be 200, 201 or 206. */
  rows(...ask: Ask): Promise<readonly Row[]>;
  /** The one row of an answer. */
  row(...ask: Ask): Promise<Row>;
  /** What a refused request is told; it must have what the clients of the wire contract show. */
  refusal(...ask: Ask): Promise<Refusal>;
}

/** Writes rows through the data API and looks at what comes back. */
export function rowWriter({ ask }: DataApiServer): RowWriter {
  const send = (...[caller, method, url, body, prefer = 'return=representation']: Ask) =>
    ask(caller, method, url, { ...(body ? { body } : {}), headers: { prefer } });
  const writer: RowWriter = {
    async rows(...asked) {
      const { status, text, body } = await send(...asked);
      expect([status, text]).toEqual([expect.toBeOneOf([200, 201, 206]), text]);
      return body as readonly Row[];
    },
    async row(...asked) {
      const [row, ...others] = await writer.rows(...asked);
      if (!row || others.length > 0) throw new Error('There is not one row.');
      return row;
    },
    async refusal(...asked) {
      const { status, body } = await send(...asked);
      expect(status).toBeGreaterThanOrEqual(400);
      const refused = body as Omit<Refusal, 'status'> & { readonly error?: string };
      expect(refused.error ?? refused.message).toMatch(/\S/);
      return { status, ...refused };
    },
  };
  return writer;
}
