import type { ComponentType } from 'react';

export { useFeatures } from './use-features.ts';

/** Imports the page of the flags when it is first opened. */
export const loadFeatureFlagsPage = (): Promise<ComponentType> =>
  import('./pages/FeatureFlagsPage.tsx').then((file) => file.FeatureFlagsPage);
