import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    agents: { area: 'agents', writes: { update: ['properties', 'deleted_at', 'cleanup'] } },
  },
  audited: { 'agents.agents': 'Agent' },
};
