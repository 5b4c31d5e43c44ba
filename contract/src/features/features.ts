/** What can be switched off (specification 1, section 6). */
export const FEATURES = [
  'topology',
  'health',
  'incidents',
  'config',
  'logs',
  'playbooks',
  'agents',
  'settings.connections',
  'settings.users',
  'settings.teams',
  'settings.rules',
  'settings.config_scraper',
  'settings.topology',
  'settings.health',
  'settings.job_history',
  'settings.feature_flags',
  'settings.logging_backends',
  'settings.event_queue_status',
  'settings.organization_profile',
  'settings.notifications',
  'settings.playbooks',
  'settings.integrations',
] as const;
export type Feature = (typeof FEATURES)[number];

/** A feature is off when its parent is. */
const PARENTS: Readonly<Partial<Record<Feature, Feature>>> = {
  'settings.config_scraper': 'config',
  'settings.topology': 'topology',
  'settings.health': 'health',
  'settings.job_history': 'health',
};

/** Whether `{feature}.disable` is `true`, for the feature or for its parent. */
export function isDisabled(
  properties: readonly { readonly name: string; readonly value: string }[],
  feature: Feature,
): boolean {
  const parent = PARENTS[feature];
  const names = [`${feature}.disable`, ...(parent ? [`${parent}.disable`] : [])];
  return properties.some(({ name, value }) => value === 'true' && names.includes(name));
}
