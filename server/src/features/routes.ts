import { FEATURES, listProperties, type Property } from '@watchroom/contract/features';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { route } from '../platform/http/route.ts';
import type { LocalProperties } from './local.ts';

/** `GET /api/properties`: every property once, by name; a local one hides that of the database. Without sign-in, only features that are off. */
export function registerFeatures(app: FastifyInstance, database: Database, local: LocalProperties): void {
  route(app, listProperties, {}, async ({ caller }) => {
    const stored = await database.query<Property>(
      `select f.name, f.value, 'db' as source, coalesce(f.type, '') as type, coalesce(f.description, '') as description,
         case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'avatar', p.avatar) end as created_by
       from features.properties f left join identity.people p on p.id = f.created_by
       where f.deleted_at is null`,
    );
    const byName = new Map(stored.rows.map((row) => [row.name, row]));
    for (const [name, value] of local.current()) byName.set(name, bare({ name, value, source: 'local' }));
    const all = [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return caller.personId === null ? all.filter(isSwitchedOff).map(bare) : all;
  });
}

const SWITCHES: ReadonlySet<string> = new Set(FEATURES.map((feature) => `${feature}.disable`));

/** Without sign-in everybody may ask: they learn which features the console must not show, and no other value. */
function isSwitchedOff({ name, value }: Property): boolean {
  return SWITCHES.has(name) && value === 'true';
}

function bare({ name, value, source }: Pick<Property, 'name' | 'value' | 'source'>): Property {
  return { name, value, source, type: '', description: '', created_by: null };
}
