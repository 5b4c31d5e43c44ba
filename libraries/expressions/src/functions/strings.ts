import { fail } from '../failure.ts';
import { length, pointAt, slice, trim, unitAt } from '../values/text.ts';
import { define, type FunctionGroup } from './define.ts';
import { format } from './format.ts';
import { matchesPattern } from './patterns.ts';

function within(index: number, size: number): void {
  if (index < 0 || index > size) fail(`The place ${index} is outside of a text of ${size} characters.`);
}

export const strings: FunctionGroup = {
  title: 'Texts',
  functions: [
    define({
      names: { cel: ['.contains'], template: ['contains', '|strings.Contains'] },
      args: ['text: string', 'part: string'],
      result: 'bool',
      doc: 'Whether a text contains another.',
      examples: [{ cel: '"apple".contains("pp")', gives: true }],
      call: (run, text, part) => {
        run.allocate(text.length);
        return text.includes(part);
      },
    }),
    define({
      names: { cel: ['.startsWith'], template: ['hasPrefix', 'startsWith', '|strings.HasPrefix'] },
      args: ['text: string', 'prefix: string'],
      result: 'bool',
      doc: 'Whether a text begins with another.',
      examples: [{ cel: '"apple".startsWith("ap")', gives: true }],
      call: (_, text, prefix) => text.startsWith(prefix),
    }),
    define({
      names: { cel: ['.endsWith'], template: ['hasSuffix', 'endsWith', '|strings.HasSuffix'] },
      args: ['text: string', 'suffix: string'],
      result: 'bool',
      doc: 'Whether a text ends with another.',
      examples: [{ cel: '"apple".endsWith("le")', gives: true }],
      call: (_, text, suffix) => text.endsWith(suffix),
    }),
    define({
      names: { cel: ['.matches', 'matches'] },
      args: ['text: string', 'pattern: string'],
      result: 'bool',
      doc: 'Whether a regular expression in RE2 syntax matches somewhere in a text.',
      examples: [{ cel: '"node-12".matches("^node-[0-9]+$")', gives: true }],
      call: matchesPattern,
    }),
    define({
      names: { cel: ['.charAt'] },
      args: ['text: string', 'index: count'],
      result: 'string',
      doc: 'The character at a place; nothing right behind the end.',
      examples: [{ cel: '"hello".charAt(4)', gives: 'o' }],
      call: (run, text, index) => {
        run.allocate(text.length);
        within(index, length(text));
        return slice(text, index, index + 1);
      },
    }),
    define({
      names: { cel: ['.indexOf'] },
      args: ['text: string', 'part: string', 'from?: count'],
      result: 'int',
      doc: 'The place where a part first stands, or -1.',
      examples: [{ cel: '"hello mellow".indexOf("ello", 2)', gives: 7 }],
      call: (run, text, part, from = 0) => {
        run.allocate(text.length);
        within(from, length(text));
        const unit = text.indexOf(part, unitAt(text, from));
        return unit < 0 ? -1 : pointAt(text, unit);
      },
    }),
    define({
      names: { cel: ['.lastIndexOf'] },
      args: ['text: string', 'part: string', 'from?: count'],
      result: 'int',
      doc: 'The place where a part last stands, at or before a place if one is given, or -1.',
      examples: [{ cel: '"hello mellow".lastIndexOf("ello")', gives: 7 }],
      call: (run, text, part, from) => {
        run.allocate(text.length);
        if (from !== undefined) within(from, length(text));
        const unit = text.lastIndexOf(part, from === undefined ? undefined : unitAt(text, from));
        return unit < 0 ? -1 : pointAt(text, unit);
      },
    }),
    define({
      names: { cel: ['.lowerAscii', '.toLower'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text with the letters A to Z made small.',
      examples: [{ cel: '"TacoCÆt".lowerAscii()', gives: 'tacocÆt' }],
      call: (run, text) => {
        run.allocate(text.length);
        return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      },
    }),
    define({
      names: { cel: ['.upperAscii', '.toUpper'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text with the letters a to z made capital.',
      examples: [{ cel: '"TacoCÆt".upperAscii()', gives: 'TACOCÆT' }],
      call: (run, text) => {
        run.allocate(text.length);
        return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
      },
    }),
    define({
      names: { cel: ['.replace'] },
      args: ['text: string', 'old: string', 'new: string', 'times?: count'],
      result: 'string',
      doc: 'A text with one part in place of another: everywhere, or as often as given.',
      examples: [{ cel: '"hello hello".replace("he", "we", 1)', gives: 'wello hello' }],
      call: (run, text, old, replacement, times = -1) => {
        const pieces = splitText(text, old, times < 0 ? -1 : times + 1);
        run.allocate(text.length + pieces.length * replacement.length);
        return pieces.join(replacement);
      },
    }),
    define({
      names: { cel: ['.split', '.splitN'], template: ['split', 'splitN', '|strings.Split', '|strings.SplitN'] },
      args: ['text: string', 'separator: string', 'pieces?: count'],
      result: 'list',
      doc: 'The pieces of a text between separators; at most as many as given, and then the last one holds the rest.',
      examples: [
        { cel: '"a,b,c".split(",")', gives: ['a', 'b', 'c'] },
        { cel: '"a,b,c".split(",", 2)', gives: ['a', 'b,c'] },
      ],
      call: (run, text, separator, pieces = -1) => {
        run.allocate(8 * text.length);
        return splitText(text, separator, pieces);
      },
    }),
    define({
      names: { cel: ['.substring'] },
      args: ['text: string', 'start: count', 'end?: count'],
      result: 'string',
      doc: 'The part of a text from one place up to another.',
      examples: [{ cel: '"tacocat".substring(0, 4)', gives: 'taco' }],
      call: (run, text, start, end) => {
        run.allocate(text.length);
        const size = length(text);
        within(start, size);
        within(end ?? size, size);
        if (end !== undefined && end < start) fail(`The end ${end} stands before the start ${start}.`);
        return slice(text, start, end ?? size);
      },
    }),
    define({
      names: { cel: ['.trim', '.trimSpace'], template: ['trim', 'trimSpace', 'strings.TrimSpace'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text without the blanks at its ends.',
      examples: [{ cel: '"  text\\n".trim()', gives: 'text' }],
      call: (run, text) => {
        run.allocate(text.length);
        return trim(text);
      },
    }),
    define({
      names: { cel: ['.join'] },
      args: ['texts: list', 'separator?: string'],
      result: 'string',
      doc: 'The texts of a list as one, with a separator between them.',
      examples: [{ cel: '["x", "y"].join("-")', gives: 'x-y' }],
      call: (run, texts, separator = '') => {
        run.allocate(texts.reduce<number>((sum, text) => sum + separator.length + String(text).length, 0));
        for (const text of texts) if (typeof text !== 'string') fail('join() takes a list of strings.');
        return texts.join(separator);
      },
    }),
    define({
      names: { cel: ['strings.quote', '.quote'], template: ['quote', 'strings.Quote'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text in double quotes, with escapes for what would not survive in them.',
      examples: [{ cel: 'strings.quote("say \\"hi\\"")', gives: '"say \\"hi\\""' }],
      call: (run, text) => {
        run.allocate(2 * text.length);
        return quote(text);
      },
    }),
    define({
      names: { cel: ['.format'] },
      args: ['template: string', 'values: list'],
      result: 'string',
      doc: 'A text with values in the places of %s, %d, %f, %e, %b, %o, %x and %X; %.2f says how many decimals.',
      examples: [{ cel: '"%s: %.1f".format(["load", 0.75])', gives: 'load: 0.8' }],
      call: format,
    }),
    define({
      names: { cel: ['.reverse'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text from its last character to its first.',
      examples: [{ cel: '"smug".reverse()', gives: 'gums' }],
      call: (run, text) => {
        run.allocate(8 * text.length);
        return Array.from(text).reverse().join('');
      },
    }),
  ],
};

/** Cuts at separators, into at most so many pieces; below zero into all of them. An empty separator cuts between characters. */
function splitText(text: string, separator: string, pieces: number): string[] {
  if (pieces === 0) return [];
  const all = separator === '' ? Array.from(text) : text.split(separator);
  if (pieces < 0 || all.length <= pieces) return all;
  return [...all.slice(0, pieces - 1), all.slice(pieces - 1).join(separator)];
}

const QUOTED: Readonly<Record<string, string>> = {
  '\u0007': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v', '\\': '\\\\', '"': '\\"',
}; // biome-ignore format: a list

function quote(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is escaped
  return `"${text.toWellFormed().replace(/[\u0007\b\f\n\r\t\v\\"]/g, (character) => QUOTED[character] ?? character)}"`;
}
