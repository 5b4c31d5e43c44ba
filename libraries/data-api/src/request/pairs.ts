import { refuse } from '../errors.ts';
import { shown } from './cursor.ts';
import { REQUEST_LIMITS, type QueryPairs } from './tree.ts';

/**
 * Decodes a query string, with or without its `?`, as `application/x-www-form-urlencoded`. Empty parameters (`&&`) are
 * ignored; a name without `=` has the empty value; a percent sign without two hexadecimal digits stands for itself. Refuses with PGRST100 what does not decode, with PGRST900 what is longer than `maxBytes`.
 */
export function parsePairs(search: string, maxBytes: number = REQUEST_LIMITS.queryLength): QueryPairs {
  if (search.length > maxBytes || Buffer.byteLength(search) > maxBytes) {
    throw refuse.overLimit(`The query string is longer than the limit of ${maxBytes} bytes`, {
      hint: 'Shorten the query, or call a function by POST.',
    });
  }
  return decodePairs(search, search.startsWith('?') ? 1 : 0);
}

/** Like {@link parsePairs}, without a limit: for a body whose size was checked before. */
export function decodePairs(text: string, start = 0): QueryPairs {
  if (text.includes('%00') || text.includes('\0')) {
    throw refuse.badQuery('A parameter has a NUL character, which no text of the database can hold');
  }
  const pairs: (readonly [string, string])[] = [];
  for (let at = start; at < text.length; ) {
    const next = text.indexOf('&', at);
    const end = next === -1 ? text.length : next;
    if (end > at && text[at] !== '=') {
      const pair = text.slice(at, end);
      const equals = pair.indexOf('=');
      const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      pairs.push([decode(name), decode(value)]);
    }
    at = end + 1;
  }
  return pairs;
}

const BARE_PERCENT = /%(?![0-9a-f]{2})/gi;

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced.replaceAll(BARE_PERCENT, '%25'));
  } catch (cause) {
    throw refuse.badQuery(`"failed to decode query parameter (${shown(text)})"`, {
      details: `${firstBroken(spaced)}, expecting percent-encoded UTF-8`,
      cause,
    });
  }
}

/** Where decoding breaks, for an error alone. */
function firstBroken(text: string): string {
  for (const { 0: run, index } of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    try {
      decodeURIComponent(run);
    } catch {
      return `unexpected ${JSON.stringify(run.slice(0, 12))} at column ${index + 1}`;
    }
  }
  return 'unexpected text';
}
