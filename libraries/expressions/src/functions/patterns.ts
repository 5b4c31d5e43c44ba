import { PatternError, compilePatterns } from '@watchroom/patterns';
import { RE2JS } from 're2js';
import { fail } from '../failure.ts';
import type { Run } from '../run.ts';

const KEPT = 500;
const compiled = new Map<string, RE2JS>();
/** Characters of a pattern of the shell. */
const LONGEST = 1000;
/** What reading a pattern may cost, and each of its instructions. */
const READING = 100;
const INSTRUCTION = 20;

/**
 * A regular expression in RE2 syntax, which takes time in proportion to the text. Counts once in an evaluation what reading it may
 * cost, even where it is known from another one: whether an expression reaches a limit must not depend on what ran before.
 * @throws Failure if it cannot be read, or is too long or too large.
 */
export function patternOf(run: Run, source: string): RE2JS {
  const isFirst = run.isFirst(source);
  if (isFirst) run.spend(READING);
  const pattern = read(run, source);
  if (isFirst) run.spend(INSTRUCTION * pattern.programSize());
  return pattern;
}

function read(run: Run, source: string): RE2JS {
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
    // One that cannot be read is not kept, and costs the same again.
    run.spend(READING);
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
  const pattern = patternOf(run, source);
  chargeMatch(run, pattern, text);
  return pattern.test(text);
}

/** Whether a name matches a pattern of the shell: `*` and `?` do not cross a slash, `[a-z]` is one of some characters. */
export function fileMatches(run: Run, pattern: string, name: string): boolean {
  if (pattern.length > LONGEST) fail(`The pattern is longer than ${LONGEST} characters (${pattern.length}).`, 'limit');
  const source = pattern.replace(/\\.|\*|\?|\[\^?[^\]]+\]|[.+^${}()|[\]]/g, (part) => {
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('\\') || (part.startsWith('[') && part.length > 1)) return part;
    return `\\${part}`;
  });
  return matchesPattern(run, name, `^(?s:${source})$`);
}
