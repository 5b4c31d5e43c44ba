import { HIDDEN } from './hidden.ts';
import { type LiteralSearch, literalSearch } from './literal-search.ts';
import { formsOf, partsOf, SHORTEST_SEARCHED } from './secret-forms.ts';
import { layersOf } from './unescaped.ts';

/** Hides known secrets in whatever may hold them. */
export interface Redactor {
  /** The text with {@link HIDDEN} wherever a secret stands, encoded or cut off too. */
  text(text: string): string;
  /** A value as JSON has it, with every text and every key redacted. */
  tree(value: unknown): unknown;
}

/** Values that say nothing, and stand in every JSON. */
const PLAIN_WORDS = /^(?:true|false|null|none|undefined)$/i;
/** A secret escaped three times over was hidden on purpose, by whom we cannot stop. */
const LAYERS = 3;
/** Of all secrets together. Twenty private keys have fewer. */
const MOST_CHARACTERS = 32_768;
const MOST_DEPTH = 100;

const none: Redactor = { text: (text) => text, tree: (value) => value };
const everything: Redactor = {
  text: (text) => (text === '' ? '' : HIDDEN),
  tree: (value) => (typeof value === 'object' && value !== null ? {} : HIDDEN),
};

/**
 * A redactor of these secrets. One of fewer than four characters, and a word such as `true`, is hidden only where it is a
 * whole text. Beyond 32,768 characters of secrets nothing is looked through and every text is hidden.
 */
export function redactor(secrets: Iterable<string>): Redactor {
  const searched = new Set<string>();
  const whole = new Set<string>();
  const numbers = new Set<number>();
  let characters = 0;
  for (const secret of new Set(secrets))
    for (const part of partsOf(secret)) {
      const isSearched = part.length >= SHORTEST_SEARCHED && !PLAIN_WORDS.test(part);
      if (!isSearched) whole.add(part);
      else if (!searched.has(part)) {
        searched.add(part);
        characters += part.length;
        if (characters > MOST_CHARACTERS) return everything;
        if (Number.isFinite(Number(part))) numbers.add(Number(part));
      }
    }
  if (searched.size === 0 && whole.size === 0) return none;
  const forms = new Set<string>();
  for (const secret of searched) for (const form of formsOf(secret)) forms.add(form);
  const search = literalSearch(forms);

  const key = (text: string) => hide(text, search);
  const text = (given: string) => (whole.has(given.trim()) ? HIDDEN : hide(given, search));
  const tree = (given: unknown, depth: number): unknown => {
    const value = plain(given);
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return numbers.has(value) ? HIDDEN : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MOST_DEPTH) return HIDDEN;
    if (Array.isArray(value)) return value.map((item: unknown) => tree(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [key(name), tree(held, depth + 1)]));
  };
  return { text, tree: (value) => tree(value, 0) };
}

/** What JSON makes of the value: a date or an address is a text there. */
function plain(value: unknown): unknown {
  return hasJson(value) ? value.toJSON() : value;
}

function hasJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

type Span = [start: number, end: number];

function hide(text: string, search: LiteralSearch): string {
  if (text.length < SHORTEST_SEARCHED) return text;
  const spans: Span[] = [];
  for (const { text: layer, starts } of layersOf(text, LAYERS))
    search.scan(layer, (from, to) => {
      const [start, end] = starts ? [starts[from] ?? 0, starts[to] ?? text.length] : [from, to];
      const last = spans.at(-1);
      if (last && start >= last[0] && start <= last[1]) last[1] = Math.max(last[1], end);
      else spans.push([start, end]);
    });
  if (spans.length === 0) return text;
  let hidden = '';
  let from = 0;
  for (const [start, end] of merged(spans)) {
    hidden += text.slice(from, start) + HIDDEN;
    from = end;
  }
  return hidden + text.slice(from);
}

/** In order and apart: secrets that overlap or touch are hidden as one. */
function merged(spans: Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = apart.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}
