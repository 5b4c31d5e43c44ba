/** Decimal digits without zeros at their ends, and how many of them stand before the point. */
export interface Digits {
  readonly text: string;
  readonly point: number;
}

function trimmed(text: string, point: number): Digits {
  const zeros = /^0*/.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > zeros && text[end - 1] === '0') end--;
  return end === zeros ? { text: '', point: 0 } : { text: text.slice(zeros, end), point: point - zeros };
}

/** The fewest digits that mean this double. */
export function shortest(size: number): Digits {
  const [mantissa = '0', power = '0'] = size.toExponential().split('e');
  return trimmed(mantissa.replace('.', ''), Number(power) + 1);
}

/** All digits of a double, which are finitely many. */
export function digitsOf(size: number): Digits {
  if (Number.isInteger(size)) {
    const text = BigInt(size).toString();
    return trimmed(text, text.length);
  }
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, size);
  const whole = bits.getBigUint64(0);
  const power = Number((whole >> 52n) & 0x7ffn);
  const fraction = whole & ((1n << 52n) - 1n);
  const mantissa = power === 0 ? fraction : fraction | (1n << 52n);
  const shift = power === 0 ? 1074 : 1075 - power;
  // m / 2^s = m * 5^s / 10^s.
  const text = (mantissa * 5n ** BigInt(shift)).toString();
  return trimmed(text, text.length - shift);
}

/** Rounds to digits in all, or to places behind the point; a half to the even neighbour. */
export function rounded({ text, point }: Digits, to: { digits: number } | { places: number }): Digits {
  const keep = 'digits' in to ? to.digits : point + to.places;
  if (keep < 0) return { text: '', point: 0 };
  if (keep >= text.length) return { text, point };
  const head = text.slice(0, keep);
  const next = text.charAt(keep);
  const half = next === '5' && keep === text.length - 1;
  const up = half ? /[13579]$/.test(head) : next >= '5';
  if (!up) return trimmed(head, point);
  const raised = (BigInt(head || '0') + 1n).toString().padStart(head.length, '0');
  return trimmed(raised, point + raised.length - head.length);
}
