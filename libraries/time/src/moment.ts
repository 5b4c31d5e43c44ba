import { type DateMathOptions, parseDateMath } from './date-math.ts';

const TYPED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2})(:[\d:.]+) *(Z|[+-][\d:]+)?)? *(\|\|.*)?$/i;

/**
 * A moment as a person types it: date math with or without spaces (`now - 2d`), ISO 8601, or the date and time of a clock in
 * the zone (`2026-1-5 9:30`).
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch, or undefined if the text is none of these
 */
export function parseMoment(text: string, now: number, options: DateMathOptions = {}): number | undefined {
  const trimmed = text.trim();
  const [, year, month = '', day = '', hour, minutes = '', offset = '', steps = ''] = TYPED.exec(trimmed) ?? [];
  if (year === undefined) return parseDateMath(trimmed.replaceAll(' ', ''), now, options);
  const date = `${year}-${two(month)}-${two(day)}`;
  const time = hour === undefined ? '' : `T${two(hour)}${minutes}${offset.toUpperCase()}`;
  return parseDateMath(date + time + steps.replaceAll(' ', ''), now, options);
}

const two = (digits: string) => digits.padStart(2, '0');
