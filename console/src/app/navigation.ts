import { IconHeartbeat } from '@tabler/icons-react';

/** The main entries of the sidebar, in order. An entry stands here only when its screen exists. */
export const NAVIGATION = [
  { path: '/health', title: 'Health', icon: IconHeartbeat, permission: 'canaries:read' },
] as const;
