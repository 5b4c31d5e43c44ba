import { describe, expect, it } from 'vitest';
import type { FormSchema } from '../form/form-schema.ts';
import { cursorPlace } from './cursor-path.ts';
import { findProblems } from './find-problems.ts';
import { fieldWords, schemasAt } from './schema-at.ts';

const SCHEMA: FormSchema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    rows: { type: 'array', items: { type: 'object', properties: { method: { enum: ['GET', 'POST'] } } } },
    labels: { type: 'object', additionalProperties: { type: 'string', description: 'A label' } },
  },
};

/** The cursor stands at the bar. */
function at(text: string) {
  const { path, isName } = cursorPlace(text.replace('|', ''), text.indexOf('|'));
  return `${isName ? 'name' : 'value'} of ${path.join('.')}`;
}

describe('cursorPlace', () => {
  it.each([
    ['na|', 'name of '],
    ['name: |', 'value of name'],
    ['spec:\n  sche|', 'name of spec'],
    ['spec:\n  http:\n    - name: a\n      me|', 'name of spec.http.0'],
    ['spec:\n  http:\n    - |', 'name of spec.http.0'],
    ['spec:\n  http:\n    - method: G|', 'value of spec.http.0.method'],
    ['rows:\n- name: a\n  me|', 'name of rows.0'],
    ['rows:\n  - a: 1\nla|', 'name of '],
    ['a:\n  b:\n    c: 1\n  d|', 'name of a'],
  ])('knows where %j stands', (text, place) => {
    expect(at(text)).toBe(place);
  });
});

describe('schemasAt', () => {
  it('goes through rows, maps, references and variants', () => {
    expect(fieldWords(schemasAt(SCHEMA, ['rows', '0', 'method'])).choices).toEqual(['GET', 'POST']);
    expect(fieldWords(schemasAt(SCHEMA, ['labels', 'any'])).description).toBe('A label');
    expect(schemasAt(SCHEMA, ['constructor'])).toEqual([]);
  });
});

describe('findProblems', () => {
  const marks = (text: string, errors = {}) =>
    findProblems(text, SCHEMA, errors).map(({ from, to, severity, message }) => [
      text.slice(from, to),
      severity,
      message,
    ]);

  it('marks fields that nobody knows, that are of another type, and that are missing', () => {
    expect(marks('colour: red\nrows:\n  - method: PUT\n')).toEqual([
      ['colour: red', 'error', 'The field "name" is required'],
      ['method', 'error', 'One of GET, POST'],
      ['colour', 'warning', 'There is no field "colour"'],
    ]);
    expect(marks('name: 5\n')).toEqual([['name', 'error', 'This must be of type string']]);
  });

  it('marks what the server refused, also under names with dots', () => {
    expect(marks('name: a\nlabels:\n  a.b/c: x\n', { 'labels.a.b/c': 'Refused' })).toEqual([
      ['a.b/c', 'error', 'Refused'],
    ]);
  });

  it('marks the place where a text cannot be read', () => {
    expect(marks('name: a\nname: b\n')).toEqual([['name: b', 'error', 'The name "name" appears twice']]);
  });
});
