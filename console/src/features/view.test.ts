import { describe, expect, it } from 'vitest';
import { readFlagsView, writeFlagsView } from './view.ts';

describe('the address of the flag page', () => {
  const start = { sortBy: 'name', isDescending: false, flag: undefined, isAdding: false } as const;

  it('is empty for the page as it begins', () => {
    expect(writeFlagsView(start)).toEqual({});
    expect(readFlagsView({})).toEqual(start);
  });

  it('gives back the view that it was made of', () => {
    const view = { sortBy: 'updatedAt', isDescending: true, flag: 'a.b', isAdding: true } as const;
    expect(readFlagsView(writeFlagsView(view))).toEqual(view);
  });

  it('overlooks what nobody can sort by', () => {
    expect(readFlagsView({ sortBy: 'secret', sortOrder: 'sideways' })).toEqual(start);
  });
});
