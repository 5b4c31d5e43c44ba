import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    properties: { area: 'feature_flags', writes: { insert: true, update: true, delete: true } },
  },
  audited: { 'features.properties': 'Feature flag' },
};
