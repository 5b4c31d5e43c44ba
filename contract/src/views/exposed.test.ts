import { describe, expect, it } from 'vitest';
import { ROLES } from '../identity/index.ts';
import { EXPOSED_TABLES, mayUseTable } from '../rooms/index.ts';

describe('saved views', () => {
  it('are read and written by every role, since the database keeps the rows of others', () => {
    const { saved_views } = EXPOSED_TABLES;
    for (const access of ['read', 'write'] as const)
      expect(ROLES.filter((role) => saved_views && mayUseTable(role, saved_views, access))).toEqual(ROLES);
  });
});
