import type { ExpressionLanguage } from '@watchroom/contract/expressions';
import { describe, expect, it } from 'vitest';
import { completeExpression } from './complete.ts';
import { functionWords } from './functions.generated.ts';

const VARIABLES = [
  { name: 'results', meaning: 'what the check has found' },
  { name: 'duration', meaning: 'milliseconds' },
];

/** Completes at the bar. */
function complete(language: ExpressionLanguage, marked: string) {
  const position = marked.indexOf('¦');
  const functions = language === 'jsonpath' ? [] : functionWords[language];
  return completeExpression(marked.replace('¦', ''), position, language, { variables: VARIABLES, functions });
}

function labels(language: ExpressionLanguage, marked: string): readonly string[] {
  return complete(language, marked)?.options.map(({ label }) => label) ?? [];
}

const option = (language: ExpressionLanguage, marked: string, label: string) =>
  complete(language, marked)?.options.find((each) => each.label === label);

describe('completion of expressions', () => {
  it('offers variables before functions', () => {
    expect(labels('cel', 'd¦').slice(0, 2)).toEqual(['results', 'duration']);
    expect(labels('cel', '1 + ¦')).toEqual(expect.arrayContaining(['duration', 'timestamp', 'k8s.isReady']));
    expect(complete('cel', '1 + res¦')?.from).toBe(4);
    expect(labels('cel', '¦')).not.toContain('.trim');
  });

  it.each(['results.name.t¦', '"a".¦', '[1].¦', 'f(1).¦', '[1]\n  .¦', 'results.?a.¦'])(
    'offers the methods of CEL, and only these: %s',
    (marked) => {
      expect(labels('cel', marked)).toEqual(expect.arrayContaining(['trim', 'contains', 'flatten']));
      expect(labels('cel', marked)).not.toContain('results');
      expect(labels('cel', marked)).not.toContain('timestamp');
    },
  );

  it('offers macros of CEL, and what JavaScript has of underscore', () => {
    expect(labels('cel', 'results.¦')).toEqual(expect.arrayContaining(['map', 'filter', 'exists_one', 'fold', '?']));
    expect(labels('cel', '1 == ¦')).toEqual(expect.arrayContaining(['has', 'cel.bind']));
    expect(labels('cel', 'cel.¦')).toEqual(['bind']);
    expect(labels('javascript', '_.so¦')).toEqual(expect.arrayContaining(['sortBy', 'some']));
    expect(labels('cel', '_.¦')).not.toContain('pluck');
    expect(option('cel', '[1].¦', 'map')?.notes.map(({ code }) => code)).toEqual([
      'list.map(x, value)',
      'list.map(x, condition, value)',
    ]);
    expect(option('javascript', '1 + _.pl¦', 'pluck')?.insert).toEqual({
      from: 4,
      text: '_.pluck([{ a: 1 }, { a: 2 }], "a")',
    });
  });

  it('offers the members of a name space', () => {
    expect(labels('cel', 'k8s.is¦')).toEqual(expect.arrayContaining(['isReady', 'isHealthy']));
    expect(labels('cel', 'k8s.is¦')).not.toContain('trim');
    expect(labels('javascript', 'k8s.¦')).toContain('isReady');
    expect(labels('template', '{{ strings.¦')).toContain('ToUpper');
    expect(complete('cel', '!k8s.is¦')?.from).toBe(5);
  });

  it.each<[ExpressionLanguage, string]>([
    ['cel', '"res¦'],
    ['cel', '"a\\"res¦'],
    ['cel', "r'res¦"],
    ['cel', '"""a" res¦'],
    ['cel', '1 // res¦'],
    ['cel', '1.¦'],
    ['cel', '12¦'],
    ['javascript', '`res¦'],
    ['javascript', '/* res¦'],
    ['javascript', 'results.¦'],
    ['template', 'res¦'],
    ['template', '{{ .results }} res¦'],
    ['template', '$(duration) res¦'],
    ['template', '{{ "}} res¦'],
    ['template', '{{ .results.¦'],
    ['jsonpath', '$.results[¦'],
    ['jsonpath', '$.results.a¦'],
  ])('offers nothing where no name can stand: %s %s', (language, marked) => {
    expect(complete(language, marked)).toBeUndefined();
  });

  it.each<[ExpressionLanguage, string]>([
    ['cel', '"a" + res¦'],
    ['cel', '"a\\\\" + res¦'],
    ['cel', "r'\\' + res¦"],
    ['cel', '"" + res¦'],
    ['cel', '"""a"b""" + res¦'],
    ['cel', '1 // a\n + res¦'],
    ['cel', '.res¦'],
    ['javascript', '/* a */ res¦'],
    ['template', '{{ .res¦'],
    ['template', '{{ and .duration .res¦'],
    ['template', '{{ "}}" | eq $.res¦'],
    ['template', 'https://$(res¦'],
    ['template', '$((eq 1 1) .res¦'],
    ['jsonpath', '$.res¦'],
  ])('offers the variables where one can stand: %s %s', (language, marked) => {
    expect(labels(language, marked)).toContain('results');
  });

  it('names a variable with its dot in an action of a template', () => {
    expect(labels('template', '{{ ¦').slice(0, 2)).toEqual(['.results', '.duration']);
    expect(labels('template', '{{ ¦')).toContain('toUpper');
  });

  it('offers the root of a path', () => {
    expect(labels('jsonpath', '¦')).toEqual(['$']);
  });

  it('completes behind a long text', () => {
    expect(labels('cel', `"${'a'.repeat(99_000)}" + res¦`)).toContain('results');
  });

  it('says how each way to call a function works', () => {
    expect(option('cel', '"a".¦', 'contains')?.notes[0]).toEqual({
      code: '(text: string).contains(part: string)',
      text: 'Whether a text contains another.',
    });
    expect(option('template', '{{ toUpper¦', 'toUpper')?.notes[0]?.code).toBe('toUpper (text: string)');
  });

  it('inserts an example as a whole expression', () => {
    expect(option('cel', '1 + results.con¦', 'contains')?.insert).toEqual({ from: 4, text: '"apple".contains("pp")' });
    expect(option('cel', 'f(1).con¦', 'contains')).not.toHaveProperty('insert');
    expect(option('cel', '!k8s.is¦', 'isReady')?.insert?.from).toBe(1);
    expect(option('template', '{{ d¦', 'dict')?.insert).toEqual({ from: 3, text: '(dict "a" 1 "b" 2).b' });
    expect(option('javascript', 'k8s.¦', 'isReady')).not.toHaveProperty('example');
  });
});
