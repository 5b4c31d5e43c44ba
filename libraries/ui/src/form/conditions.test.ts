import { describe, expect, it } from 'vitest';
import { isAskedFor, withConditions } from './conditions.ts';
import type { FormSchema } from './form-schema.ts';

const schema: FormSchema = {
  properties: {
    method: { type: 'string', default: 'GET' },
    body: { type: 'string', 'x-when': { field: 'method', notIn: ['GET', 'DELETE'] } },
    depth: { type: 'integer', 'x-when': { field: 'method', in: ['CRAWL'] } },
  },
};

describe('a field that depends on another', () => {
  it('is asked for while the other has such a value, its default included', () => {
    expect(isAskedFor(schema, {}, 'body')).toBe(false);
    expect(isAskedFor(schema, { method: 'POST' }, 'body')).toBe(true);
    expect(isAskedFor(schema, { method: 'CRAWL' }, 'depth')).toBe(true);
  });

  it('is shown when a document has it all the same', () => {
    expect(isAskedFor(schema, { body: 'x' }, 'body')).toBe(true);
  });

  it('is not asked for when it is an old name, and shown when a document has it', () => {
    const old: FormSchema = { properties: { endpoint: { type: 'string', deprecated: true } } };
    expect(isAskedFor(old, {}, 'endpoint')).toBe(false);
    expect(isAskedFor(old, { endpoint: 'https://shop.test' }, 'endpoint')).toBe(true);
  });

  it('leaves the value when it is not asked for, and comes back with what was typed', () => {
    const kept = new Map<string, unknown>();
    const without = withConditions(schema, { method: 'GET', body: 'typed' }, 'method', kept);
    expect(without).toEqual({ method: 'GET' });
    expect(withConditions(schema, { method: 'PUT' }, 'method', kept)).toEqual({ method: 'PUT', body: 'typed' });
  });

  it('stays when something else changes', () => {
    expect(withConditions(schema, { body: 'x', url: 'y' }, 'url', new Map())).toEqual({ body: 'x', url: 'y' });
  });
});
