import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { resourceScreen } from '../app/resources/resource-screen.ts';
import type { RoomScreens } from '../app/screen.ts';

export const screens: RoomScreens = {
  settings: [
    resourceScreen(
      {
        path: '/settings/connections',
        title: 'Connections',
        icon: IconPlugConnected,
        permission: 'connections:read',
        feature: 'settings.connections',
        guide: '/docs/connections/guide',
        actions: [{ title: 'Add connection', icon: IconPlus, permission: 'connections:write', search: { add: 'any' } }],
      },
      () => import('./resource.tsx').then((file) => file.CONNECTIONS),
    ),
  ],
};
