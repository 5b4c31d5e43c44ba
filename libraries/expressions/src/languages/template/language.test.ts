import { describe, expect, it } from 'vitest';
import { compile, type CompileOptions, ExpressionError } from '../../compile.ts';

function render(text: string, env: Record<string, unknown> = {}, options: CompileOptions = {}): string {
  return compile('template', text, options).render(env);
}

function failure(text: string, env: Record<string, unknown> = {}, options: CompileOptions = {}): ExpressionError {
  try {
    render(text, env, options);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
  }
  throw new Error(`${text} does not fail.`);
}

const env = {
  name: 'api', count: 3, load: 0.5, tags: ['a', 'b'], labels: { team: 'core', app: 'x' }, none: null, hosts: [{ ip: '1' }, { ip: '2' }],
}; // biome-ignore format: a list

describe('templates', () => {
  it.each([
    ['{{ if eq .count 3 }}three{{ else }}other{{ end }}', 'three'],
    ['{{ if .none }}a{{ else if .name }}b{{ else }}c{{ end }}', 'b'],
    ['{{ with .none }}a{{ else with .name }}{{ . }}{{ end }}', 'api'],
    ['{{ range .hosts }}{{ .ip }},{{ end }}', '1,2,'],
    ['{{ range $i, $tag := .tags }}{{ $i }}={{ $tag }};{{ end }}', '0=a;1=b;'],
    ['{{ range $key, $value := .labels }}{{ $key }}={{ $value }};{{ end }}', 'app=x;team=core;'],
    ['{{ range .missing }}x{{ else }}none{{ end }}', 'none'],
    ['{{ range 3 }}{{ . }}{{ end }}', '012'],
    ['{{ range $i := .count }}{{ $i }}{{ end }}', '012'],
    ['{{ $last := "" }}{{ range .tags }}{{ $last = . }}{{ end }}{{ $last }}', 'b'],
    ['{{ range 9 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if gt . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}', '0134'],
    ['{{ define "row" }}<{{ .ip }}>{{ end }}{{ range .hosts }}{{ template "row" . }}{{ end }}', '<1><2>'],
    ['{{ block "own" .name }}[{{ . }}]{{ end }}', '[api]'],
    ['a  {{- /* nothing */ -}}  b', 'ab'],
    ['{{ .name | printf "%-5s|%5s" "x" }}', 'x    |  api'],
    ['{{ printf "%.0f %.0f %.1f" 2.5 3.5 0.25 }}', '2 4 0.2'],
    ['{{ index .labels "team" }} {{ index .hosts 1 "ip" }}', 'core 2'],
    ['{{ and .name .count }} {{ or .none "x" }} {{ not .tags }}', '3 x false'],
    ['{{ and .none (index .tags 9) }}', '<no value>'],
    ['{{ (index .hosts 0).ip }} {{ len .hosts }}', '1 2'],
    ['  {{ .name }}\n', 'api'],
    ['{{ .labels }} {{ .tags }} {{ .load }} {{ true }}', 'map[app:x team:core] [a b] 0.5 true'],
  ])('%s', (text, result) => {
    expect(render(text, env)).toBe(result);
  });

  it('write <no value> for what is missing or null, and <nil> where it is part of something', () => {
    expect(render('{{ .missing }} {{ .missing.deep }} {{ .none }}', env)).toBe('<no value> <no value> <no value>');
    expect(render('{{ .list }} {{ print .none }}', { list: [null, 1], none: null })).toBe('[<nil> 1] <nil>');
  });

  it('keep whole numbers whole, and write others as Go does', () => {
    const numbers = { bytes: 123_456_789, big: 2n ** 62n, half: 1_234_567.5, huge: 1e21 };
    expect(render('{{ .bytes }} {{ .big }} {{ .half }} {{ .huge }}', numbers)).toBe(
      '123456789 4611686018427387904 1.2345675e+06 1e+21',
    );
  });

  it('read what stands between $( and ) in a second pass, from the environment', () => {
    expect(render('https://$(username):$(.password)@x', { username: 'u', password: 'p' })).toBe('https://u:p@x');
    expect(render('$(outputs.login.json.token)', { outputs: { login: { json: { token: 't' } } } })).toBe('t');
    expect(render('{{ range .tags }}{{ . }}$(.name) {{ end }}', env)).toBe('aapi bapi');
    expect(render('$(if .none)a$(else){{ .name }}$(end) $(print (len .tags))', env)).toBe('api 2');
  });

  it('never take a value for code', () => {
    const hostile = { a: '$(secret)', b: '{{ .secret }}', dollar: '$', secret: 'leaked' };
    expect(render('{{ .a }}{{ .b }}{{ .dollar }}(secret) $(.a)', hostile)).toBe(
      '$(secret){{ .secret }}$(secret) $(secret)',
    );
    expect(failure('$(.{{ .field }})', { field: 'secret', secret: 'leaked' }).message).toContain('would be code');
  });

  it('take other delimiters from the first line, and then only those', () => {
    expect(render('# gotemplate: left-delim=[[ right-delim=]]\necho $(date) [[ .name ]] {{ x }}', env)).toBe(
      'echo $(date) api {{ x }}',
    );
    expect(failure('# gotemplate: left-delim=[[\nx').hint).toContain('right-delim');
  });

  it('know variables without their dot, and say when a name is nothing', () => {
    expect(render('{{ name }} {{ labels.team }}', env)).toBe('api core');
    expect(failure('{{ name }} {{ nome }}', env, { variables: ['name'] }).hint).toBe('Did you mean "name"?');
    expect(failure('{{ nome }}', env).message).toBe('There is no function "nome".');
  });

  it('find unknown variables before they run, where the dot is the environment', () => {
    const errors = (text: string) => compile('template', text, { variables: ['results'] }).errors;
    expect(errors('{{ .results }}{{ range .results }}{{ .reslts }}{{ end }}{{ $.results }}')).toEqual([]);
    expect(errors('x\n{{ range .results }}\n{{ $.reslts }}{{ end }}')).toMatchObject([
      { message: 'There is no variable "reslts" here.', line: 3, column: 4, hint: 'Did you mean "results"?' },
    ]);
  });

  it('fail for what is missing, where that is not tolerated', () => {
    expect(failure('{{ .missing }}', env, { tolerateNull: false }).message).toBe('The map has no entry "missing".');
    expect(failure('{{ .none.x }}', env).message).toBe('There is no ".x" of null.');
  });

  it.each([
    ['a\n{{ if .x }}', 2, 4, '"if" has no end.'],
    ['{{ .x', 1, 1, 'The action does not end.'],
    ['{{ "x }}', 1, 4, 'The text does not end.'],
    ['{{ end }}', 1, 4, '"end" ends nothing here.'],
    ['{{ .x && .y }}', 1, 7, '"&" has no meaning here.'],
    ['{{ .labels.app-name }}', 1, 15, '"-" cannot stand right behind a name.'],
    ['{{ $x }}', 1, 4, 'There is no variable "$x" here. Declare it with $x := before.'],
    ['{{ break }}', 1, 4, '"break" stands outside of range.'],
    ['{{ 99999999999999999999 }}', 1, 4, '"99999999999999999999 " is not a number.'],
    ['{{ .x | 1 }}', 1, 9, 'Behind a bar stands a function.'],
    ['{{ (.x }}', 1, 8, 'A parenthesis is not closed.'],
    ['{{ template x }}', 1, 13, 'Behind "template" stands a name in quotes.'],
    ['{{/* x }}', 1, 1, 'The comment does not end.'],
    ['{{ define "a" }}x{{ end }}{{ define "a" }}y{{ end }}', 1, 30, 'The template "a" is defined twice.'],
    ['{{ toUper "x" }}', 1, 4, 'There is no function "toUper".'],
    ['{{ index .labels }}{{ len }}', 1, 23, 'len (value: any) cannot be called with 0 arguments.'],
    ['{{ call .x }}', 1, 4, 'Values are data and never functions, so there is nothing to call.'],
    ['x $(.a | nope)', 1, 10, 'There is no function "nope".'],
    ['{{ 1 }}\nabc $(.a | nope)', 2, 12, 'There is no function "nope".'],
  ])('say where it is wrong: %s', (text, line, column, message) => {
    expect(failure(text, env)).toMatchObject({ line, column, message });
  });
});
