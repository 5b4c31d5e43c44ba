import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { sortedEntries } from '../values/maps.ts';
import { isInt, numeric } from '../values/numbers.ts';
import { describe } from '../values/types.ts';
import { Double, isList, isMap, type List, TypeValue, Uint, type Value } from '../values/value.ts';
import { asString } from './conversions.ts';

const VERB = /%(?:%|(?:\.(\d+))?([a-zA-Z]))/g;

/** Puts values into the places of a text: https://pkg.go.dev/github.com/google/cel-go/ext#hdr-Format-Strings */
export function format(run: Run, template: string, values: List): string {
  let next = 0;
  let last = 0;
  let result = '';
  const add = (text: string) => {
    run.allocate(text.length);
    result += text;
  };
  for (const found of template.matchAll(VERB)) {
    add(template.slice(last, found.index));
    last = found.index + found[0].length;
    if (found[0] === '%%') add('%');
    else {
      if (next >= values.length) fail(`The format has more places than the list has values (${values.length}).`);
      add(formatOne(run, found[2] ?? '', found[1] === undefined ? undefined : Number(found[1]), adapt(values[next++])));
    }
  }
  const rest = template.slice(last);
  if (rest.includes('%')) fail('After % stands one of s d f e b o x X, or another %.');
  add(rest);
  return result;
}

function formatOne(run: Run, verb: string, decimals: number | undefined, value: Value): string {
  if ((decimals ?? 0) > 100) fail('A number has at most 100 decimals here.');
  switch (verb) {
    case 's':
      return text(run, value);
    case 'd':
      return decimal(value);
    case 'f':
      return special(value) ?? fixed(double(value, verb), decimals ?? 6);
    case 'e':
      return (
        special(value) ??
        double(value, verb)
          .toExponential(decimals ?? 6)
          .replace(/e([+-])(\d)$/, 'e$10$2')
      );
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : integer(value, verb).toString(2);
    case 'o':
      return integer(value, verb).toString(8);
    case 'x':
      return hex(value, verb);
    case 'X':
      return hex(value, verb).toUpperCase();
    default:
      return fail(`%${verb} means nothing. After % stands one of s d f e b o x X.`);
  }
}

function wrong(value: Value, verb: string): never {
  return fail(`%${verb} cannot show ${describe(value)}.`);
}

function special(value: Value): string | undefined {
  return value instanceof Double && !Number.isFinite(value.value) ? String(value.value) : undefined;
}

function decimal(value: Value): string {
  if (isInt(value)) return String(value);
  if (value instanceof Uint || value instanceof Double) return String(value.value);
  return wrong(value, 'd');
}

function double(value: Value, verb: string): number {
  const number = numeric(value);
  return number === undefined ? wrong(value, verb) : Number(number);
}

function integer(value: Value, verb: string): bigint {
  if (isInt(value)) return BigInt(value);
  return value instanceof Uint ? BigInt(value.value) : wrong(value, verb);
}

function hex(value: Value, verb: string): string {
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : integer(value, verb).toString(16);
}

/** Rounds a half to the even neighbour; toFixed rounds it up. A half is exact in binary, so that both sides show it. */
function fixed(value: number, decimals: number): string {
  const size = Math.abs(value);
  if (size >= 1e21) return BigInt(value).toString() + (decimals > 0 ? `.${'0'.repeat(decimals)}` : '');
  const rounded = size.toFixed(decimals);
  const exact = size.toFixed(Math.min(100, decimals + 60));
  const isHalf = /^50*$/.test(exact.slice(exact.indexOf('.') + 1 + decimals));
  const even = isHalf && /[13579]$/.test(rounded) ? roundDown(exact, decimals) : rounded;
  return value < 0 || Object.is(value, -0) ? `-${even}` : even;
}

function roundDown(exact: string, decimals: number): string {
  const point = exact.indexOf('.');
  return decimals === 0 ? exact.slice(0, point) : exact.slice(0, point + 1 + decimals);
}

/** Any value as %s shows it. */
function text(run: Run, value: Value): string {
  if (isList(value)) {
    run.spend(value.length);
    return `[${value.map((item) => text(run, adapt(item))).join(', ')}]`;
  }
  if (isMap(value)) {
    const entries = sortedEntries(run, value);
    return `{${entries.map(([key, item]) => `${key}: ${text(run, item)}`).join(', ')}}`;
  }
  return value instanceof TypeValue ? value.name : asString(value);
}
