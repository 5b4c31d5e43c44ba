import { describe, expect, it } from 'vitest';
import { EXPOSED_TABLES, mayUseTable } from './exposed.ts';
import { type Role, ROLES } from './roles.ts';

const who = (name: string, access: 'read' | 'write'): readonly Role[] => {
  const table = EXPOSED_TABLES[name];
  return table === undefined ? [] : ROLES.filter((role) => mayUseTable(role, table, access));
};

describe('an exposed table', () => {
  it.each(['teams', 'team_members'])('of teams is read by every role and written by two: %s', (name) => {
    expect(who(name, 'read')).toEqual(ROLES);
    expect(who(name, 'write')).toEqual(['admin', 'editor']);
  });

  it('under an action is read by those who may do it, and written by nobody', () => {
    expect(who('audit_log', 'read')).toEqual(['admin']);
    expect(
      ROLES.filter((role) => mayUseTable(role, { area: 'action:audit.read', writes: { insert: true } }, 'write')),
    ).toEqual([]);
  });

  it('with an owner is written by every role', () => {
    expect(who('saved_views', 'read')).toEqual(ROLES);
    expect(who('saved_views', 'write')).toEqual(ROLES);
  });

  it.each(['canaries_with_status', 'teams_with_status', 'job_history_latest_status'])(
    'that only shows is written by nobody: %s',
    (name) => {
      expect(who(name, 'read')).toEqual(ROLES);
      expect(who(name, 'write')).toEqual([]);
    },
  );
});
