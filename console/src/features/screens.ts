import { IconFlag, IconPlus } from '@tabler/icons-react';
import type { RoomScreens } from '../app/screen.ts';
import { useFeatures } from './use-features.ts';

export const screens: RoomScreens = {
  useFeatures,
  settings: [
    {
      path: '/settings/feature-flags',
      title: 'Feature Flags',
      icon: IconFlag,
      permission: 'feature_flags:read',
      feature: 'settings.feature_flags',
      load: () => import('./pages/FeatureFlagsPage.tsx').then((file) => file.FeatureFlagsPage),
      guide: '/docs/features/guide',
      actions: [
        { title: 'Add feature flag', icon: IconPlus, permission: 'feature_flags:write', search: { add: 'any' } },
      ],
    },
  ],
};
