import type { Preferences } from './preferences.ts';

type Draft = { -readonly [Key in keyof Preferences]: Preferences[Key] };

/** Names of preferences, in the order in which `Preference-Applied` tells them. */
const NAMES = ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected'] as const;
export type PreferenceName = (typeof NAMES)[number];

/** Words of the preferences that take one of a few. */
const WORDS = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

/**
 * Reads the `Prefer` headers. The first valid one of a name counts (RFC 7240); what is unknown is kept in `invalid` as
 * sent. `tx` is left out, and is not invalid, where it is not allowed. Whether a time zone exists is not known here.
 */
export function parsePreferences(
  header: string | readonly string[] | undefined,
  options: { readonly allowTx: boolean },
): Preferences {
  const invalid: string[] = [];
  const preferences: Draft = { invalid };
  if (header === undefined) return preferences;
  for (const text of typeof header === 'string' ? [header] : header) {
    for (const part of splitOutsideQuotes(text, ',')) {
      const sent = part.trim();
      if (sent !== '' && !readPreference(preferences, sent)) invalid.push(sent);
    }
  }
  if (!options.allowTx) delete preferences.tx;
  return preferences;
}

/** Value for the header `Preference-Applied`, of those named that were sent; empty when there are none. */
export function appliedPreferences(preferences: Preferences, appliedNames: ReadonlySet<PreferenceName>): string {
  const applied: string[] = [];
  for (const name of NAMES) {
    const value = name === 'max-affected' ? preferences.maxAffected : preferences[name];
    if (value !== undefined && appliedNames.has(name)) applied.push(`${name}=${value}`);
  }
  return applied.join(', ');
}

/** Sets one preference, unless it is set; says whether it is a known one. */
function readPreference(preferences: Draft, sent: string): boolean {
  const text = splitOutsideQuotes(sent, ';')[0] ?? '';
  const equals = text.indexOf('=');
  if (equals === -1) return false;
  const name = text.slice(0, equals).trim().toLowerCase();
  const value = unquoted(text.slice(equals + 1).trim());
  switch (name) {
    case 'resolution':
      return keep(preferences, name, WORDS.resolution, value);
    case 'missing':
      return keep(preferences, name, WORDS.missing, value);
    case 'return':
      return keep(preferences, name, WORDS.return, value);
    case 'count':
      return keep(preferences, name, WORDS.count, value);
    case 'tx':
      return keep(preferences, name, WORDS.tx, value);
    case 'handling':
      return keep(preferences, name, WORDS.handling, value);
    case 'timezone':
      if (value === '') return false;
      preferences.timezone ??= value;
      return true;
    case 'max-affected':
      if (value.length > 15 || !/^\d+$/.test(value)) return false;
      preferences.maxAffected ??= Number(value);
      return true;
    default:
      return false;
  }
}

function keep<Name extends keyof typeof WORDS>(
  preferences: { [Key in Name]?: (typeof WORDS)[Name][number] },
  name: Name,
  words: readonly (typeof WORDS)[Name][number][],
  value: string,
): boolean {
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) return false;
  preferences[name] ??= word;
  return true;
}

/** Parts of a header between separators that do not stand in quotes. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) at++;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** A value of a header without the quotes around it. */
export function unquoted(text: string): string {
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
}
