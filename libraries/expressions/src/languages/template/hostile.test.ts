import { describe, expect, it } from 'vitest';
import { compile, ExpressionError } from '../../compile.ts';
import { heldMemory } from '../../testing/held-memory.ts';
import { slowOnes } from '../../testing/thread-time.ts';

const list = Array.from({ length: 2000 }, (_, index) => index);
const env = { list, text: 'a'.repeat(100_000), blanks: `${' '.repeat(300_000)}x`, deep: nested(200_000) };

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function outcome(text: string): string | ExpressionError {
  try {
    return compile('template', text).render(env);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

/** What would take minutes, or all memory, if nothing stopped it. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['a text of 10 MB', 'a'.repeat(10_000_000)],
  ['a range over a billion', '{{range 1000000000}}{{end}}'],
  ['ranges in ranges', '{{range .list}}{{range $.list}}{{range $.list}}{{end}}{{end}}{{end}}'],
  ['a range that writes without end', '{{range 1000000000}}{{$.text}}{{end}}'],
  ['a doubled text', `{{$x := .text}}{{range 60}}{{$x = print $x $x}}{{end}}`],
  ['a doubled list', `{{$x := slice 1 2}}{{range 60}}{{$x = slice $x $x}}{{end}}{{$x}}`],
  ['a template that calls itself', '{{define "x"}}{{template "x"}}{{end}}{{template "x"}}'],
  [
    'templates that call each other',
    '{{define "x"}}{{template "y"}}{{template "y"}}{{end}}{{define "y"}}{{template "x"}}{{end}}{{template "x"}}',
  ],
  [
    'templates that multiply',
    `{{define "a0"}}x{{end}}${Array.from({ length: 60 }, (_, at) => `{{define "a${at + 1}"}}{{template "a${at}"}}{{template "a${at}"}}{{end}}`).join('')}{{template "a60"}}`,
  ],
  ['100,000 brackets', `{{${'('.repeat(49_000)}1${')'.repeat(49_000)}}}`],
  ['10,000 conditions in each other', `${'{{if 1}}'.repeat(6000)}${'{{end}}'.repeat(6000)}`],
  ['10,000 other conditions', `{{if 0}}${'{{else if 0}}'.repeat(7000)}{{end}}`],
  ['open actions', '{{'.repeat(50_000)],
  [
    'a wide number',
    '{{printf "%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d" 1 1 1 1 1 1 1 1 1}}',
  ],
  ['a width beyond all bounds', '{{range 1000000}}{{printf "%*d" 1000000 1}}{{end}}'],
  ['a precise number', '{{range 100000}}{{$x := printf "%.1000000f" 1.5}}{{end}}'],
  ['a large list printed', '{{range .list}}{{$x := print $.list}}{{end}}'],
  ['deep data printed', '{{.deep}}'],
  ['deep data in a format', '{{printf "%d" .deep}}'],
  ['an address', '{{printf "%p" .list}}'],
  ['a call of a value', '{{call .list}}'],
  ['escapes that grow', '{{$x := .text}}{{range 60}}{{$x = html $x "<<<<" $x}}{{end}}'],
  ['a second pass without end', `{{range 90000}}$(print 1){{end}}`],
  ['a large repetition', '{{strings.Repeat 1000000000 "ab"}}'],
  ['a pattern on a long text', '{{regexp.Match "(a*)*b" .text}}'],
  ['an unknown time zone', '{{time.ParseInLocation "2006" "Mars/Base" "2020"}}'],
  ['a layout that means nothing', '{{time.Parse "nothing" "2020"}}'],
];

/** What takes long if it is done naively, and is no error. */
const LONG: readonly (readonly [string, string])[] = [
  ['blanks before an action', `${' '.repeat(90_000)}{{- 1}}`],
  ['blanks in a result', '{{.blanks}}{{.blanks}}'],
  ['many variables', `${'{{$x := 1}}'.repeat(4000)}{{if 1}}{{$x}}{{end}}`],
  ['many values before a second pass', `{{range 20000}}{{.}}$({{end}}`.replace('$(', '') + '$(print 1)'],
];

describe('hostile templates', () => {
  it.each(HOSTILE)('%s ends with an error', (_, text) => {
    expect(outcome(text)).toBeInstanceOf(ExpressionError);
  });

  it('stop at the limit of the output, before more is kept', () => {
    expect(outcome('{{range 1000000000}}{{$.text}}{{end}}')).toMatchObject({
      code: 'limit',
      message: 'The result is longer than 1000000 characters.',
      column: 23,
    });
  });

  it.each(LONG)('%s end with a result', (_, text) => {
    expect(outcome(text)).toBeTypeOf('string');
  });

  it('never hold up the event loop for long', () => {
    expect(slowOnes([...HOSTILE, ...LONG], outcome)).toEqual([]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype'])(
    'see nothing that an object inherits: %s',
    (name) => {
      // biome-ignore format: a list
      const data = { map: { a: 1 }, list: [1], text: 'x' };
      const run = (text: string) => {
        try {
          return compile('template', text).render(data);
        } catch (error) {
          return error instanceof ExpressionError ? 'error' : 'thrown';
        }
      };
      expect(run(`{{ .${name} }}{{ $.map.${name} }}{{ index .map "${name}" }}`)).toBe('<no value>'.repeat(3));
      expect(run(`{{ .list.${name} }}`)).toBe('error');
      expect(run(`{{ .text.${name} }}`)).toBe('error');
      expect(run(`{{ .map.a.${name} }}`)).toBe('error');
      expect(run(`{{ ${name} }}`)).toBe('error');
      expect(run(`{{ strings.${name} "x" }}`)).toBe('error');
      expect(run(`{{ template "${name}" }}`)).toBe('error');
    },
  );

  it('refuse functions and instances of classes as data', () => {
    const render = (value: unknown) => () => compile('template', '{{ .x }}').render({ x: value });
    expect(render(() => 1)).toThrow('A function is not data.');
    expect(render(new (class Host {})())).toThrow('no instances of classes');
  });

  it('write what is no valid text as it is, without breaking', () => {
    expect(outcome('{{ html "\\xff" }}')).toBe('\ufffd');
    expect(compile('template', '{{ js .x }}{{ printf "%q" .x }}').render({ x: '\ud800' })).toBe('\ufffd"\ufffd"');
  });

  it('leave no memory behind', () => {
    const program = compile(
      'template',
      '{{ range $i, $x := .list }}{{ if gt $x 1 }}{{ printf "%d" $x }}{{ end }}{{ end }}$(text)',
    );
    const small = { list: [1, 2, 3], text: 'abc' };
    for (let round = 0; round < 5000; round++) program.render(small);
    const before = heldMemory();
    for (let round = 0; round < 100_000; round++) program.render(small);
    expect(heldMemory() - before).toBeLessThan(30_000_000);
  });
});
