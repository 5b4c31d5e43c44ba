import type { Run } from '../../../run.ts';
import type { Value } from '../../../values/value.ts';
import { Uint } from '../../../values/value.ts';
import type { Flags } from './flags.ts';
import { formatValue, goType } from './values.ts';

/** Widths and precisions beyond this mean nothing. */
const LARGEST = 1_000_000;
const FLAGS: Readonly<Record<string, keyof Flags>> = {
  '#': 'sharp',
  '0': 'zero',
  '+': 'plus',
  '-': 'minus',
  ' ': 'space',
};

/** Writes values into a format, with what Go writes where they do not fit: https://pkg.go.dev/fmt */
export function printf(run: Run, format: string, values: readonly Value[]): string {
  const parts: string[] = [];
  const state = { at: 0, next: 0, reordered: false, good: true };
  const add = (text: string) => {
    run.allocate(text.length);
    parts.push(text);
  };
  for (;;) {
    const percent = format.indexOf('%', state.at);
    add(format.slice(state.at, percent < 0 ? undefined : percent));
    if (percent < 0) break;
    run.spend(1);
    state.at = percent + 1;
    state.good = true;
    const flags = readFlags(format, state);
    readSizes(format, state, values, flags, add);
    const verb = String.fromCodePoint(format.codePointAt(state.at) ?? 0);
    if (state.at >= format.length) {
      add('%!(NOVERB)');
      break;
    }
    state.at += verb.length;
    if (verb === '%') add('%');
    else if (!state.good) add(`%!${verb}(BADINDEX)`);
    else if (state.next >= values.length) add(`%!${verb}(MISSING)`);
    else add(formatValue(run, verb === 'v' ? asValue(flags) : flags, values[state.next++] ?? null, verb));
  }
  if (!state.reordered && state.next < values.length) {
    const extra = values
      .slice(state.next)
      .map((value) => (value === null ? '<nil>' : `${goType(value)}=${formatValue(run, {}, value, 'v')}`));
    add(`%!(EXTRA ${extra.join(', ')})`);
  }
  return parts.join('');
}

interface State {
  at: number;
  /** Of the values. */
  next: number;
  reordered: boolean;
  good: boolean;
}

function readFlags(format: string, state: State): Flags {
  const flags: Flags = {};
  for (;;) {
    const character = format.charAt(state.at);
    const name = Object.hasOwn(FLAGS, character) ? FLAGS[character] : undefined;
    if (name === undefined) return flags;
    Object.assign(flags, { [name]: true });
    state.at++;
  }
}

/** Of %v a plus asks for names of fields, which data does not have, and # for values as source. */
function asValue({ plus: _, sharp, ...flags }: Flags): Flags {
  return sharp === true ? { ...flags, source: true } : flags;
}

/** Reads `[2]`, width and precision, which may be stars. */
function readSizes(
  format: string,
  state: State,
  values: readonly Value[],
  flags: Flags,
  add: (text: string) => void,
): void {
  let indexed = readIndex(format, state, values.length);
  if (format.charAt(state.at) === '*') {
    state.at++;
    const width = take(state, values);
    if (width === undefined) add('%!(BADWIDTH)');
    else {
      flags.width = Math.abs(width);
      if (width < 0) flags.minus = true;
    }
    indexed = false;
  } else {
    const width = readNumber(format, state);
    if (width !== undefined) flags.width = width;
    if (indexed && width !== undefined) state.good = false;
  }
  if (format.charAt(state.at) === '.') {
    state.at++;
    if (indexed) state.good = false;
    indexed = readIndex(format, state, values.length);
    if (format.charAt(state.at) === '*') {
      state.at++;
      const precision = take(state, values);
      if (precision === undefined) add('%!(BADPREC)');
      else if (precision >= 0) flags.precision = precision;
      else add('%!(BADPREC)');
      indexed = false;
    } else flags.precision = readNumber(format, state) ?? 0;
  }
  if (!indexed) readIndex(format, state, values.length);
}

function readIndex(format: string, state: State, count: number): boolean {
  if (format.charAt(state.at) !== '[') return false;
  state.reordered = true;
  const close = format.indexOf(']', state.at);
  const inner = close < 0 ? undefined : format.slice(state.at + 1, close);
  state.at = close < 0 ? state.at + 1 : close + 1;
  const index = inner !== undefined && /^\d{1,7}$/.test(inner) ? Number(inner) - 1 : -1;
  if (index < 0 || index >= count) {
    state.good = false;
    return inner !== undefined && /^\d{1,7}$/.test(inner);
  }
  state.next = index;
  return true;
}

function readNumber(format: string, state: State): number | undefined {
  const digits = /^\d+/.exec(format.slice(state.at, state.at + 10))?.[0];
  if (digits === undefined) return undefined;
  if (digits.length > 7) {
    state.at = format.length;
    return undefined;
  }
  state.at += digits.length;
  return Number(digits);
}

function take(state: State, values: readonly Value[]): number | undefined {
  if (state.next >= values.length) return undefined;
  const given = values[state.next++];
  const number = given instanceof Uint ? given.value : given;
  return typeof number === 'number' && Math.abs(number) <= LARGEST ? number : undefined;
}
