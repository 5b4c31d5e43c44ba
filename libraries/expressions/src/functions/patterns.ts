import { RE2JS, RE2JSException } from 're2js';
import { fail } from '../failure.ts';
import type { Run } from '../run.ts';

const LONGEST = 2000;
const KEPT = 500;
const compiled = new Map<string, RE2JS>();

/**
 * A regular expression in RE2 syntax, which takes time in proportion to the text.
 * @throws Failure if it cannot be read, or is too long or too large.
 */
function patternOf(source: string): RE2JS {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  if (source.length > LONGEST) fail(`The regular expression is longer than ${LONGEST} characters.`);
  try {
    const made = RE2JS.compile(source);
    if (made.programSize() > 5000) fail('The regular expression repeats too much: it becomes too large.');
    const [oldest] = compiled.keys();
    if (compiled.size >= KEPT && oldest !== undefined) compiled.delete(oldest);
    compiled.set(source, made);
    return made;
  } catch (error) {
    if (error instanceof RE2JSException) return fail(`The regular expression cannot be read: ${error.message}`);
    throw error;
  }
}

/** Counts what matching will cost at most: every character in every state of the pattern. */
function chargeMatch(run: Run, pattern: RE2JS, text: string): void {
  run.spend(1 + Math.ceil((text.length * (4 + pattern.programSize())) / 32));
}

export function matchesPattern(run: Run, text: string, source: string): boolean {
  const pattern = patternOf(source);
  chargeMatch(run, pattern, text);
  return pattern.test(text);
}
