import { CatalogueError } from '../../platform/http/errors.ts';
import { parseDuration } from '../../platform/schedule/duration.ts';

/** Further ones are no times for PostgreSQL or for `Date`. */
const EARLIEST = Date.UTC(1, 0);
const LATEST = Date.UTC(9999, 0);

/** A moment as clients send it: a duration back from now (`1h`, `2d`), an ISO time, `now`. @throws CatalogueError invalid_input */
export function readMoment(name: string, text: string, now: number): number {
  if (text === 'now') return now;
  const ago = parseDuration(text.replace(/^now-/, ''));
  const time = ago === undefined ? Date.parse(text) : now - ago;
  if (!(time >= EARLIEST && time <= LATEST))
    throw new CatalogueError(
      'invalid_input',
      `${name}: "${text}" is no time; write for example 1h, 2d or 2026-01-31T10:00:00Z`,
      {
        fields: { [name]: 'is no time' },
      },
    );
  return time;
}
