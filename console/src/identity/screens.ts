import { IconListSearch, IconMailForward, IconPlus, IconUser, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { resourceScreen } from '../app/resources/resource-screen.ts';
import type { RoomScreens } from '../app/screen.ts';
import { endSession } from './flows/client.ts';

export const screens: RoomScreens = {
  endSession,
  pages: [
    {
      path: '/profile-settings',
      load: () => import('./pages/ProfilePage.tsx').then((file) => file.ProfilePage),
    },
    {
      path: '/setup',
      isBare: true,
      load: () => import('./pages/SetupPage.tsx').then((file) => file.SetupPage),
    },
  ],
  account: [{ path: '/profile-settings', title: 'Your Profile', icon: IconUser }],
  settings: [
    resourceScreen(
      {
        path: '/settings/teams',
        title: 'Teams',
        icon: IconUsersGroup,
        permission: 'database:read',
        feature: 'settings.teams',
        guide: '/docs/identity/teams',
        actions: [{ title: 'Add team', icon: IconPlus, permission: 'database:write', search: { add: 'any' } }],
      },
      () => import('./teams/teams.tsx').then((file) => file.TEAMS),
    ),
    {
      path: '/settings/users',
      title: 'Users',
      icon: IconUsers,
      permission: 'identities:read',
      feature: 'settings.users',
      load: () => import('./users/UsersPage.tsx').then((file) => file.UsersPage),
      guide: '/docs/identity/guide',
      actions: [{ title: 'Invite User', icon: IconPlus, permission: 'identities:write', search: { add: 'any' } }],
    },
    {
      path: '/settings/outbox',
      title: 'Outbox',
      icon: IconMailForward,
      permission: 'action:outbox.read',
      load: () => import('./outbox/OutboxPage.tsx').then((file) => file.OutboxPage),
      guide: '/docs/identity/mail',
    },
    {
      path: '/settings/audit-log',
      title: 'Audit log',
      icon: IconListSearch,
      permission: 'action:audit.read',
      load: () => import('./audit/AuditLogPage.tsx').then((file) => file.AuditLogPage),
      guide: '/docs/identity/audit-log',
    },
  ],
};
