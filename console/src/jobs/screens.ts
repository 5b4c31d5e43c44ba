import { IconHistory, IconStack2 } from '@tabler/icons-react';
import type { RoomScreens } from '../app/screen.ts';

export const screens: RoomScreens = {
  redirects: [{ path: '/settings', to: '/settings/event-queue-status' }],
  resourceTabs: [
    {
      id: 'history',
      title: 'Job History',
      load: () => import('./components/runs.tsx').then((file) => file.ResourceRuns),
    },
  ],
  settings: [
    {
      path: '/settings/jobs',
      title: 'Jobs History',
      icon: IconHistory,
      permission: 'database:read',
      feature: 'settings.job_history',
      load: () => import('./pages/JobsPage.tsx').then((file) => file.JobsPage),
      guide: '/docs/jobs/guide',
    },
    {
      path: '/settings/event-queue-status',
      title: 'Event Queue',
      icon: IconStack2,
      permission: 'database:read',
      feature: 'settings.event_queue_status',
      load: () => import('./pages/EventQueuePage.tsx').then((file) => file.EventQueuePage),
      guide: '/docs/jobs/event-queue',
    },
  ],
};
