import type { DataApiError } from '../errors.ts';
import { refuse } from '../errors.ts';

/** Longest part of a client's text that an error repeats. */
const SHOWN = 120;

/** The text as an error may show it: whole when short. */
export function shown(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** A place in a text that is read once, from left to right. */
export class Cursor {
  readonly text: string;
  at = 0;
  readonly #what: string;

  /** `what` names the text in errors: `select parameter`. */
  constructor(text: string, what: string) {
    this.text = text;
    this.#what = what;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Code unit at the place, or `ahead` of it; NaN after the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  skipSpaces(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  /** Moves over `part` when it stands here. */
  take(part: string): boolean {
    if (!this.text.startsWith(part, this.at)) return false;
    this.at += part.length;
    return true;
  }

  /** An error that names the place where the text broke, columns counted from 1. */
  fail(expected: string, at = this.at): DataApiError {
    const found = this.text.codePointAt(at);
    const unexpected = found === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(found));
    return refuse.badQuery(`"failed to parse ${this.#what} (${shown(this.text)})" (line 1, column ${at + 1})`, {
      details: `unexpected ${unexpected} at column ${at + 1}, expecting ${expected}`,
    });
  }
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

/** An unquoted text without the white space around it. */
export function trimSpaces(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
