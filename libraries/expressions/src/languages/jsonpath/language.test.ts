import { describe, expect, it } from 'vitest';
import { compile, ExpressionError } from '../../compile.ts';

const store = {
  store: {
    book: [
      { category: 'reference', author: 'Rees', title: 'Sayings', price: 8.95 },
      { category: 'fiction', author: 'Waugh', title: 'Sword', price: 12.99 },
      { category: 'fiction', author: 'Melville', title: 'Moby', isbn: '0-553-21311-3', price: 8.99 },
      { category: 'fiction', author: 'Tolkien', title: 'Rings', isbn: '0-395-19395-8', price: 22.99 },
    ],
    bicycle: { color: 'red', price: 399 },
  },
};
const pods = {
  items: [
    {
      metadata: { name: 'web-1', labels: { app: 'web', 'app.kubernetes.io/part-of': 'shop' } },
      status: { phase: 'Running' },
    },
    { metadata: { name: 'db-1', labels: { app: 'db' } }, status: { phase: 'Pending' } },
  ],
  'pod-count': 2,
};

function select(path: string, env: object = store): unknown {
  return compile('jsonpath', path).evaluate({ ...env });
}

function errorOf(path: string, env: object = store): ExpressionError {
  try {
    select(path, env);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
  }
  throw new Error(`${path} did not fail`);
}

describe('a path of RFC 9535', () => {
  it.each([
    ['$.store.book[*].author', ['Rees', 'Waugh', 'Melville', 'Tolkien']],
    ['$..author', ['Rees', 'Waugh', 'Melville', 'Tolkien']],
    ['$.store..price', [8.95, 12.99, 8.99, 22.99, 399]],
    ['$..book[2].title', ['Moby']],
    ['$..book[2].publisher', []],
    ['$..book[-1].title', ['Rings']],
    ['$..book[0,1].title', ['Sayings', 'Sword']],
    ['$..book[:2].title', ['Sayings', 'Sword']],
    ['$..book[::-2].title', ['Rings', 'Sword']],
    ['$..book[?@.isbn].title', ['Moby', 'Rings']],
    ['$..book[?@.price<10].title', ['Sayings', 'Moby']],
    ['$.store.book[?(@.category == "fiction" && @.price > 10)].title', ['Sword', 'Rings']],
    ['$.store.book[?!@.isbn || @.author == $.store.book[3].author].title', ['Sayings', 'Sword', 'Rings']],
    ['$.store.book[?match(@.author, "[M-T].*")].author', ['Rees', 'Melville', 'Tolkien']],
    ['$.store.book[?search(@.author, "l")].author', ['Melville', 'Tolkien']],
    ['$.store.book[?length(@.title) == 5].title', ['Sword', 'Rings']],
    ['$.store.book[?count(@.*) > 4].title', ['Moby', 'Rings']],
    ['$.store.book[?value(@..isbn) == "0-553-21311-3"].title', ['Moby']],
    ['$.store.book[?@.isbn == @.nothing].title', ['Sayings', 'Sword']],
    ['$.store.book[?match(@.author, "(")].title', []],
    ['$.store.bicycle.color', 'red'],
    ["$['store']['bicycle'][\"color\"]", 'red'],
    ['$.store.nothing', null],
    ['$.store.book[9]', null],
  ])('%s', (path, expected) => {
    expect(select(path)).toEqual(expected);
  });
});

describe('a path as documents have it', () => {
  it.each([
    ['store.bicycle.color', store, 'red'],
    ['.store.bicycle.color', store, 'red'],
    ['@.store.bicycle.color', store, 'red'],
    ['{.items[0].status.phase}', pods, 'Running'],
    ['{.items[?(@.status.phase=="Pending")].metadata.name}', pods, 'db-1'],
    ['{.items[*].metadata.name}', pods, ['web-1', 'db-1']],
    ['$.pod-count', pods, 2],
    ['{.items[0].metadata.labels.app\\.kubernetes\\.io/part-of}', pods, 'shop'],
    ["$.items[?@.metadata.name == 'a.b-c']", pods, []],
  ])('%s', (path, env, expected) => {
    expect(select(path, env)).toEqual(expected);
  });

  it('selects everything by $', () => {
    expect(select('$', { a: 1 })).toEqual({ a: 1 });
  });
});

describe('a path that is wrong', () => {
  it('is refused with its place', () => {
    const [error] = compile('jsonpath', '$.items[?@.a = 1]').errors;
    expect(error).toMatchObject({ code: 'syntax', line: 1 });
    expect(error?.column).toBeGreaterThan(10);
    const wrong = ['$[', '$.a[?', '$[?count(@.a, 1)]', '$[?length(@.*) > 1]', '$.items[(@.length-1)]'];
    expect(wrong.map((path) => errorOf(path).code)).toEqual(wrong.map(() => 'syntax'));
  });

  it('reaches nothing that an object inherits', () => {
    expect(select('$.constructor')).toBeNull();
    expect(select('$.store.__proto__')).toBeNull();
    expect(select('$..constructor')).toEqual([]);
  });
});

describe('a hostile path', () => {
  const wide = { list: Array.from({ length: 3000 }, (_, index) => ({ index })), text: 'a'.repeat(100_000) };
  const nested = (levels: number) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };
  const deep = nested(100_000);

  it.each([
    ['brackets without end', `$${'['.repeat(50_000)}`],
    ['nested filters', `$${'[?@'.repeat(60)}${']'.repeat(60)}`],
    ['steps without end', '$..*..*..*..*..*'],
    ['a filter for each pair', '$.list[?count($.list[?@.index > 0]) > 1]'],
    ['descendants of descendants', `$${'..*'.repeat(40)}`],
    ['many selectors', `$.list[${Array.from({ length: 1000 }, () => '*').join()}]`],
    ['a path of a megabyte', `$${'.a'.repeat(500_000)}`],
    ['a pattern on a long text', '$[?search(@, "(a*)*b")]'],
  ])('%s ends with an error', (_, path) => {
    expect(errorOf(path, { ...wide, deep })).toBeInstanceOf(ExpressionError);
  });

  it('walks data of any depth without the stack', () => {
    expect(errorOf('$..*', { deep })).toMatchObject({ code: 'limit' });
    expect(select('$..nothing', { deep: nested(20_000) })).toEqual([]);
  });
});
