import { describe, expect, it } from 'vitest';
import { listQueryOf } from './list-query.ts';
import { readView } from './view.ts';

describe('what the list of checks asks', () => {
  it('is another question with every filter, tab, group and order, so that the list starts at the top again', () => {
    const addresses = [
      {},
      { query: 'a' },
      { labels: '{"env=prod":1}' },
      { labels: '{"env=prod":-1}' },
      { groupBy: 'type' },
    ];
    const asked = addresses.map((address) => JSON.stringify(listQueryOf(readView(address))));
    expect(new Set(asked).size).toBe(addresses.length);
  });
});
