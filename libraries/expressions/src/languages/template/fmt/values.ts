import { fail } from '../../../failure.ts';
import type { Run } from '../../../run.ts';
import { adapt } from '../../../values/adapt.ts';
import { print } from '../../../values/print.ts';
import { length, slice } from '../../../values/text.ts';
import {
  Double, Duration, isList, isMap, type List, type MapValue, Timestamp, TypeValue, Uint, type Value, ValueMap,
} from '../../../values/value.ts'; // biome-ignore format: a list
import { entries, unwrap } from '../access.ts';
import { type Flags, pad } from './flags.ts';
import { formatFloat } from './floats.ts';
import { formatInteger } from './integers.ts';
import { fitsBackquotes, quote } from './quote.ts';

/** The type of a value as Go names it. */
export function goType(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    default:
      if (value === null) return '<nil>';
      if (value instanceof Double) return 'float64';
      if (value instanceof Uint) return 'uint64';
      if (value instanceof Uint8Array) return '[]uint8';
      if (value instanceof Timestamp) return 'time.Time';
      if (value instanceof Duration) return 'time.Duration';
      if (isList(value)) return '[]interface {}';
      if (value instanceof ValueMap && [...value.entries.keys()].some((key) => typeof key !== 'string'))
        return 'map[interface {}]interface {}';
      return isMap(value) ? 'map[string]interface {}' : 'type';
  }
}

/** A value by a verb. What does not fit shows as `%!d(string=hi)`. */
export function formatValue(run: Run, flags: Flags, value: Value, verb: string): string {
  // For wrapped errors only, and never in a text.
  if (verb === 'w') return misfit(run, flags, value, verb);
  if (verb === 'T') return pad(run, flags, goType(value));
  if (verb === 'p' && (isList(value) || isMap(value))) return fail('%p has no meaning here: values have no addresses.');
  return known(run, flags, value, verb) ?? misfit(run, flags, value, verb);
}

function misfit(run: Run, flags: Flags, value: Value, verb: string): string {
  if (value === null) return `%!${verb}(<nil>)`;
  return `%!${verb}(${goType(value)}=${known(run, flags, value, 'v') ?? ''})`;
}

function known(run: Run, flags: Flags, value: Value, verb: string): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return verb === 't' || verb === 'v' ? pad(run, flags, String(value)) : undefined;
    case 'number':
    case 'bigint':
      return formatInteger(run, flags, value, verb);
    case 'string':
      return formatString(run, flags, value, verb);
    default:
      if (value === null) return verb === 'v' ? pad(run, flags, '<nil>') : undefined;
      if (isList(value)) return formatList(run, flags, value, verb);
      if (value instanceof Double) return formatFloat(run, flags, value.value, verb);
      if (value instanceof Uint)
        return formatInteger(
          run,
          flags.source === true ? { ...flags, sharp: true } : flags,
          value.value,
          flags.source === true && verb === 'v' ? 'x' : verb,
        );
      if (value instanceof Uint8Array) return formatString(run, flags, Buffer.from(value).toString(), verb);
      if (value instanceof Duration && verb === 'd') return formatInteger(run, flags, value.nanos, verb);
      if (isMap(value)) return formatMap(run, flags, value, verb);
      return value instanceof TypeValue || /^[vsqxX]$/.test(verb)
        ? formatString(run, flags, print(run, value), verb)
        : undefined;
  }
}

function formatString(run: Run, flags: Flags, text: string, verb: string): string | undefined {
  if (verb === 'x' || verb === 'X') return formatHex(run, flags, text, verb);
  const { precision } = flags;
  const cut = precision === undefined || length(text) <= precision ? text : slice(text, 0, precision);
  if (verb === 's' || (verb === 'v' && flags.source !== true)) return pad(run, flags, cut);
  if (verb !== 'q' && verb !== 'v') return undefined;
  run.allocate(2 * cut.length);
  return pad(run, flags, flags.sharp === true && fitsBackquotes(cut) ? `\`${cut}\`` : quote(cut, flags.plus === true));
}

function formatHex(run: Run, flags: Flags, text: string, verb: string): string {
  run.allocate(4 * text.length);
  const bytes = Buffer.from(text).subarray(0, flags.precision);
  const prefix = flags.sharp === true ? '0x' : '';
  const pairs = bytes.toString('hex');
  const spaced =
    flags.space === true ? (pairs.match(/../g) ?? []).map((pair) => prefix + pair).join(' ') : prefix + pairs;
  const shown = bytes.length === 0 ? '' : spaced;
  return pad(run, flags, verb === 'X' ? shown.toUpperCase() : shown);
}

/** An element of a list or map. Null in there has one form, whatever the verb. */
function part(run: Run, flags: Flags, value: Value, verb: string): string {
  run.spend(1);
  if (value === null) return flags.source === true ? 'interface {}(nil)' : '<nil>';
  return formatValue(run, flags, unwrap(value) ?? null, verb);
}

function formatList(run: Run, flags: Flags, list: List, verb: string): string {
  run.allocate(8 * list.length);
  const parts = list.map((item) => part(run, flags, adapt(item), verb));
  run.allocate(parts.reduce((sum, text) => sum + text.length, 0));
  return flags.source === true && verb === 'v' ? `[]interface {}{${parts.join(', ')}}` : `[${parts.join(' ')}]`;
}

function formatMap(run: Run, flags: Flags, map: MapValue, verb: string): string {
  const parts = entries(run, map).map(
    ({ key, value }) => `${part(run, flags, key, verb)}:${part(run, flags, value, verb)}`,
  );
  run.allocate(parts.reduce((sum, text) => sum + text.length, 0));
  return flags.source === true && verb === 'v' ? `${goType(map)}{${parts.join(', ')}}` : `map[${parts.join(' ')}]`;
}
