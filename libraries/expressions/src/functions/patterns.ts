import { PatternError, compilePatterns } from '@watchroom/patterns';
import { RE2JS } from 're2js';
import { fail } from '../failure.ts';
import type { Run } from '../run.ts';

const KEPT = 500;
const compiled = new Map<string, RE2JS>();

/**
 * A regular expression in RE2 syntax, which takes time in proportion to the text.
 * @throws Failure if it cannot be read, or is too long or too large.
 */
export function patternOf(source: string): RE2JS {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  try {
    // Judges the size before anything is compiled.
    compilePatterns([source]);
    const made = RE2JS.compile(source);
    const [oldest] = compiled.keys();
    if (compiled.size >= KEPT && oldest !== undefined) compiled.delete(oldest);
    compiled.set(source, made);
    return made;
  } catch (error) {
    if (error instanceof PatternError) return fail(`The regular expression ${error.message}.`);
    throw error;
  }
}

/**
 * Counts what matching may cost. The slowest known patterns take 60 ns for each of their instructions and each character; four of
 * these are a step, so that all steps of an evaluation together stay near 20 ms.
 */
export function chargeMatch(run: Run, pattern: RE2JS, text: string): void {
  run.spend(1 + Math.ceil((text.length * pattern.programSize()) / 4));
}

/** Characters that mean something in a pattern. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/;

export function matchesPattern(run: Run, text: string, source: string): boolean {
  if (!SPECIAL.test(source)) {
    run.allocate(text.length);
    return text.includes(source);
  }
  const pattern = patternOf(source);
  chargeMatch(run, pattern, text);
  return pattern.test(text);
}

/** Whether a name matches a pattern of the shell: `*` and `?` do not cross a slash, `[a-z]` is one of some characters. */
export function fileMatches(run: Run, pattern: string, name: string): boolean {
  const source = pattern.replace(/\\.|\*|\?|\[\^?[^\]]+\]|[.+^${}()|[\]]/g, (part) => {
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('\\') || (part.startsWith('[') && part.length > 1)) return part;
    return `\\${part}`;
  });
  return matchesPattern(run, name, `^(?s:${source})$`);
}
