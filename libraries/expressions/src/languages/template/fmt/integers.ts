import type { Run } from '../../../run.ts';
import { type Flags, pad } from './flags.ts';
import { isPrintable, quoteCharacter } from './quote.ts';

const BASES: Readonly<Record<string, { base: number; prefix: string }>> = {
  v: { base: 10, prefix: '' },
  d: { base: 10, prefix: '' },
  b: { base: 2, prefix: '0b' },
  o: { base: 8, prefix: '0' },
  O: { base: 8, prefix: '0o' },
  x: { base: 16, prefix: '0x' },
  X: { base: 16, prefix: '0X' },
};

/** An integer by a verb; nothing if it has no such form. */
export function formatInteger(run: Run, flags: Flags, value: number | bigint, verb: string): string | undefined {
  if (verb === 'c') return pad(run, flags, character(value));
  if (verb === 'q') return pad(run, flags, quoteCharacter(character(value), flags.plus === true));
  if (verb === 'U') return pad(run, flags, unicode(run, flags, value), false);
  const form = Object.hasOwn(BASES, verb) ? BASES[verb] : undefined;
  if (form === undefined) return undefined;
  const negative = value < 0;
  const sign = negative ? '-' : flags.plus === true ? '+' : flags.space === true ? ' ' : '';
  if (flags.precision === 0 && Number(value) === 0) return pad(run, flags, '', false);
  const fills = flags.zero === true && flags.minus !== true && flags.precision === undefined;
  const least = flags.precision ?? (fills ? (flags.width ?? 0) - sign.length : 0);
  run.allocate(Math.max(0, least));
  let digits = (negative ? -value : value).toString(form.base).padStart(least, '0');
  if (verb === 'X') digits = digits.toUpperCase();
  const prefixed = verb === 'O' || (flags.sharp === true && !(verb === 'o' && digits.startsWith('0')));
  return pad(run, flags, sign + (prefixed ? form.prefix : '') + digits, false);
}

function character(value: number | bigint): string {
  const code = Number(value);
  return code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
}

function unicode(run: Run, { precision = 4, sharp }: Flags, value: number | bigint): string {
  const code = BigInt.asUintN(64, BigInt(value));
  run.allocate(precision);
  const text = `U+${code.toString(16).toUpperCase().padStart(Math.max(4, precision), '0')}`;
  const known = sharp === true && code <= 0x10ffffn && isPrintable(character(value));
  return known ? `${text} '${character(value)}'` : text;
}
