import { describe, expect, it } from 'vitest';
import { type Flag, joinFlags, sortFlags } from './flags.ts';

const row = (name: string, more: Partial<Flag> = {}): Flag => ({
  name,
  value: 'true',
  description: '',
  source: 'db',
  createdBy: null,
  createdAt: null,
  updatedAt: null,
  ...more,
});
const namesOf = (flags: readonly Flag[]) => flags.map(({ name }) => name);

describe('the rows of the flag page', () => {
  const stored = (name: string) => ({
    name,
    value: 'stored',
    description: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    author: { name: 'Ada' },
  });
  const listed = (name: string, source: 'local' | 'db') => ({
    name,
    value: 'listed',
    source,
    type: '',
    description: '',
  });

  it('are the stored ones with their author, and the local ones', () => {
    const flags = joinFlags([stored('a')], [listed('a', 'db'), listed('b', 'local')]);
    expect(flags).toEqual([
      row('b', { value: 'listed', source: 'local' }),
      row('a', {
        value: 'stored',
        createdBy: 'Ada',
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-02T00:00:00Z',
      }),
    ]);
  });

  it('show a local one instead of the stored one of its name', () => {
    const flags = joinFlags([stored('a')], [listed('a', 'local')]);
    expect(flags).toEqual([row('a', { value: 'listed', source: 'local' })]);
  });

  it('sort by any column either way, with what is missing last', () => {
    const flags = [
      row('b', { createdBy: 'Ada' }),
      row('c'),
      row('a', { createdBy: 'Ben' }),
      row('d', { createdBy: 'Ada' }),
    ];
    expect(namesOf(sortFlags(flags, 'name', true))).toEqual(['d', 'c', 'b', 'a']);
    expect(namesOf(sortFlags(flags, 'createdBy', false))).toEqual(['b', 'd', 'a', 'c']);
    expect(namesOf(sortFlags(flags, 'createdBy', true))).toEqual(['a', 'b', 'd', 'c']);
  });
});
