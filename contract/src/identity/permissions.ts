import type { Permission } from '../operation.ts';
import type { Role } from './roles.ts';

/** Resource areas (specification 1, section 6). */
export const AREAS = [
  'database',
  'rbac',
  'auth',
  'responder',
  'incident',
  'evidences',
  'comments',
  'canaries',
  'topologies',
  'config_scrapers',
  'identities',
  'connections',
  'kratos',
  'agents',
  'feature_flags',
  'logging_backends',
  'integrations',
  'notifications',
  'playbooks',
  'playbook_runs',
] as const;
export type Area = (typeof AREAS)[number];

/** What a role may not read or write, or the only areas that it may write (specification 1, section 6). */
const GUARDED: readonly Area[] = ['rbac', 'identities', 'connections'];
const RESPONSE: readonly Area[] = ['responder', 'incident', 'evidences', 'comments'];

const MATRIX: Readonly<Record<Role, Record<'read' | 'write', (area: Area) => boolean>>> = {
  admin: { read: () => true, write: () => true },
  editor: { read: () => true, write: (area) => !GUARDED.includes(area) },
  commander: { read: (area) => !GUARDED.includes(area), write: (area) => RESPONSE.includes(area) },
  responder: { read: (area) => !GUARDED.includes(area), write: (area) => RESPONSE.includes(area) },
  viewer: { read: (area) => !GUARDED.includes(area), write: () => false },
};

/** Actions that follow no area; the server refuses them, and the console hides their buttons. */
export const ACTIONS = {
  /** "Run Now for a check is shown only to admin, editor, responder and commander" (specification 1, section 6). */
  'check.run': ['admin', 'editor', 'commander', 'responder'],
  /** "Viewers do not see the settings submenu" (specification 1, section 2). */
  'settings.see': ['admin', 'editor', 'commander', 'responder'],
  /** "The silence Delete action needs identities write" (specification 2, section 6), unlike what else is done to silences. */
  'silence.delete': ['admin'],
  /** The menu item of specification 1, section 1; a fresh token that opens the clusters (wire contract 1.24 and 2.12, `kubernetes-proxy`). */
  'kubeconfig.download': ['admin', 'editor'],
  /** The trail holds old and new values of every area, people and their roles included. */
  'audit.read': ['admin'],
  /** Mails hold the codes and links that open accounts. */
  'outbox.read': ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Action = keyof typeof ACTIONS;

/** What decides who reads a table: an area, an action that follows none (such a table is written by nobody), or nothing but being signed in. */
export type Guard = Area | `action:${Action}` | 'everyone';

/** The deployment without authentication reaches these and nothing else (specification 1, section 2). */
export const HEALTH_ONLY_AREAS: readonly Area[] = ['canaries'];

/** Name of that deployment's one role in the database, without prefix. */
export const HEALTH_ONLY_ROLE = 'health_only';

const known = new Map<string, ReadonlySet<Permission>>();

/** Every permission that the roles give together, as the console and the guards of the server read them. */
export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  const held = roles.length === 0 ? (['viewer'] as const) : roles;
  const key = held.join();
  const permissions = known.get(key) ?? permissionsOfAll(held);
  // It is asked at every request.
  if (known.size < MOST_COMBINATIONS) known.set(key, permissions);
  return permissions;
}

/** Of five roles there are 32 sets; in whatever order, no caller can fill memory. */
const MOST_COMBINATIONS = 100;

function permissionsOfAll(held: readonly Role[]): ReadonlySet<Permission> {
  const permissions = new Set<Permission>();
  for (const role of held) {
    for (const area of AREAS) {
      if (MATRIX[role].read(area)) permissions.add(`${area}:read`);
      if (MATRIX[role].write(area)) permissions.add(`${area}:write`);
    }
    for (const [action, allowed] of Object.entries(ACTIONS))
      if ((allowed as readonly Role[]).includes(role)) permissions.add(`action:${action}`);
  }
  return permissions;
}

export function mayRead(role: Role, guard: Guard): boolean {
  return guard === 'everyone' || permissionsOf([role]).has(readPermissionOf(guard));
}

/** What belongs to everyone is read by everyone and written by nobody. */
export function mayWrite(role: Role, guard: Guard): boolean {
  return permissionsOf([role]).has(`${guard}:write`);
}

/** The permission that lets read what is guarded so. */
export function readPermissionOf(guard: Guard): Permission {
  if (guard === 'everyone') return 'signed-in';
  return isAction(guard) ? guard : `${guard}:read`;
}

function isAction(guard: Guard): guard is `action:${Action}` {
  return guard.startsWith('action:');
}
