import { describe, expect, it } from 'vitest';
import { ACTIONS, AREAS, permissionsOf } from './index.ts';

describe('the permission matrix', () => {
  it('lets admin write everything and editor all but people, roles and connections', () => {
    const admin = permissionsOf(['admin']);
    const editor = permissionsOf(['editor']);
    for (const area of AREAS) {
      expect(admin).toContain(`${area}:write`);
      expect(editor).toContain(`${area}:read`);
      expect(editor.has(`${area}:write`)).toBe(!['connections', 'identities', 'rbac'].includes(area));
    }
  });

  it.each(['commander', 'responder'] as const)(
    'lets %s write what an incident is made of, and nothing else',
    (role) => {
      const writes = AREAS.filter((area) => permissionsOf([role]).has(`${area}:write`));
      expect(writes).toEqual(['responder', 'incident', 'evidences', 'comments']);
    },
  );

  it('takes a person without a role for a viewer, who writes nothing and runs nothing', () => {
    const nobody = permissionsOf([]);
    expect(nobody).toEqual(permissionsOf(['viewer']));
    expect([...nobody].filter((permission) => !permission.endsWith(':read'))).toEqual([]);
    for (const area of ['rbac', 'identities', 'connections'])
      expect(nobody.has(`${area}:read` as 'rbac:read')).toBe(false);
  });

  it('adds up the roles of a person', () => {
    expect(permissionsOf(['viewer', 'responder'])).toContain('action:check.run');
  });

  it('gives every action to somebody and none to a viewer', () => {
    for (const roles of Object.values<readonly string[]>(ACTIONS)) {
      expect(roles).toContain('admin');
      expect(roles).not.toContain('viewer');
    }
    expect(permissionsOf(['editor'])).not.toContain('action:silence.delete');
    expect(permissionsOf(['commander'])).toContain('action:settings.see');
  });
});
