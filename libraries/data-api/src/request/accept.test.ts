import { describe, expect, it } from 'vitest';
import { type BodyFormat, negotiate } from './accept.ts';
import { refusalOf } from './testkit.ts';

const rows: readonly BodyFormat[] = ['json', 'object', 'csv'];
const ask = (accept: string | undefined, formats: readonly BodyFormat[] = rows, explain = false) =>
  negotiate(accept, { formats, explain });

describe('negotiate', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/JSON; charset=utf-8', 'json'],
    ['application/*', 'json'],
    ['text/*', 'csv'],
    ['text/csv', 'csv'],
    ['application/vnd.pgrst.object+json', 'object'],
    ['application/vnd.pgrst.object', 'object'],
    ['application/vnd.pgrst.array+json', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['*/*, text/csv', 'csv'],
    ['application/json;q=0, */*', 'object'],
    ['unknown/unknown, text/csv;q=0.1', 'csv'],
  ])('answers %s with %s', (accept, format) => {
    expect(ask(accept).format).toBe(format);
  });

  it('names the type of the answer', () => {
    expect(ask('*/*').contentType).toBe('application/json; charset=utf-8');
    expect(ask('text/csv').contentType).toBe('text/csv; charset=utf-8');
    expect(ask('application/octet-stream', ['json', 'binary']).contentType).toBe('application/octet-stream');
    expect(ask('*/*', ['openapi', 'json']).contentType).toBe('application/openapi+json; charset=utf-8');
    expect(ask('text/plain', ['json', 'text']).format).toBe('text');
  });

  it('strips nulls where it is asked to', () => {
    expect(ask('application/vnd.pgrst.array+json;nulls=stripped')).toEqual({
      format: 'json',
      stripNulls: true,
      contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    });
    expect(ask('application/vnd.pgrst.object+json; nulls=stripped').contentType).toBe(
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    );
    expect(ask('text/csv;nulls=stripped').stripNulls).toBe(false);
  });

  it('explains where plans are shown', () => {
    const accept = 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|analyze|foo';
    expect(ask(accept, rows, true)).toEqual({
      format: 'csv',
      stripNulls: false,
      contentType: 'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
      plan: { format: 'json', options: ['analyze', 'verbose'] },
    });
    expect(ask('application/vnd.pgrst.plan', rows, true).plan).toEqual({ format: 'text', options: [] });
    expect(
      ask('application/vnd.pgrst.plan; for="application/vnd.pgrst.object+json;nulls=stripped"', rows, true),
    ).toMatchObject({ format: 'object', stripNulls: true });
  });

  it.each(['unknown/unknown', 'application/json;q=0', 'text/plain', 'application/vnd.pgrst.plan', 'image/*', 'a;q=x'])(
    'refuses %s',
    (accept) => {
      expect(refusalOf(() => ask(accept))).toMatchObject({
        status: 406,
        code: 'PGRST107',
        message: `None of these media types are available: ${accept}`,
      });
    },
  );
});
