import { parseDateMath, parseDuration } from '@watchroom/time';
import { CatalogueError } from '../../platform/http/errors.ts';

/** A hundred years: further back than any history. */
const LONGEST = 100 * 365 * 86_400_000;

/** A moment as clients send it: a duration back from now (`1h`, `2d`), an ISO time or date math. @throws CatalogueError invalid_input */
export function readMoment(name: string, text: string, now: number): number {
  const time = parseDateMath(text, now) ?? now - (parseDuration(text.replace(/^now-/, '')) ?? Number.NaN);
  if (!(now - time <= LONGEST))
    throw new CatalogueError(
      'invalid_input',
      `${name}: "${text}" is no time; write for example 1h, 2d or 2026-01-31T10:00:00Z`,
      {
        fields: { [name]: 'is no time' },
      },
    );
  return time;
}
