import { describe, expect, it } from 'vitest';
import { type Flag, joinFlags } from './flags.ts';

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
    created_by: null,
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
});
