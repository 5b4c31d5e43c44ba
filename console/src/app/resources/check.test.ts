import { describe, expect, it } from 'vitest';
import { checkDraft } from './check.ts';
import type { ResourceType } from './resource.ts';

const text = { type: 'string' };
const rules = [{ require: ['cabin', 'remote'], message: 'Set cabin or remote' }];
const type: ResourceType = {
  id: 'crane',
  title: 'Crane',
  summary: '',
  icon: null,
  form: { schema: { type: 'object', properties: { cabin: text, remote: text } }, rules },
  start: {},
};
const head = { schema: { type: 'object', properties: { name: text, alias: text } }, start: {} };

describe('a rule across fields', () => {
  it.each<[object, object]>([
    [{}, { cabin: 'Set cabin or remote' }],
    [{ remote: '' }, { cabin: 'Set cabin or remote' }],
    [{ remote: 'bridge' }, {}],
  ])('of a document is told at a field: %j', (document, errors) => {
    expect(checkDraft({ head }, type, { head: {}, document: { ...document } }).document).toEqual(errors);
  });

  it('of the columns above it too', () => {
    const ruled = { ...head, rules: [{ when: ['name'], forbid: ['alias'], message: 'A name or an alias' }] };
    const errors = checkDraft({ head: ruled }, type, { head: { name: 'a', alias: 'b' }, document: { cabin: 'Jo' } });
    expect(errors).toEqual({ head: { alias: 'A name or an alias' }, document: {}, other: [] });
  });
});
