import { FEATURES, listProperties, type Property } from '@watchroom/contract/features';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { route } from '../platform/http/route.ts';
import type { LocalProperties } from './local.ts';

/** `GET /api/properties`: every property once, by name; a local one hides that of the database. Without sign-in, only features that are off. */
export function registerFeatures(app: FastifyInstance, database: Database, local: LocalProperties): void {
  route(app, listProperties, {}, async ({ caller }) => {
    const stored = await database.query<Property>(
      `select name, value, 'db' as source, coalesce(type, '') as type, coalesce(description, '') as description
       from features.properties where deleted_at is null`,
    );
    const byName = new Map(stored.rows.map((row) => [row.name, row]));
    for (const [name, value] of local.current())
      byName.set(name, { name, value, source: 'local', type: '', description: '' });
    const all = [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return caller.personId === null ? all.filter(isSwitchedOff).map(bare) : all;
  });
}

const SWITCHES: ReadonlySet<string> = new Set(FEATURES.map((feature) => `${feature}.disable`));

/** Without sign-in everybody may ask: they learn which features the console must not show, and no other value. */
function isSwitchedOff({ name, value }: Property): boolean {
  return SWITCHES.has(name) && value === 'true';
}

function bare({ name, value, source }: Property): Property {
  return { name, value, source, type: '', description: '' };
}
