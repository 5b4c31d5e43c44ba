import pg from 'pg';

/**
 * What a statement refuses by itself: writes are then undone in the round trip that made them. No setting of these names
 * exists, and PostgreSQL's error names the one that was asked for.
 */
const RAISED = ['too_many_rows', 'too_many_bytes', 'bad_status', 'bad_headers'] as const;
export type Raised = (typeof RAISED)[number];

const UNDEFINED_OBJECT = '42704';
const settingOf = (raised: Raised) => `data_api.refused.${raised}`;

/** SQL of a text that cannot be read. */
export function raise(raised: Raised): string {
  return `current_setting('${settingOf(raised)}')`;
}

export function raisedBy(error: unknown): Raised | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_OBJECT) return undefined;
  return RAISED.find((raised) => error.message.includes(settingOf(raised)));
}
