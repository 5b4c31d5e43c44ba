import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import type { FunctionDefinition } from './define.ts';
import { functionTable } from './table.ts';

const all = functionTable.flatMap(({ functions }) => functions);

describe('the function table', () => {
  const examples = all.filter(({ needsPlace }) => !needsPlace).flatMap((definition) => definition.examples);
  const inCel = examples.filter((example) => 'cel' in example);
  const inTemplates = examples.filter((example) => 'template' in example);

  function result(text: string): unknown {
    const program = compile('cel', text, { variables: [] });
    expect(program.errors).toEqual([]);
    return JSON.parse(program.evaluateJson({}));
  }

  function rendered(text: string): string {
    const program = compile('template', text, { variables: [] });
    expect(program.errors).toEqual([]);
    return program.render({});
  }

  it.each(inCel.filter(({ gives }) => gives !== undefined))('gives what its example says: $cel', ({ cel, gives }) => {
    expect(result(cel)).toEqual(gives);
  });

  it.each(inCel.filter(({ gives }) => gives === undefined))('runs its example: $cel', ({ cel }) => {
    expect(result(cel)).not.toBeNull();
  });

  it.each(inTemplates.filter(({ gives }) => gives !== undefined))(
    'gives what its example says: $template',
    ({ template, gives }) => {
      expect(rendered(template)).toBe(gives);
    },
  );

  it.each(
    all
      .filter(({ needsPlace }) => needsPlace)
      .flatMap(({ names, examples: own }) =>
        own.flatMap((one) => ('cel' in one ? [[one.cel, names.cel[0]] as const] : [])),
      ),
  )('says of %s that the place has no data for it', (text, name) => {
    const program = compile('cel', text, { variables: [] });
    expect(program.errors).toEqual([]);
    expect(() => program.evaluateJson({})).toThrow(`${name} is not available here: this place has no data for it.`);
  });

  it('has an example for every function, under one of its names', () => {
    const shown = ({ names, examples: own }: FunctionDefinition) =>
      own.some((example) =>
        'cel' in example
          ? names.cel.some((name) => example.cel.includes(`${name}(`))
          : names.template?.some((name) => example.template.includes(name.replace('|', ''))),
      );
    expect(all.filter((one) => !shown(one)).map(({ names }) => names.cel[0] ?? names.template?.[0])).toEqual([]);
  });

  it('describes every function in whole sentences', () => {
    expect(all.filter(({ doc }) => !/^[-\dA-Z].*\.$/.test(doc)).map(({ doc }) => doc)).toEqual([]);
  });
});
