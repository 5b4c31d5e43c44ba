/**
 * Values on their way into the sandbox and out of it: JSON, in which a text that begins with a zero character stands for what JSON
 * does not have. Its second character says what it is: a text (s), a moment (d), an integer (i), bytes (b), a special number (n).
 */
const MARK = '\u0000';

/** What the sandbox does on its side, as a function of JavaScript that gives `{encode, decode}`. */
export const SANDBOX_SIDE = `(function () {
  var stringify = JSON.stringify, parse = JSON.parse, fromHex = parseInt, mark = '\\u0000';
  function out(key, value) {
    var raw = this[key];
    if (typeof raw === 'string') return raw.charCodeAt(0) === 0 ? mark + 's' + raw : raw;
    if (typeof raw === 'bigint') return mark + 'i' + raw;
    if (typeof raw === 'number') return raw - raw === 0 ? raw : mark + 'n' + raw;
    if (raw instanceof Date) return raw.getTime() === raw.getTime() ? mark + 'd' + raw.toISOString() : null;
    if (raw instanceof Uint8Array) {
      var hex = [];
      for (var at = 0; at < raw.length; at++) hex.push((raw[at] < 16 ? '0' : '') + raw[at].toString(16));
      return mark + 'b' + hex.join('');
    }
    return value;
  }
  function back(key, value) {
    if (typeof value !== 'string' || value.charCodeAt(0) !== 0) return value;
    var rest = value.slice(2);
    switch (value[1]) {
      case 'd': return new Date(rest);
      case 'i': return BigInt(rest);
      case 'n': return Number(rest);
      case 'b':
        var bytes = new Uint8Array(rest.length / 2);
        for (var at = 0; at < bytes.length; at++) bytes[at] = fromHex(rest.slice(2 * at, 2 * at + 2), 16);
        return bytes;
      default: return rest;
    }
  }
  return {
    encode: function (value) { return stringify(value, out); },
    decode: function (text, marked) { return marked ? parse(text, back) : parse(text); }
  };
})()`;

/** @param value plain data, dates, bytes and big integers */
export function encode(value: unknown): { readonly text: string; readonly marked: boolean } {
  let marked = false;
  const mark = (kind: string, text: string) => {
    marked = true;
    return MARK + kind + text;
  };
  const text = JSON.stringify(value, function replace(this: Readonly<Record<string, unknown>>, key, given: unknown) {
    const raw = this[key];
    if (typeof raw === 'string') return raw.startsWith(MARK) ? mark('s', raw) : raw;
    if (typeof raw === 'bigint') return Number.isSafeInteger(Number(raw)) ? Number(raw) : mark('i', String(raw));
    if (typeof raw === 'number') return Number.isFinite(raw) ? raw : mark('n', String(raw));
    if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : mark('d', raw.toISOString());
    return raw instanceof Uint8Array ? mark('b', Buffer.from(raw).toString('hex')) : given;
  });
  return { text: text ?? 'null', marked };
}

/** Reads what a script has made: nothing in it is trusted. */
export function decode(text: string): unknown {
  if (!text.includes('\\u0000')) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? unmark(value.charAt(1), value.slice(2)) : value,
  );
}

function unmark(kind: string, rest: string): unknown {
  switch (kind) {
    case 'd':
      return new Date(rest);
    case 'i':
      return /^-?\d{1,20}$/.test(rest) ? BigInt(rest) : rest;
    case 'n':
      return Number(rest);
    case 'b':
      return new Uint8Array(Buffer.from(rest, 'hex'));
    default:
      return rest;
  }
}
