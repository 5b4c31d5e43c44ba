import { describe, expect, it } from 'vitest';
import { fieldTitle, shapeOf, withField } from './form-schema.ts';

describe('shapeOf', () => {
  it.each([
    ['choice', { type: 'string', enum: ['a'] }],
    ['switch', { type: 'boolean' }],
    ['number', { type: 'integer' }],
    ['text', { type: 'string' }],
    ['texts', { type: 'array', items: { type: 'integer' } }],
    ['rows', { type: 'array', items: { type: 'object', properties: {} } }],
    ['map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['variants', { anyOf: [{ type: 'string' }] }],
    ['group', { type: 'object', properties: { depth: { type: 'integer' } } }],
    ['holder', { type: 'object', properties: { name: {}, value: {}, valueFrom: { 'x-unsupported': true } } }],
  ] as const)('edits as %s', (shape, schema) => {
    expect(shapeOf(schema)).toBe(shape);
  });

  it('edits an object whose name is required by its fields, not as one value', () => {
    expect(shapeOf({ type: 'object', required: ['name'], properties: { name: {}, value: {} } })).toBe('group');
  });
});

describe('fieldTitle', () => {
  it.each([
    ['responseCodes', 'Response codes'],
    ['maxSSLExpiry', 'Max SSL expiry'],
    ['url', 'URL'],
    ['tlsConfig', 'TLS config'],
  ])('reads %s as %s', (name, title) => {
    expect(fieldTitle(name, {})).toBe(title);
  });

  it('does not repeat the unit that stands behind the input', () => {
    expect(fieldTitle('thresholdMillis', { 'x-unit': 'ms' })).toBe('Threshold');
  });
});

describe('withField', () => {
  it('leaves a cleared field out', () => {
    expect(withField({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
    expect(withField(undefined, 'a', 1)).toEqual({ a: 1 });
  });
});
