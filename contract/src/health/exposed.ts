import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    canaries: { area: 'canaries', writes: { insert: true, update: true } },
    canaries_with_status: { area: 'canaries' },
    checks: { area: 'canaries' },
    check_statuses: { area: 'canaries' },
    check_statuses_5m: { area: 'canaries' },
    check_statuses_1h: { area: 'canaries' },
    check_statuses_1d: { area: 'canaries' },
    check_names: { area: 'canaries' },
    check_labels: { area: 'canaries' },
    check_list: { area: 'canaries' },
  },
  audited: { 'health.canaries': 'Canary' },
};
