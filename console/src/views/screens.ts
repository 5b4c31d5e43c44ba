import { IconBookmark } from '@tabler/icons-react';
import { resourceScreen } from '../app/resources/resource-screen.ts';
import type { RoomScreens } from '../app/screen.ts';

export const screens: RoomScreens = {
  listMenus: [{ id: 'views', load: () => import('./menu/ViewsMenu.tsx').then((file) => file.ViewsMenu) }],
  settings: [
    resourceScreen(
      {
        path: '/settings/saved-views',
        title: 'Saved views',
        icon: IconBookmark,
        permission: 'action:settings.see',
        guide: '/docs/views/guide',
      },
      () => import('./views.tsx').then((file) => file.SAVED_VIEWS),
    ),
  ],
};
