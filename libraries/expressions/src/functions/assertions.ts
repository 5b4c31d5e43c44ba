import { fail } from '../failure.ts';
import { truth } from '../languages/template/access.ts';
import { define, type FunctionDefinition } from './define.ts';

/** Functions that end an evaluation on purpose. */
export const assertions: readonly FunctionDefinition[] = [
  define({
    names: { cel: ['test.Fail'], template: ['fail', 'test.Fail'] },
    args: ['message?: string'],
    result: 'any',
    doc: 'Ends the evaluation with an error.',
    examples: [
      { template: '{{ if false }}{{ fail "no" }}{{ end }}', gives: '' },
      { cel: 'true ? "yes" : test.Fail("no")', gives: 'yes' },
    ],
    call: (_, message = 'The expression failed.') => fail(message),
  }),
  define({
    names: { cel: [], template: ['|assert', '|test.Assert'] },
    args: ['condition: any', 'message?: string'],
    result: 'string',
    doc: 'Ends the evaluation with an error unless a condition holds.',
    examples: [{ template: '{{ assert "must be positive" (gt 1 0) }}', gives: '' }],
    takesNull: true,
    call: (_, condition, message = 'The assertion does not hold.') => (truth(condition) ? '' : fail(message)),
  }),
  define({
    names: { cel: [], template: ['|required', '|test.Required'] },
    args: ['value: any', 'message?: string'],
    result: 'any',
    doc: 'A value; ends the evaluation with an error if it is missing or an empty text.',
    examples: [{ template: '{{ "x" | required "x is needed" }}', gives: 'x' }],
    takesNull: true,
    call: (_, value, message = 'A value is required here.') => (value === null || value === '' ? fail(message) : value),
  }),
];
