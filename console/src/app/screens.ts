import { type Icon, IconFlag, IconHeartbeat, IconHistory, IconPlus, IconStack2 } from '@tabler/icons-react';
import type { Feature } from '@watchroom/contract/features';
import type { Permission } from '@watchroom/contract/operation';
import type { ComponentType } from 'react';
import { loadFeatureFlagsPage } from '../features/index.ts';

/** A screen of the console: its route, its entry in the sidebar and its line in the palette come from this alone. */
export interface Screen {
  readonly path: `/${string}`;
  /** As in the sidebar, in the breadcrumb and in the palette. */
  readonly title: string;
  readonly icon: Icon;
  /** Who lacks it sees no entry, and "Unauthorized" at the address. */
  readonly permission: Permission;
  /** While it is switched off there is no entry, and the address is not found. */
  readonly feature?: Feature;
  /** Imports the page when it is first opened. */
  readonly load: () => Promise<ComponentType>;
  /** Imports the page of one item, at `{path}/$id`. */
  readonly loadItem?: () => Promise<ComponentType>;
  /** What the palette offers to do there. */
  readonly actions?: readonly ScreenAction[];
}

/** An action that an address of the screen opens. */
export interface ScreenAction {
  readonly title: string;
  readonly icon: Icon;
  readonly permission: Permission;
  /** Added to the address of the screen. */
  readonly search: Readonly<Record<string, string>>;
}

/** The main entries of the sidebar, in order. A screen stands here only when it exists. */
export const MAIN_SCREENS: readonly Screen[] = [
  {
    path: '/health',
    title: 'Health',
    icon: IconHeartbeat,
    permission: 'canaries:read',
    feature: 'health',
    load: () => import('../health/index.ts').then((room) => room.HealthPage),
    actions: [{ title: 'Add check', icon: IconPlus, permission: 'canaries:write', search: { add: 'any' } }],
  },
];

/** The settings submenu; the sidebar sorts it by title. A page is registered by one declaration here. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  {
    path: '/settings/feature-flags',
    title: 'Feature Flags',
    icon: IconFlag,
    permission: 'feature_flags:read',
    feature: 'settings.feature_flags',
    load: loadFeatureFlagsPage,
    actions: [{ title: 'Add feature flag', icon: IconPlus, permission: 'feature_flags:write', search: { add: 'any' } }],
  },
  {
    path: '/settings/jobs',
    title: 'Jobs History',
    icon: IconHistory,
    permission: 'database:read',
    feature: 'settings.job_history',
    load: () => import('../jobs/index.ts').then((room) => room.JobsPage),
  },
  {
    path: '/settings/event-queue-status',
    title: 'Event Queue',
    icon: IconStack2,
    permission: 'database:read',
    feature: 'settings.event_queue_status',
    load: () => import('../jobs/index.ts').then((room) => room.EventQueuePage),
  },
];
