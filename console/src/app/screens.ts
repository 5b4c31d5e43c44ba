import {
  IconBookmark,
  IconFlag,
  IconHeartbeat,
  IconHistory,
  IconListSearch,
  IconMailForward,
  IconPlus,
  IconStack2,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { loadFeatureFlagsPage } from '../features/index.ts';
import { loadEventQueuePage, loadJobsPage } from '../jobs/index.ts';
import { resourceScreen } from './resources/resource-screen.ts';
import type { Screen } from './screen.ts';

/** The main entries of the sidebar, in order. A screen stands here only when it exists. */
export const MAIN_SCREENS: readonly Screen[] = [
  {
    path: '/health',
    title: 'Health',
    icon: IconHeartbeat,
    permission: 'canaries:read',
    feature: 'health',
    load: () => import('../health/index.ts').then((room) => room.HealthPage),
    guide: '/docs/health/guide',
    actions: [{ title: 'Add check', icon: IconPlus, permission: 'canaries:write', search: { add: 'any' } }],
  },
];

/** The settings submenu; the sidebar sorts it by title. A page is registered by one declaration here. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  resourceScreen(
    {
      path: '/settings/canaries',
      title: 'Canaries',
      icon: IconHeartbeat,
      permission: 'canaries:read',
      feature: 'settings.health',
      actions: [{ title: 'Add health check', icon: IconPlus, permission: 'canaries:write', search: { add: 'any' } }],
    },
    () => import('../health/resources/canaries.tsx').then((file) => file.CANARIES),
  ),
  resourceScreen(
    {
      path: '/settings/teams',
      title: 'Teams',
      icon: IconUsersGroup,
      permission: 'database:read',
      feature: 'settings.teams',
      actions: [{ title: 'Add team', icon: IconPlus, permission: 'database:write', search: { add: 'any' } }],
    },
    () => import('../identity/teams/teams.tsx').then((file) => file.TEAMS),
  ),
  {
    path: '/settings/users',
    title: 'Users',
    icon: IconUsers,
    permission: 'identities:read',
    feature: 'settings.users',
    load: () => import('../identity/users/UsersPage.tsx').then((file) => file.UsersPage),
    actions: [{ title: 'Invite User', icon: IconPlus, permission: 'identities:write', search: { add: 'any' } }],
  },
  {
    path: '/settings/outbox',
    title: 'Outbox',
    icon: IconMailForward,
    permission: 'action:outbox.read',
    load: () => import('../identity/outbox/OutboxPage.tsx').then((file) => file.OutboxPage),
    guide: '/docs/identity/mail',
  },
  {
    path: '/settings/audit-log',
    title: 'Audit log',
    icon: IconListSearch,
    permission: 'action:audit.read',
    load: () => import('../identity/audit/AuditLogPage.tsx').then((file) => file.AuditLogPage),
  },
  resourceScreen(
    {
      path: '/settings/saved-views',
      title: 'Saved views',
      icon: IconBookmark,
      permission: 'action:settings.see',
    },
    () => import('../views/views.tsx').then((file) => file.SAVED_VIEWS),
  ),
  {
    path: '/settings/feature-flags',
    title: 'Feature Flags',
    icon: IconFlag,
    permission: 'feature_flags:read',
    feature: 'settings.feature_flags',
    load: loadFeatureFlagsPage,
    guide: '/docs/features/guide',
    actions: [{ title: 'Add feature flag', icon: IconPlus, permission: 'feature_flags:write', search: { add: 'any' } }],
  },
  {
    path: '/settings/jobs',
    title: 'Jobs History',
    icon: IconHistory,
    permission: 'database:read',
    feature: 'settings.job_history',
    load: loadJobsPage,
  },
  {
    path: '/settings/event-queue-status',
    title: 'Event Queue',
    icon: IconStack2,
    permission: 'database:read',
    feature: 'settings.event_queue_status',
    load: loadEventQueuePage,
    guide: '/docs/jobs/event-queue',
  },
];
