import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    saved_views: { area: 'everyone', owner: 'created_by', writes: { insert: true, update: true } },
  },
  audited: { 'views.saved_views': 'Saved view' },
};
