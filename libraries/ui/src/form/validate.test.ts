import { describe, expect, it } from 'vitest';
import type { FormSchema } from './form-schema.ts';
import { errorsUnder, REQUIRED, validateForm } from './validate.ts';

const schema: FormSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: { type: 'string', minLength: 1 },
    codes: { type: 'array', items: { type: 'integer', minimum: 100, maximum: 599 } },
    headers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, value: { type: 'string' } },
      },
    },
    wait: { type: 'string', pattern: '^[0-9]+s$', 'x-widget': 'duration' },
    method: { enum: ['GET', 'POST'] },
    digest: { type: 'boolean' },
    username: { type: 'object', properties: { value: { type: 'string' } } },
    place: { anyOf: [{ type: 'string' }, { type: 'object', properties: { name: { type: 'string' } } }] },
  },
};
const errorsOf = (value: Record<string, unknown>) => validateForm(schema, [], value);

describe('validateForm', () => {
  it('finds nothing wrong with a valid value', () => {
    const value = {
      query: 'a',
      codes: [200],
      headers: [{ name: 'X' }],
      wait: '5s',
      method: 'GET',
      place: { name: 'x' },
    };
    expect(errorsOf(value)).toEqual({});
  });

  it('names a missing field at that field, also inside a list', () => {
    expect(errorsOf({ headers: [{ name: 'X' }, {}] })).toEqual({ query: REQUIRED, 'headers.1.name': REQUIRED });
  });

  it('says what a number, a pattern and a choice must be', () => {
    const errors = errorsOf({ query: 'a', codes: [99], wait: 'soon', method: 'PUT' });
    expect(errors).toEqual({
      'codes.0': 'Not below 100',
      wait: 'Write a duration such as 500ms, 10s or 1m30s',
      method: 'One of GET, POST',
    });
  });

  it('keeps a text that is no number and says so at its place', () => {
    expect(errorsOf({ query: 'a', codes: ['two'] })).toEqual({ 'codes.0': 'This field must be a number' });
    expect(errorsOf({ query: 'a', codes: [200.5] })).toEqual({ 'codes.0': 'This field must be a whole number' });
  });

  it('names a field that does not exist', () => {
    expect(errorsOf({ query: 'a', querry: 'b' })).toEqual({ querry: 'There is no such field' });
  });

  it('obeys rules across fields; false and empty text count as absent', () => {
    const rules = [
      { when: ['digest'], require: ['username.value'], message: 'Digest needs a user name' },
      { when: ['digest'], forbid: ['wait'], message: 'Not both' },
    ];
    const check = (value: Record<string, unknown>) => validateForm(schema, rules, { query: 'a', ...value });
    expect(check({ digest: true })).toEqual({ 'username.value': 'Digest needs a user name' });
    expect(check({ digest: true, username: { value: 'me' }, wait: '1s' })).toEqual({ wait: 'Not both' });
    expect(check({ digest: false })).toEqual({});
    expect(check({ digest: true, username: { value: 'me' }, wait: '' })).not.toHaveProperty('username.value');
  });
});

describe('errorsUnder', () => {
  it('gives a field its own errors with paths from there', () => {
    const errors = { headers: 'Too many', 'headers.0.name': REQUIRED, header: 'other' };
    expect(errorsUnder(errors, 'headers')).toEqual({ '': 'Too many', '0.name': REQUIRED });
  });
});
