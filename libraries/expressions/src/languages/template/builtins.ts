import { fail } from '../../failure.ts';
import { type Argument, define, type FunctionGroup } from '../../functions/define.ts';
import type { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { compare, equal } from '../../values/compare.ts';
import { getKey, keyText, mapSize } from '../../values/maps.ts';
import { isInt, numeric } from '../../values/numbers.ts';
import { describe } from '../../values/types.ts';
import { isList, isMap, type Value, ValueMap } from '../../values/value.ts';
import { position, truth, unwrap } from './access.ts';
import { escapeHtml, escapeQuery, escapeScript } from './escapes.ts';
import { printf } from './fmt/printf.ts';
import { joined, show } from './fmt/show.ts';
import { formatValue } from './fmt/values.ts';

/** Texts as Go has them: bytes in UTF-8, which differ from characters beyond ASCII. */
function bytes(run: Run, text: string): Buffer {
  run.allocate(text.length);
  return Buffer.from(text);
}

function lengthOf(run: Run, value: Value): number {
  if (typeof value === 'string') return bytes(run, value).length;
  if (isList(value) || value instanceof Uint8Array) return value.length;
  return isMap(value) ? mapSize(value) : fail(`len needs a text, a list or a map, not ${describe(value)}.`);
}

function at(run: Run, value: Value, index: Value): Value {
  if (isList(value)) return adapt(value[position(index, value.length)]);
  if (typeof value === 'string') {
    const all = bytes(run, value);
    return all[position(index, all.length)] ?? 0;
  }
  if (!isMap(value)) return fail(`index needs a list, a map or a text, not ${describe(value)}.`);
  if (typeof index !== 'string' && !(value instanceof ValueMap))
    return fail(`The keys of this map are texts, not ${keyText(index)}.`);
  return unwrap(getKey(value, index)) ?? null;
}

/** With places behind it the part of a text or list, as Go has it; otherwise a list of all arguments. */
function slice(run: Run, values: readonly Value[]): Value {
  const [of = null, ...places] = values;
  const cuts = places.length > 0 && places.length <= 3 && places.every(isInt) && (isList(of) || typeof of === 'string');
  if (!cuts) {
    run.allocate(8 * values.length);
    return [...values];
  }
  const whole = isList(of) ? of : bytes(run, typeof of === 'string' ? of : '');
  if (places.length === 3 && !isList(of)) return fail('A text is cut at two places at most.');
  const bounds = places.map((place) =>
    place >= 0 && place <= whole.length
      ? Number(place)
      : fail(`What has ${whole.length} parts cannot be cut at ${place}.`),
  );
  const [start = 0, end = whole.length, most = whole.length] = bounds;
  if (start > end || end > most) return fail(`From ${start} to ${end} is not within ${whole.length}.`);
  run.allocate(8 * (end - start));
  return isList(of)
    ? of.slice(start, end)
    : Buffer.from(whole as Buffer)
        .subarray(start, end)
        .toString();
}

/** Numbers are compared by their value, other values with their own type, and null with everything. */
function same(run: Run, a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  for (const value of [a, b]) if (isList(value) || isMap(value)) fail(`A ${describe(value)} cannot be compared.`);
  const numbers = numeric(a) !== undefined && numeric(b) !== undefined;
  if (!numbers && describe(a) !== describe(b)) fail(`${describe(a)} and ${describe(b)} cannot be compared.`);
  return equal(run, a, b);
}

function order(a: Value, b: Value): number {
  if (typeof a === 'boolean') return fail('A bool has no order.');
  return a === null || b === null ? fail('null has no order.') : compare(a, b);
}

type Call = (run: Run, values: readonly Value[]) => Value;
type Result = 'any' | 'bool' | 'int' | 'string';

/** A function that takes null too. */
function builtIn(call: string, result: Result, doc: string, [template, gives]: [string, string], run: Call) {
  const [name = '', ...args] = call.split(' | ');
  return define({
    names: { cel: [], template: [name] },
    args: args as Argument[],
    result,
    doc,
    examples: [{ template, gives }],
    takesNull: true,
    call: (given, ...values) => run(given, values as readonly Value[]),
  });
}

/** An order of two values. */
const ordered = (name: string, doc: string, template: string, holds: (order: number) => boolean) =>
  builtIn(`${name} | a: any | b: any`, 'bool', doc, [template, 'true'], (_, [a = null, b = null]) =>
    holds(order(a, b)),
  );

/** Values in a row, of which null shows as an action writes it. */
const text = (run: Run, values: readonly Value[]): string =>
  joined(
    run,
    values.map((value) => value ?? show(run, value)),
  );

const escape = (name: string, doc: string, template: string, gives: string, change: (text: string) => string) =>
  builtIn(`${name} | ...values: any`, 'string', doc, [template, gives], (run, values) => {
    const plain = text(run, values);
    run.allocate(6 * plain.length);
    return change(plain);
  });

/** What every Go template has. */
export const builtins: FunctionGroup = {
  title: 'Only in templates: comparing and printing',
  functions: [
    builtIn(
      'and | first: any | ...others: any',
      'any',
      'The first argument that is empty, or else the last one; those behind it are not evaluated.',
      ['{{ and 1 0 2 }}', '0'],
      (_, values) => values.find((value) => !truth(value)) ?? values.at(-1) ?? null,
    ),
    builtIn(
      'or | first: any | ...others: any',
      'any',
      'The first argument that is not empty, or else the last one; those behind it are not evaluated.',
      ['{{ or "" "x" }}', 'x'],
      (_, values) => values.find(truth) ?? values.at(-1) ?? null,
    ),
    builtIn(
      'not | value: any',
      'bool',
      'Whether a value is empty: false, zero, null, missing, or without elements.',
      ['{{ not "" }}', 'true'],
      (_, [value]) => !truth(value),
    ),
    builtIn(
      'len | value: any',
      'int',
      'The number of elements of a list or map, or of bytes of a text.',
      ['{{ len "abc" }}', '3'],
      (run, [value = null]) => lengthOf(run, value),
    ),
    builtIn(
      'index | of: any | ...keys: any',
      'any',
      'What stands in a list or map under a place or key, and in that under the next.',
      ['{{ index (slice "a" "b") 1 }}', 'b'],
      (run, [of = null, ...keys]) => {
        if (of === null) return fail('index of null: there is nothing in it.');
        return keys.reduce<Value>((value, key) => at(run, value, key), of);
      },
    ),
    builtIn(
      'slice | first: any | ...others: any',
      'any',
      'The part of a text or list between places; if no places follow, a list of all arguments.',
      ['{{ slice "abcdef" 1 3 }}', 'bc'],
      slice,
    ),
    builtIn(
      'print | ...values: any',
      'string',
      'Values as text, with blanks between those of which neither is a text.',
      ['{{ print 1 2 "a" }}', '1 2a'],
      (run, values) => joined(run, values),
    ),
    builtIn(
      'println | ...values: any',
      'string',
      'Values as text with blanks between them and a line break behind them.',
      ['{{ println 1 "a" }}', '1 a'],
      (run, values) => `${values.map((value) => formatValue(run, {}, value, 'v')).join(' ')}\n`,
    ),
    builtIn(
      'eq | a: any | ...others: any',
      'bool',
      'Whether a value is the same as one of others.',
      ['{{ eq 2 1 2 }}', 'true'],
      (run, [a = null, ...others]) => {
        if (others.length === 0) return fail('eq needs something to compare with.');
        return others.some((other) => same(run, a, other));
      },
    ),
    builtIn(
      'ne | a: any | b: any',
      'bool',
      'Whether two values differ.',
      ['{{ ne 1 2 }}', 'true'],
      (run, [a = null, b = null]) => !same(run, a, b),
    ),
    ordered('lt', 'Whether a value is less than another.', '{{ lt 1 2 }}', (order) => order < 0),
    ordered('le', 'Whether a value is less than another, or the same.', '{{ le 1 1 }}', (order) => order <= 0),
    ordered('gt', 'Whether a value is greater than another.', '{{ gt 2 1 }}', (order) => order > 0),
    ordered('ge', 'Whether a value is greater than another, or the same.', '{{ ge 1 1 }}', (order) => order >= 0),
    escape('html', 'Values as text that shows in HTML as it is.', '{{ html "<b>" }}', '&lt;b&gt;', escapeHtml),
    escape(
      'js',
      'Values as text that can stand between quotes of JavaScript.',
      '{{ js "it\'s" }}',
      "it\\'s",
      escapeScript,
    ),
    escape(
      'urlquery',
      'Values as text that can stand in the query of a URL.',
      '{{ urlquery "a b&c" }}',
      'a+b%26c',
      escapeQuery,
    ),
    define({
      names: { cel: [], template: ['printf'] },
      args: ['format: string', '...values: any'],
      result: 'string',
      doc: 'A text with values in the places of %v, %s, %d, %.2f, %q, %x, %t, %T and the other verbs of Go.',
      examples: [{ template: '{{ printf "%s: %05.1f" "load" 0.75 }}', gives: 'load: 000.8' }],
      takesNull: true,
      call: (run, format, ...values) => printf(run, format, values as readonly Value[]),
    }),
    builtIn(
      'call | ...values: any',
      'any',
      'Refused: values are data and never functions.',
      ['{{ if false }}{{ call . }}{{ end }}', ''],
      () => fail('Values are data and never functions, so there is nothing to call.'),
    ),
  ],
};
