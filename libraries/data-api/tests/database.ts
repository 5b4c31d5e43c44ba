import { inject } from 'vitest';
import { createDatabaseOn, type OwnDatabase } from './own-database.ts';

export type { OwnDatabase } from './own-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; superuser: string };
  }
}

/** An empty database of one's own on the cluster of the test run; see {@link createDatabaseOn}. */
export function createDatabase(roles: readonly string[]): Promise<OwnDatabase> {
  return createDatabaseOn(inject('cluster'), roles);
}
