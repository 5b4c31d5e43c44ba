import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { KindDeclaration } from './define.ts';
import { has, validateLeniently, validateStrictly } from './validate.ts';

const kind: KindDeclaration<{ url: string; retries: number }> = {
  title: 'T',
  summary: '',
  icon: '',
  documentKey: 'thing',
  schema: z.strictObject({
    url: z.string().min(3, 'Write an address'),
    retries: z.int().default(1),
    user: z.string().optional(),
    password: z.string().optional(),
    tls: z.strictObject({ ca: z.string().optional() }).optional(),
    parts: z.array(z.strictObject({ name: z.string() })).optional(),
  }),
  rules: [{ when: ['password'], require: ['user'], message: 'A password needs a user' }],
  examples: [],
  rejects: [],
  needs: [],
};

describe('an entry of a form', () => {
  it('is taken with its defaults', () =>
    expect(validateStrictly(kind, { url: 'abc' })).toMatchObject({ ok: true, spec: { retries: 1 } }));

  it('is refused with the path of everything that is wrong, at once', () => {
    const checked = validateStrictly(kind, {
      url: 'a',
      tls: { cert: 'x' },
      parts: [{ name: 'a' }, { nmae: 'b' }],
      password: 'x',
    });
    expect(checked).toMatchObject({
      ok: false,
      errors: {
        url: 'Write an address',
        'tls.cert': 'There is no such field',
        'parts.1.nmae': 'There is no such field',
        user: 'A password needs a user',
      },
    });
  });
});

describe('an entry of a document', () => {
  it('loses what the kind does not know, with a warning for each path, and keeps the rest', () => {
    const entry = { url: 'abc', treshold: 1, tls: { cert: 'x', ca: 'y' }, parts: [{ name: 'a', size: 1 }] };
    expect(validateLeniently(kind, entry)).toEqual({
      ok: true,
      spec: { url: 'abc', retries: 1, tls: { ca: 'y' }, parts: [{ name: 'a' }] },
      warnings: ['tls.cert', 'parts.0.size', 'treshold'].map(
        (path) => `${path} is not a field of thing; it is ignored`,
      ),
    });
    expect(entry.tls).toEqual({ cert: 'x', ca: 'y' });
  });

  it('is refused for what is wrong in the fields that the kind knows', () => {
    expect(validateLeniently(kind, { url: 5, treshold: 1 })).toMatchObject({
      ok: false,
      errors: { url: expect.any(String) as string },
    });
    expect(validateLeniently(kind, { url: 'abc', password: 'x', treshold: 1 })).toMatchObject({
      ok: false,
      errors: { user: 'A password needs a user' },
    });
  });
});

describe('a hostile entry', () => {
  it('of forty thousand unknown fields is read before the test runs out of time, with fifty warnings and a count', () => {
    const flood = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`field${index}`, index]));
    const taken = validateLeniently(kind, { url: 'abc', ...flood });
    expect(taken.ok).toBe(true);
    expect(taken.warnings).toHaveLength(51);
    expect(taken.warnings.at(-1)).toContain('39950 more fields');
  });

  it('may name its fields as every object does', () => {
    const taken = validateStrictly(kind, { url: 'abc', constructor: 1, toString: 2 });
    expect(taken).toMatchObject({
      ok: false,
      errors: { constructor: 'There is no such field', toString: 'There is no such field' },
    });
  });
});

describe('a field', () => {
  it.each([
    ['a', true],
    ['b.c', true],
    ['b.none', false],
    ['empty', false],
    ['off', false],
    ['zero', true],
    ['a.length', false],
  ])('%s is there: %s', (path, there) => {
    expect(has({ a: 'x', b: { c: 1 }, empty: '', off: false, zero: 0 }, path)).toBe(there);
  });
});
