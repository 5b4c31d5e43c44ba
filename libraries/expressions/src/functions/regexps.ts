import { RE2JS } from 're2js';
import { define, type FunctionGroup } from './define.ts';
import { chargeMatch, matchesPattern, patternOf } from './patterns.ts';
import type { Run } from '../run.ts';

/** All matches of a pattern in a text, or the first so many. */
function* found(run: Run, source: string, text: string, most: number): Generator<{ start: number; end: number }> {
  const pattern = patternOf(run, source);
  chargeMatch(run, pattern, text);
  const matcher = pattern.matcher(text);
  for (let count = 0; count !== most && matcher.find(); count++) {
    run.spend(1);
    yield { start: matcher.start(), end: matcher.end() };
  }
}

function findAll(run: Run, source: string, most: number, text: string): string[] {
  run.allocate(text.length);
  return Array.from(found(run, source, text, most), ({ start, end }) => text.slice(start, end));
}

function replace(run: Run, source: string, text: string, piece: (match: string) => string): string {
  const pieces: string[] = [];
  let last = 0;
  for (const { start, end } of found(run, source, text, -1)) {
    const replacement = piece(text.slice(start, end));
    run.allocate(start - last + replacement.length);
    pieces.push(text.slice(last, start), replacement);
    last = end;
  }
  run.allocate(text.length - last);
  return pieces.join('') + text.slice(last);
}

function split(run: Run, source: string, pieces: number, text: string): string[] {
  run.allocate(text.length);
  const parts: string[] = [];
  let last = 0;
  if (pieces === 0) return parts;
  for (const { start, end } of found(run, source, text, -1)) {
    if (parts.length === pieces - 1) break;
    if (end === 0 && start === 0) continue;
    parts.push(text.slice(last, start));
    last = end;
  }
  return [...parts, text.slice(last)];
}

export const regexps: FunctionGroup = {
  title: 'Regular expressions',
  functions: [
    define({
      names: { cel: ['regexp.Match'], template: ['regexp.Match'] },
      args: ['pattern: string', 'text: string'],
      result: 'bool',
      doc: 'Whether a pattern matches somewhere in a text.',
      examples: [{ cel: 'regexp.Match("^h.llo", "hello")', gives: true }],
      call: (run, pattern, text) => matchesPattern(run, text, pattern),
    }),
    define({
      names: { cel: ['regexp.Find'], template: ['regexp.Find'] },
      args: ['pattern: string', 'text: string'],
      result: 'string',
      doc: 'The first match of a pattern in a text, or an empty text.',
      examples: [{ cel: 'regexp.Find("[0-9]+", "abc123def")', gives: '123' }],
      call: (run, pattern, text) => findAll(run, pattern, 1, text)[0] ?? '',
    }),
    define({
      names: { cel: ['.find'] },
      args: ['text: string', 'pattern: string'],
      result: 'string',
      doc: 'The first match of a pattern in a text, or an empty text.',
      examples: [{ cel: '"abc 123".find("[0-9]+")', gives: '123' }],
      call: (run, text, pattern) => findAll(run, pattern, 1, text)[0] ?? '',
    }),
    define({
      names: { cel: ['regexp.FindAll'], template: ['regexp.FindAll'] },
      args: ['pattern: string', 'most: count', 'text: string'],
      result: 'list',
      doc: 'The matches of a pattern in a text: at most so many, or all of them if the number is below 0.',
      examples: [{ cel: 'regexp.FindAll("a.", -1, "banana")', gives: ['an', 'an'] }],
      call: findAll,
    }),
    define({
      names: { cel: ['.findAll'], template: ['|regexp.FindAll'] },
      args: ['text: string', 'pattern: string', 'most?: count'],
      result: 'list',
      doc: 'The matches of a pattern in a text.',
      examples: [{ cel: '"ABC-123 DEF-456".findAll("[A-Z]+")', gives: ['ABC', 'DEF'] }],
      call: (run, text, pattern, most = -1) => findAll(run, pattern, most, text),
    }),
    define({
      names: { cel: ['regexp.Replace'], template: ['regexp.Replace'] },
      args: ['pattern: string', 'replacement: string', 'text: string'],
      result: 'string',
      doc: 'A text with a replacement for every match of a pattern, in which $1 and ${name} stand for groups.',
      examples: [{ cel: 'regexp.Replace("([a-z])([0-9])", "$2$1", "a1 b2")', gives: '1a 2b' }],
      call: (run, source, replacement, text) => {
        const pattern = patternOf(run, source);
        return replace(run, source, text, (match) =>
          replacement.includes('$') ? pattern.matcher(match).replaceFirst(replacement) : replacement,
        );
      },
    }),
    define({
      names: { cel: ['regexp.ReplaceLiteral'], template: ['regexp.ReplaceLiteral'] },
      args: ['pattern: string', 'replacement: string', 'text: string'],
      result: 'string',
      doc: 'A text with a replacement, taken as it is, for every match of a pattern.',
      examples: [{ cel: 'regexp.ReplaceLiteral("a.", "$1", "ab c")', gives: '$1 c' }],
      call: (run, source, replacement, text) => replace(run, source, text, () => replacement),
    }),
    define({
      names: { cel: ['regexp.Split'], template: ['regexp.Split'] },
      args: ['pattern: string', 'pieces: count', 'text: string'],
      result: 'list',
      doc: 'The pieces of a text between matches of a pattern: at most so many, or all if the number is below 0.',
      examples: [{ cel: 'regexp.Split("[ ,]+", -1, "a, b c")', gives: ['a', 'b', 'c'] }],
      call: split,
    }),
    define({
      names: { cel: ['regexp.QuoteMeta'], template: ['regexp.QuoteMeta'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text as a pattern that matches it and nothing else.',
      examples: [{ cel: 'regexp.QuoteMeta("a.b")', gives: 'a\\.b' }],
      call: (run, text) => {
        run.allocate(2 * text.length);
        return RE2JS.quote(text);
      },
    }),
  ],
};
