import pg from 'pg';
import { quoteLiteral } from './writer.ts';

/**
 * What a statement refuses by itself: writes are then undone in the round trip that made them. No setting of these names
 * exists, and PostgreSQL's error names the one that was asked for.
 */
const RAISED = ['too_many_rows', 'too_many_bytes', 'embed_rows', 'embed_bytes', 'bad_status', 'bad_headers'] as const;
export type Raised = (typeof RAISED)[number];

const UNDEFINED_OBJECT = '42704';
const settingOf = (raised: Raised) => `data_api.refused.${raised}`;

/** SQL of a text that cannot be read. @param about What is told of it: a name of the catalogs. */
export function raise(raised: Raised, about?: string): string {
  return `current_setting(${quoteLiteral(settingOf(raised) + (about === undefined ? '' : ` ${about}`))})`;
}

export function raisedBy(error: unknown): Raised | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_OBJECT) return undefined;
  return RAISED.find((raised) => error.message.includes(settingOf(raised)));
}

/** What was told of it; the error has it in quotes of the database's language. */
export function raisedAbout(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return /data_api\.refused\.\w+ (.*?)["»”“']?$/s.exec(error.message)?.[1] ?? '';
}
