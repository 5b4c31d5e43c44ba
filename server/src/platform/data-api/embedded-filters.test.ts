import { describe, expect, it } from 'vitest';
import { embeddedFilters } from './embedded-filters.ts';
import { requestOf, schemaOf } from './testing/schema.ts';

const schema = schemaOf({});
const select = (query: string, more = {}) =>
  embeddedFilters(requestOf('books', query, more), schema).query.find(([name]) => name === 'select')?.[1];

describe('a filter on an embed that is not selected', () => {
  it.each([
    ['a.b.c=eq.1', '*,a!inner(b!inner())'],
    ['select=id&a.c=eq.1', 'id,a!inner()'],
    ['select=id&a.b.c=eq.1&a.d.e=eq.1&a.f=eq.1', 'id,a!inner(b!inner(),d!inner())'],
    ['select=*,a(id)&a.b.c=eq.1', '*,a!inner(id,b!inner())'],
    ['select=*,x:a!hint(id)&x.b.c=eq.1', '*,x:a!hint!inner(id,b!inner())'],
    ['select=*,a!inner(id)&a.b.c=eq.1', '*,a!inner(id,b!inner())'],
    ['select=*,a!left(id)&a.b.c=eq.1', '*,a!left(id,b!inner())'],
    ['select=a,id&a.c=eq.1', 'a,id,a!inner()'],
    ['select=*,x:a(id)&a.c=eq.1', '*,x:a(id),a!inner()'],
    ['a.or=(c.eq.1,d.eq.2)', '*,a!inner()'],
    ['a.not.and=(c.eq.1,d.eq.2)', '*,a!inner()'],
    ['a.labels->>x.y=eq.1', '*,a!inner()'],
    ['"a b".c=eq.1', '*,"a b"!inner()'],
  ])('%s selects %s', (query, expected) => expect(select(query)).toBe(expected));

  it.each([
    'select=*,a(b(id))&a.b.c=eq.1', 'select=*,x:a(id)&x.c=eq.1', 'select=*&c=eq.1', 'select=*&a.order=c&a.limit=1&a.offset=1',
    'select=*&labels->>a.b=eq.1', 'select=*&not.or=(a.eq.1,b.eq.1)', 'select=*&a..b=eq.1', 'select=*,a(&a.b.c=eq.1',
  ])('%s is left as it is', (query) => {
    const request = requestOf('books', query);
    expect(embeddedFilters(request, schema)).toBe(request);
  }); // biome-ignore format: a list

  it('of a write is left to the dialect, since an embed narrows no write', () => {
    for (const method of ['PATCH', 'DELETE', 'POST']) expect(select('a.b=eq.1', { method })).toBeUndefined();
    expect(select('a.b=eq.1', { method: 'HEAD' })).toBe('*,a!inner()');
    expect(select('a.b=eq.1', { method: 'POST', kind: 'function' })).toBe('*,a!inner()');
  });

  it('that is far beyond the limits is left for the dialect to refuse', () => {
    expect(select(`${'a.'.repeat(20_000)}b=eq.1`)).toBeUndefined();
    expect(select(Array.from({ length: 1_000 }, (_, n) => `a${n}.b=eq.1`).join('&'))).toBeUndefined();
  });
});
