import { describe, expect, it } from 'vitest';
import { repairs } from './repairs.ts';
import { requestOf, schemaOf } from './testing/schema.ts';

const schema = schemaOf(
  { books: { id: 'uuid', name: 'text', labels: 'jsonb', 'Lent At': 'text' } },
  { find_books: 'books' },
);
const mend = (query: string, name = 'books') => repairs(requestOf(name, query), schema).query;

describe('a select', () => {
  it('loses blanks, repetitions and closing parentheses too many', () => {
    expect(mend('select=id, name,a(id, id,b(*)))')).toEqual([['select', 'id,name,a(id,b(*))']]);
  });

  it('that does not nest stays, for the dialect to refuse', () => {
    expect(mend('select=id,a(b')).toEqual([['select', 'id,a(b']]);
    expect(mend('select=id),name')).toEqual([['select', 'id),name']]);
  });
});

describe('an order', () => {
  it.each([
    ['changed.desc,name.asc', 'name.asc'],
    ['name,Created At.desc,id', 'name,id'],
    ['Lent At.desc.nullslast', 'Lent At.desc.nullslast'],
    ['"Lent At".desc', '"Lent At".desc'],
    ['"no, such".desc,id', 'id'],
    ['labels->>a.b.desc,unknown->x', 'labels->>a.b.desc,unknown->x'],
    ['shelf(name).desc,id', 'shelf(name).desc,id'],
    ['name.sideways', 'name.sideways'],
  ])('%s keeps the terms of columns that exist: %s', (given, kept) => {
    expect(mend(`order=${encodeURIComponent(given)}`)).toEqual([['order', kept]]);
  });

  it('of unknown columns alone is no order', () => {
    expect(mend('id=eq.1&order=changed.desc')).toEqual([['id', 'eq.1']]);
    expect(mend('order=name.desc&order=changed.desc')).toEqual([['order', 'name.desc']]);
  });

  it('of an embed is none of ours, nor one of a relation that is not known', () => {
    expect(mend('shelf.order=changed&shelf.order=name')).toHaveLength(2);
    expect(mend('order=changed', 'nothing')).toEqual([['order', 'changed']]);
  });

  it('of a function knows the columns of its rows', () => {
    const call = requestOf('find_books', 'order=changed,name', { kind: 'function' });
    expect(repairs(call, schema).query).toEqual([['order', 'name']]);
  });
});

it('leaves a request without either as the same object', () => {
  const plain = requestOf('books', '&id=in.()&&limit=1');
  expect(repairs(plain, schema)).toBe(plain);
});
