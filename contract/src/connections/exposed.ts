import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    connections: { area: 'connections', writes: { insert: true, update: true } },
    connection_details: { area: 'connections' },
    connections_list: { area: 'everyone' },
  },
  audited: { 'connections.connections': 'Connection' },
};
