import { listProperties, type Property } from '@watchroom/contract/features';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { route } from '../platform/http/route.ts';
import type { LocalProperties } from './local.ts';

/** `GET /api/properties`: every property once, by name; a local one hides that of the database. */
export function registerFeatures(app: FastifyInstance, database: Database, local: LocalProperties): void {
  route(app, listProperties, {}, async () => {
    const stored = await database.query<Property>(
      `select name, value, 'db' as source, coalesce(type, '') as type, coalesce(description, '') as description
       from features.properties where deleted_at is null`,
    );
    const byName = new Map(stored.rows.map((row) => [row.name, row]));
    for (const [name, value] of local.current())
      byName.set(name, { name, value, source: 'local', type: '', description: '' });
    return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  });
}
