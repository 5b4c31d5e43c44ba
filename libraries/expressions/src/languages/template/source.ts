import { Failure } from '../../failure.ts';

export interface Delimiters {
  readonly left: string;
  readonly right: string;
}

export const CURLY: Delimiters = { left: '{{', right: '}}' };
export const DOLLAR: Delimiters = { left: '$(', right: ')' };

/** What is parsed: a text, and what of it came out of values and so is never code. */
export interface Source {
  readonly text: string;
  readonly start: number;
  readonly delimiters: Delimiters;
  /** Ranges of the text that are no code, in order. */
  readonly values: readonly { readonly from: number; readonly to: number }[];
}

const HEADER = /^#[ \t]*gotemplate:[^\n]*(?:\n|$)/;

/**
 * The delimiters that a first line such as `# gotemplate: left-delim=[[ right-delim=]]` chooses, and where the text behind it starts.
 * @throws Failure if the line is there, but does not name both.
 */
export function readHeader(text: string): { delimiters: Delimiters; start: number } | undefined {
  const line = HEADER.exec(text)?.[0];
  if (line === undefined) return undefined;
  const left = /\bleft-delim=(\S+)/.exec(line)?.[1];
  const right = /\bright-delim=(\S+)/.exec(line)?.[1];
  if (left === undefined || right === undefined)
    throw new Failure('syntax', 'The line of delimiters does not name both.', {
      offset: 0,
      hint: 'Write: # gotemplate: left-delim=[[ right-delim=]]',
    });
  return { delimiters: { left, right }, start: line.length };
}

/** The first place of a delimiter that stands in no value. */
export function findCode({ text, values }: Source, delimiter: string, from: number): number {
  let at = text.indexOf(delimiter, from);
  for (let index = firstAfter(values, from); at >= 0; index++) {
    const value = values[index];
    if (value === undefined || at + delimiter.length <= value.from) break;
    if (at < value.to || at < value.from) at = text.indexOf(delimiter, value.to);
  }
  return at;
}

/** @throws Failure if part of a text that is read as code came out of a value. */
export function refuseValues({ values }: Source, from: number, to: number): void {
  const value = values[firstAfter(values, from)];
  if (value !== undefined && value.from < to)
    throw new Failure('evaluation', 'The value of an action stands inside of another action, where it would be code.', {
      offset: from,
      hint: 'Use index, for example $(index .labels .name).',
    });
}

/** The first value that ends behind a place. */
function firstAfter(values: Source['values'], place: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle]?.to ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
