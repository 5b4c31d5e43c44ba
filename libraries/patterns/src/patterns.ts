import { RE2Set } from 're2js';
import { explain } from './explain.ts';
import { PatternError } from './pattern-error.ts';
import { weigh } from './weigh.ts';

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
  const size = sizeOf(sources);
  const longestText = Math.floor(MOST_WORK / Math.max(1, size));
  const set = new RE2Set(RE2Set.UNANCHORED, 0, CACHE);
  for (const [index, source] of sources.entries())
    try {
      set.add(source);
    } catch (error) {
      throw explain(error, index);
    }
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

function sizeOf(sources: readonly string[]): number {
  let total = 0;
  for (const [index, source] of sources.entries()) {
    if (source.length > MOST_LENGTH)
      throw new PatternError('too_large', `is longer than ${MOST_LENGTH} characters: use a shorter pattern`, index);
    const size = weigh(source);
    if (size > MOST_SIZE)
      throw new PatternError('too_large', 'is too large: repeat less often, or use fewer alternatives', index);
    total += size;
  }
  if (total > MOST_SIZE) throw new PatternError('too_large', 'are too large together: use fewer or smaller patterns');
  return total;
}
