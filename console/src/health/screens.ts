import { IconHeartbeat, IconPlus } from '@tabler/icons-react';
import { resourceScreen } from '../app/resources/resource-screen.ts';
import type { RoomScreens } from '../app/screen.ts';
import { watchAction } from './watch-action.ts';

export const screens: RoomScreens = {
  main: [
    {
      order: 200,
      path: '/health',
      title: 'Health',
      icon: IconHeartbeat,
      permission: 'canaries:read',
      feature: 'health',
      load: () => import('./pages/HealthPage.tsx').then((file) => file.HealthPage),
      guide: '/docs/health/guide',
      actions: [{ title: 'Add check', icon: IconPlus, permission: 'canaries:write', search: { add: 'any' } }],
      actionFor: { find: watchAction, icon: IconPlus, permission: 'canaries:write' },
      finder: { title: 'Checks', load: () => import('./find-checks.ts').then((file) => file.findChecks) },
    },
  ],
  settings: [
    resourceScreen(
      {
        path: '/settings/canaries',
        title: 'Canaries',
        icon: IconHeartbeat,
        permission: 'canaries:read',
        feature: 'settings.health',
        guide: '/docs/health/guide',
      },
      () => import('./resources/canaries.tsx').then((file) => file.CANARIES),
    ),
  ],
};
