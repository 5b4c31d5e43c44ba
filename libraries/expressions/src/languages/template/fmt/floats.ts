import type { Run } from '../../../run.ts';
import { digitsOf, type Digits, rounded, shortest } from './decimals.ts';
import { type Flags, pad } from './flags.ts';

/** A floating-point number by a verb; nothing if it has no such form. */
export function formatFloat(run: Run, flags: Flags, value: number, verb: string): string | undefined {
  if (!/^[vbgGxXfFeE]$/.test(verb)) return undefined;
  const negative = value < 0 || Object.is(value, -0);
  const sign = negative ? '-' : flags.plus === true ? '+' : flags.space === true ? ' ' : '';
  if (!Number.isFinite(value)) {
    // Infinity always has its sign.
    const text = Number.isNaN(value) ? 'NaN' : 'Inf';
    return pad(run, flags, (text === 'Inf' && sign === '' ? '+' : sign) + text, false);
  }
  const precision = flags.precision ?? (/[fFeE]/.test(verb) ? 6 : undefined);
  run.allocate(precision ?? 0);
  const plain = write(Math.abs(value), verb, precision);
  const text = flags.sharp === true && verb !== 'b' ? withPoint(plain, verb, precision) : plain;
  if (sign !== '' && flags.zero === true && flags.minus !== true && flags.width !== undefined)
    return sign + pad(run, { ...flags, width: flags.width - 1 }, text);
  return pad(run, flags, sign + text);
}

function write(size: number, verb: string, precision: number | undefined): string {
  switch (verb) {
    case 'b':
      return binary(size);
    case 'x':
    case 'X': {
      const text = hexadecimal(size, precision);
      return verb === 'X' ? text.toUpperCase() : text;
    }
    case 'f':
    case 'F':
      return fixed(rounded(digitsOf(size), { places: precision ?? 6 }), precision ?? 6);
    case 'e':
    case 'E': {
      const text = exponential(rounded(digitsOf(size), { digits: (precision ?? 6) + 1 }), precision ?? 6);
      return verb === 'E' ? text.toUpperCase() : text;
    }
    default: {
      const text = general(size, precision);
      return verb === 'G' ? text.toUpperCase() : text;
    }
  }
}

/** From this exponent on, shortest digits are written with an exponent. */
const SHORTEST_FROM = 6;

/** The form without an exponent, unless it is below -4 or not below the precision. */
function general(size: number, precision: number | undefined): string {
  const figures = precision === 0 ? 1 : precision;
  const digits = figures === undefined ? shortest(size) : rounded(digitsOf(size), { digits: figures });
  const count = digits.text.length;
  const most = figures === undefined ? SHORTEST_FROM : figures > count && count >= digits.point ? count : figures;
  const exponent = size === 0 ? 0 : digits.point - 1;
  if (exponent < -4 || exponent >= Math.max(1, most)) return exponential(digits, Math.max(0, count - 1));
  return fixed(digits, Math.max(count - digits.point, 0));
}

function fixed({ text, point }: Digits, places: number): string {
  const whole = point > 0 ? text.slice(0, point).padEnd(point, '0') : '0';
  if (places === 0) return whole;
  const fraction = point >= 0 ? text.slice(point) : '0'.repeat(-point) + text;
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
}

function exponential({ text, point }: Digits, places: number): string {
  const power = text === '' || text === '0' ? 0 : point - 1;
  const first = text.charAt(0) || '0';
  const fraction = places > 0 ? `.${text.slice(1, 1 + places).padEnd(places, '0')}` : '';
  return `${first}${fraction}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Mantissa and exponent to the base of two, such that the mantissa is an integer. */
function parts(size: number): { mantissa: bigint; power: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, size);
  const whole = bits.getBigUint64(0);
  const power = Number((whole >> 52n) & 0x7ffn);
  const fraction = whole & ((1n << 52n) - 1n);
  return power === 0 ? { mantissa: fraction, power: -1074 } : { mantissa: fraction | (1n << 52n), power: power - 1075 };
}

function binary(size: number): string {
  const { mantissa, power } = parts(size);
  return `${mantissa}p${power < 0 ? '' : '+'}${power}`;
}

function hexadecimal(size: number, precision: number | undefined): string {
  let { mantissa, power } = parts(size);
  if (mantissa === 0n) return `0x0${precision === undefined || precision === 0 ? '' : `.${'0'.repeat(precision)}`}p+00`;
  // One digit before the point, and 60 bits behind it.
  while (mantissa < 1n << 60n) {
    mantissa <<= 1n;
    power--;
  }
  if (precision !== undefined && precision < 15) {
    const shift = BigInt(60 - 4 * precision);
    const rest = mantissa & ((1n << shift) - 1n);
    mantissa >>= shift;
    const half = 1n << (shift - 1n);
    if (rest > half || (rest === half && mantissa % 2n === 1n)) mantissa++;
    mantissa <<= shift;
    if (mantissa >= 1n << 61n) {
      mantissa >>= 1n;
      power++;
    }
  }
  const digits = mantissa.toString(16).slice(1).padStart(15, '0');
  const fraction =
    precision === undefined ? digits.replace(/0+$/, '') : digits.slice(0, precision).padEnd(precision, '0');
  const exponent = power + 60;
  return `0x1${fraction === '' ? '' : `.${fraction}`}p${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** With the flag # a point is always written, and %g keeps its zeros. */
function withPoint(plain: string, verb: string, precision: number | undefined): string {
  const cut = plain.search(/[xX]/.test(verb) ? /[pP]/ : /[eEpP]/);
  let head = cut < 0 ? plain : plain.slice(0, cut);
  const tail = cut < 0 ? '' : plain.slice(cut);
  const keeps = /[vgGxX]/.test(verb);
  let missing = keeps ? (precision ?? 6) : 0;
  const figures = head.replace('.', '').replace(/^0+/, '').length;
  if (!head.includes('.')) {
    if (head === '0') missing--;
    head += '.';
  }
  missing -= figures;
  return head + '0'.repeat(Math.max(0, missing)) + tail;
}
