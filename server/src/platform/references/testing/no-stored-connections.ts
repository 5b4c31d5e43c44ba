import { type Connections, UnusableConnection } from '../connection.ts';
import { connectionAt } from '../connection-reference.ts';

/** Finds addresses and nothing else, as where no connection is stored. */
export const noStoredConnections: Connections = {
  async find(reference) {
    const found = connectionAt(reference);
    if (!found) throw new UnusableConnection(`There is no connection ${reference}`);
    return found;
  },
};
