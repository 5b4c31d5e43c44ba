import { IconMathFunction } from '@tabler/icons-react';
import type { RoomScreens } from '../app/screen.ts';

export const screens: RoomScreens = {
  settings: [
    {
      path: '/settings/expressions',
      title: 'Expressions',
      icon: IconMathFunction,
      permission: 'action:settings.see',
      load: () => import('./pages/ExpressionsPage.tsx').then((file) => file.ExpressionsPage),
      guide: '/docs/expressions/guide',
    },
  ],
};
