/** The rooms of the house: the nouns that bear the same name on every floor. A tool checks that no floor spells one otherwise. */
export const ROOMS = [
  'health',
  'catalog',
  'topology',
  'incidents',
  'notifications',
  'playbooks',
  'agents',
  'connections',
  'identity',
  'logs',
  'jobs',
  'features',
  'integrations',
  'views',
] as const;

export type Room = (typeof ROOMS)[number];
