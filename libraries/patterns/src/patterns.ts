import { RE2Set } from 're2js';
import { explain } from './explain.ts';
import { PatternError } from './pattern-error.ts';
import { type Weight, weigh } from './weigh.ts';

/** UTF-16 code units of one pattern. */
const MOST_LENGTH = 1_024;
/** Instructions of all patterns of a list. */
const MOST_SIZE = 2_000;
/** Instructions times characters. The slowest known patterns take some 60 ns for each. */
const MOST_WORK = 1_000_000;
/** Bytes of states that a list may keep between two texts. More makes hostile patterns slower, not faster. */
const CACHE = 256 * 1024;

/** A list of patterns, ready to match. */
export interface Patterns {
  /** Longest text in UTF-16 code units that `matches` takes; the larger the patterns, the shorter. */
  readonly longestText: number;
  /**
   * Whether one of the patterns is found in the text. An empty list is found in none.
   * @throws PatternError text_too_long
   */
  matches(text: string): boolean;
}

/**
 * Compiles regular expressions in the syntax of RE2. They come from strangers: size, memory and time to match are bounded.
 * @throws PatternError unsupported, invalid, too_large
 */
export function compilePatterns(sources: readonly string[]): Patterns {
  const size = weighAll(sources).reduce((sum, weight) => sum + weight.size, 0);
  const longestText = Math.floor(MOST_WORK / Math.max(1, size));
  const set = new RE2Set(RE2Set.UNANCHORED, 0, CACHE);
  for (const [index, source] of sources.entries()) add(set, source, index);
  set.compile();
  return {
    longestText,
    matches(text) {
      if (sources.length === 0) return false;
      if (text.length > longestText)
        throw new PatternError(
          'text_too_long',
          `a text of ${text.length} characters is too long for patterns of this size, which take ${longestText}: use smaller ones`,
        );
      return set.match(text).length > 0;
    },
  };
}

/**
 * Refuses what `compilePatterns` refuses, at a fraction of its cost: for forms and documents with thousands of patterns.
 * @throws PatternError unsupported, invalid, too_large
 */
export function checkPatterns(sources: readonly string[]): void {
  const set = new RE2Set();
  for (const [index, { brief }] of weighAll(sources).entries())
    try {
      set.add(brief);
    } catch {
      // The reason must name what was written.
      add(set, sources[index] ?? '', index);
    }
}

function add(set: RE2Set, source: string, index: number): void {
  try {
    set.add(source);
  } catch (error) {
    throw explain(error, index);
  }
}

function weighAll(sources: readonly string[]): readonly Weight[] {
  let total = 0;
  const weights = sources.map((source, index) => {
    if (source.length > MOST_LENGTH)
      throw new PatternError('too_large', `is longer than ${MOST_LENGTH} characters: use a shorter pattern`, index);
    const weight = weigh(source, isUnicodeClass);
    if (weight.size > MOST_SIZE)
      throw new PatternError('too_large', 'is too large: repeat less often, or use fewer alternatives', index);
    total += weight.size;
    return weight;
  });
  if (total > MOST_SIZE) throw new PatternError('too_large', 'are too large together: use fewer or smaller patterns');
  return weights;
}

/** Those that were found to exist; there are some hundreds. */
const unicodeClasses = new Set<string>();

function isUnicodeClass(text: string): boolean {
  if (unicodeClasses.has(text)) return true;
  try {
    new RE2Set().add(text);
  } catch {
    return false;
  }
  unicodeClasses.add(text);
  return true;
}
