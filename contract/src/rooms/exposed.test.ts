import { describe, expect, it } from 'vitest';
import { mayRead } from '../identity/permissions.ts';
import { type Role, ROLES } from '../identity/roles.ts';
import { EXPOSED_TABLES, type ExposedTable, mayCall, mayUseTable } from './index.ts';

const writers = (table: ExposedTable) => ROLES.filter((role) => mayUseTable(role, table, 'write'));
const who = (name: string, access: 'read' | 'write'): readonly Role[] => {
  const table = EXPOSED_TABLES[name];
  return table === undefined ? [] : ROLES.filter((role) => mayUseTable(role, table, access));
};

describe('an exposed table', () => {
  it('is written by those who may write its area, if it takes writes', () => {
    expect(writers({ area: 'canaries', writes: { insert: true } })).toEqual(['admin', 'editor']);
    expect(writers({ area: 'canaries' })).toEqual([]);
    expect(writers({ area: 'everyone', writes: { insert: true } })).toEqual([]);
  });

  it('under an action is read by those who may do it, and written by nobody', () => {
    const audit: ExposedTable = { area: 'action:audit.read', writes: { insert: true } };
    expect(ROLES.filter((role) => mayUseTable(role, audit, 'read'))).toEqual(['admin']);
    expect(writers(audit)).toEqual([]);
  });

  it('with an owner is written by every role', () => {
    expect(writers({ area: 'everyone', writes: { insert: true }, owner: 'person_id' })).toEqual(ROLES);
  });

  it.each(['canaries_with_status', 'teams_with_status', 'job_history_latest_status'])(
    'that only shows is read by every role and written by nobody: %s',
    (name) => {
      expect(who(name, 'read')).toEqual(ROLES);
      expect(who(name, 'write')).toEqual([]);
    },
  );

  it.each(['teams', 'team_members'])('of teams is read by every role and written by two: %s', (name) => {
    expect(who(name, 'read')).toEqual(ROLES);
    expect(who(name, 'write')).toEqual(['admin', 'editor']);
  });

  it('keeps connections from a viewer', () => {
    for (const role of ROLES) expect(mayRead(role, 'canaries')).toBe(true);
    expect(mayRead('viewer', 'connections')).toBe(false);
  });
});

describe('an exposed function', () => {
  it('follows an area too', () => {
    const callers = (access: 'read' | 'write') =>
      ROLES.filter((role) => mayCall(role, { signature: 'f()', area: 'incident', access }));
    expect(callers('read')).toEqual(ROLES);
    expect(callers('write')).toEqual(['admin', 'editor', 'commander', 'responder']);
  });
});
