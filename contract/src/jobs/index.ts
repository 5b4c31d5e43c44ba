import { operation } from '../operation.ts';

/** Outcome of one run of a job. Partial failure is WARNING; a run cut off by the end of its process is STOPPED. */
export type JobStatus = 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'STOPPED';

/**
 * One message of the change stream (`GET /api/v1/changes`, server-sent events). It never carries rows: whoever shows
 * the table loads again what it looks at.
 * - event `change`: data {@link ChangeMessage}
 * - event `reload`: a gap; everything shown may be stale
 */
export interface ChangeMessage {
  readonly table: string;
  /** At most 200 ids, or `many`. */
  readonly ids: readonly string[] | 'many';
  /** Transaction number of the newest change of the batch, as text. */
  readonly tx: string;
}

export const changes = operation<ChangeMessage>('GET', '/api/v1/changes', 'signed-in');
