/**
 * One message of the change stream (`GET /api/v1/changes`, server-sent events). It never carries rows: whoever shows
 * the table loads again what it looks at.
 * - event `change`: data {@link ChangeMessage}
 * - event `reload`: a gap; everything shown may be stale
 * - event `beat`: every {@link BEAT} milliseconds, so that silence means that the server is gone
 */
export interface ChangeMessage {
  readonly table: string;
  /** At most 200 ids, or `many`. */
  readonly ids: readonly string[] | 'many';
  /** Transaction number of the newest change of the batch, as text. */
  readonly tx: string;
}

export const BEAT = 2_000;
