const ASTRAL = /[\ud800-\udfff]/;

/** Whether every character is one code unit, so that indices can be used as they are. */
function isFlat(text: string): boolean {
  return !ASTRAL.test(text);
}

/** Number of code points. */
export function length(text: string): number {
  if (isFlat(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The part between two code points. */
export function slice(text: string, start: number, end: number): string {
  return isFlat(text) ? text.slice(start, end) : Array.from(text).slice(start, end).join('');
}

/** Which code point begins at a code unit. */
export function pointAt(text: string, unit: number): number {
  return length(text.slice(0, unit));
}

/** Which code unit a code point begins at. */
export function unitAt(text: string, point: number): number {
  return isFlat(text) ? point : Array.from(text).slice(0, point).join('').length;
}

const BLANK = /\p{White_Space}/u;

/** A text without the blanks of Unicode at its ends. Unlike trim(), it keeps the byte order mark, which they do not count. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
