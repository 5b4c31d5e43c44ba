import type { Run } from '../../../run.ts';
import { length } from '../../../values/text.ts';

/** What stands between the percent sign and the verb. */
export interface Flags {
  minus?: boolean;
  plus?: boolean;
  sharp?: boolean;
  space?: boolean;
  zero?: boolean;
  /** `%#v`, which writes values as Go source has them. */
  source?: boolean;
  width?: number;
  precision?: number;
}

/** Fills a text up to the width, on its left with zeros if the flags say so. */
export function pad(run: Run, flags: Flags, text: string, zero = flags.zero === true): string {
  const missing = (flags.width ?? 0) - length(text);
  if (missing <= 0) return text;
  run.allocate(missing);
  if (flags.minus === true) return text + ' '.repeat(missing);
  return (zero ? '0' : ' ').repeat(missing) + text;
}
