import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { length, slice } from '../values/text.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

/** A function of one text whose result is at most a few times as long. */
function change(
  name: string,
  doc: string,
  cel: string,
  gives: string,
  convert: (text: string) => string,
): FunctionDefinition {
  return define({
    names: { cel: [`.${name}`], template: [name, `strings.${name.charAt(0).toUpperCase()}${name.slice(1)}`] },
    args: ['text: string'],
    result: 'string',
    doc,
    examples: [{ cel, gives }],
    call: (run, text) => {
      run.allocate(4 * text.length);
      return convert(text);
    },
  });
}

/** Words are separated by whatever is not a letter or digit, and where a capital letter follows a small one. */
function words(text: string): string[] {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const camel = (text: string) =>
  words(text)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word)))
    .join('');
const title = (text: string) =>
  text.replace(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
const slug = (text: string) => words(text.normalize('NFKD').replace(/\p{M}/gu, '')).join('-').toLowerCase();
const shell = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);

function wrap(text: string, width: number, line: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(line);
}

/** Shortens at both ends, as soon as the text is longer and the limits leave room for the dots. */
function abbreviate(run: Run, text: string, start: number, most: number): string {
  run.allocate(text.length);
  const size = length(text);
  if (most < 4 || size <= most) return text;
  const from = Math.min(start, size);
  if (from <= 4) return `${slice(text, 0, most - 3)}...`;
  if (from + most - 3 < size) return `...${most < 7 ? '' : abbreviate(run, slice(text, from, size), 0, most - 3)}`;
  return `...${slice(text, size - (most - 3), size)}`;
}

export const casing: FunctionGroup = {
  title: 'Forms of texts',
  functions: [
    change(
      'camelCase',
      'A text as one word with capitals inside.',
      '"the quick fox".camelCase()',
      'theQuickFox',
      camel,
    ),
    change('snakeCase', 'A text as words with underscores.', '"Hello World".snakeCase()', 'Hello_World', (text) =>
      words(text).join('_'),
    ),
    change('kebabCase', 'A text as words with hyphens.', '"hello world".kebabCase()', 'hello-world', (text) =>
      words(text).join('-'),
    ),
    change('slug', 'A text as it can stand in a URL.', '"Hello, World!".slug()', 'hello-world', slug),
    change('title', 'A text whose words begin with capitals.', '"hello world".title()', 'Hello World', title),
    change(
      'squote',
      'A text in single quotes.',
      '"it\'s".squote()',
      "'it''s'",
      (text) => `'${text.replaceAll("'", "''")}'`,
    ),
    change('shellQuote', 'A text as one word of a shell.', '"rm -rf *".shellQuote()', "'rm -rf *'", shell),
    define({
      names: { cel: ['.replaceAll'], template: ['|replaceAll', '|strings.ReplaceAll'] },
      args: ['text: string', 'old: string', 'new: string'],
      result: 'string',
      doc: 'A text with one part everywhere in place of another.',
      examples: [{ cel: '"hello".replaceAll("l", "f")', gives: 'heffo' }],
      call: (run, text, old, replacement) => {
        run.allocate(text.length);
        const pieces = text.split(old);
        run.allocate(pieces.length * replacement.length);
        return pieces.join(replacement);
      },
    }),
    define({
      names: { cel: ['.repeat'], template: ['|repeat', '|strings.Repeat'] },
      args: ['text: string', 'times: count'],
      result: 'string',
      doc: 'A text several times in a row.',
      examples: [{ cel: '"ab".repeat(2)', gives: 'abab' }],
      call: (run, text, times) => {
        if (times < 0) fail('A text cannot be repeated less than 0 times.');
        run.allocate(text.length * times);
        return text.repeat(times);
      },
    }),
    define({
      names: { cel: ['.trimPrefix'], template: ['|trimPrefix', '|strings.TrimPrefix'] },
      args: ['text: string', 'prefix: string'],
      result: 'string',
      doc: 'A text without what it begins with.',
      examples: [{ cel: '"v1.2".trimPrefix("v")', gives: '1.2' }],
      call: (_, text, prefix) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
    }),
    define({
      names: { cel: ['.trimSuffix'], template: ['|trimSuffix', '|strings.TrimSuffix'] },
      args: ['text: string', 'suffix: string'],
      result: 'string',
      doc: 'A text without what it ends with.',
      examples: [{ cel: '"app.log".trimSuffix(".log")', gives: 'app' }],
      call: (_, text, suffix) => (text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text),
    }),
    define({
      names: { cel: ['.trunc'], template: ['|trunc', '|strings.Trunc'] },
      args: ['text: string', 'most: count'],
      result: 'string',
      doc: 'At most so many characters of a text.',
      examples: [{ cel: '"hello".trunc(2)', gives: 'he' }],
      call: (run, text, most) => {
        run.allocate(text.length);
        return slice(text, 0, Math.max(0, most));
      },
    }),
    define({
      names: { cel: ['.runeCount'], template: ['runeCount', 'strings.RuneCount'] },
      args: ['text: string'],
      result: 'int',
      doc: 'The number of characters of a text.',
      examples: [{ cel: '"héllo".runeCount()', gives: 5 }],
      call: (run, text) => {
        run.allocate(text.length);
        return length(text);
      },
    }),
    define({
      names: { cel: ['.indent'], template: ['|indent', '|strings.Indent'] },
      args: ['text: string', 'prefix: string'],
      result: 'string',
      doc: 'A text with a prefix before each line.',
      examples: [{ cel: '"a\\nb".indent("- ")', gives: '- a\n- b' }],
      call: (run, text, prefix) => indent(run, text, prefix),
    }),
    define({
      names: { cel: ['.indent'], template: ['|indent', '|strings.Indent'] },
      args: ['text: string', 'width: count', 'with?: string'],
      result: 'string',
      doc: 'A text with blanks, or another text, before each line as often as given.',
      examples: [{ cel: '"a".indent(4, "-")', gives: '----a' }],
      call: (run, text, width, blank = ' ') => {
        if (width < 0 || width > 1000) fail('The width is not between 0 and 1000.');
        run.allocate(width * blank.length);
        return indent(run, text, blank.repeat(width));
      },
    }),
    define({
      names: { cel: ['.abbrev'], template: ['|abbrev', '|strings.Abbrev'] },
      args: ['text: string', 'most: count'],
      result: 'string',
      doc: 'A text with dots in place of what is too long.',
      examples: [{ cel: '"KubernetesPod".abbrev(6)', gives: 'Kub...' }],
      call: (run, text, most) => abbreviate(run, text, 0, most),
    }),
    define({
      names: { cel: ['.abbrev'], template: ['|abbrev', '|strings.Abbrev'] },
      args: ['text: string', 'start: count', 'most: count'],
      result: 'string',
      doc: 'The part of a text around a place, with dots in place of what is left out.',
      examples: [{ cel: '"Now is the time for all good men".abbrev(5, 20)', gives: '...s the time for...' }],
      call: abbreviate,
    }),
    define({
      names: { cel: ['.wordWrap'], template: ['|wordWrap', '|strings.WordWrap'] },
      args: ['text: string', 'width: count', 'break?: string'],
      result: 'string',
      doc: 'A text broken between words into lines of at most a width.',
      examples: [{ cel: '"testing this line".wordWrap(10)', gives: 'testing\nthis line' }],
      call: (run, text, width, line = '\n') => {
        run.allocate(text.length * (1 + line.length));
        return wrap(text, width, line);
      },
    }),
  ],
};

function indent(run: Run, text: string, prefix: string): string {
  const lines = text.split('\n');
  run.allocate(text.length + lines.length * prefix.length);
  return lines.map((line) => prefix + line).join('\n');
}
