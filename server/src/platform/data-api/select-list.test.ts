import { describe, expect, it } from 'vitest';
import { findEmbed, namesOf, readList, writeList } from './select-list.ts';

const mend = (text: string): string | undefined => {
  const items = readList(text);
  return items && writeList(items);
};

describe('a list', () => {
  it.each([
    '*', 'id,name', 'a:b(c,d(e)),f', 'b!b_id_fkey!inner(id)', '...b(c)', 'b()', 'count()', 'n:amount.sum()::int,x',
    'labels->>a/b.c', '"a,b(",c', '"a\\"),",c', 'a:"x y"(z)',
  ])('%s is written as it was read', (text) => expect(mend(text)).toBe(text)); // biome-ignore format: a list

  it.each([
    ['', ''],
    [' id , name ', 'id,name'],
    ['a( id, name ), b', 'a(id,name),b'],
    ['id,id,name', 'id,name'],
    ['a(id,id),a(id)', 'a(id)'],
    ['*,a(id))', '*,a(id)'],
    ['a(id))) ) ', 'a(id)'],
  ])('%s is mended to %s', (given, mended) => expect(mend(given)).toBe(mended));

  it.each(['a(id', 'a(id))x', 'a),b', 'a()b()', 'a("b)'])('%s does not nest', (text) => {
    expect(readList(text)).toBeUndefined();
  });

  it.each(['a,,b', 'a,', ',a', 'a(,b)'])('%s keeps its empty items, which the dialect refuses', (text) =>
    expect(mend(text)).toBe(text),
  );

  it('that nests deeper than any request is left alone', () => {
    expect(readList('a('.repeat(30_000))).toBeUndefined();
    expect(readList(`${'a('.repeat(30_000)}${')'.repeat(30_000)}`)).toBeUndefined();
  });
});

describe('an embed', () => {
  it('is found by its alias, else by its relation, and is no column of that name', () => {
    const items = readList('b,x:b!hint!inner(c),...d!left(e),"f g":h(i)') ?? [];
    expect(items.filter((item) => item.items).map(namesOf)).toEqual([
      { relation: 'b', key: 'x' },
      { relation: 'd', key: 'd' },
      { relation: 'h', key: 'f g' },
    ]);
    expect(findEmbed(items, 'x')).toBe(items[1]);
    expect(findEmbed(items, '"d"')).toBe(items[2]);
    expect(findEmbed(items, '"f g"')).toBe(items[3]);
    for (const other of ['b', 'hint', 'h', 'c']) expect(findEmbed(items, other)).toBeUndefined();
  });
});
