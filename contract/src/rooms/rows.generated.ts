// Generated from contract/src/<room>/rows.generated.ts by `npm run generate`; do not edit.
import { type Database as Agents, tablesBehind as agents } from '../agents/rows.generated.ts';
import { type Database as Connections, tablesBehind as connections } from '../connections/rows.generated.ts';
import { type Database as Features, tablesBehind as features } from '../features/rows.generated.ts';
import { type Database as Health, tablesBehind as health } from '../health/rows.generated.ts';
import { type Database as Identity, tablesBehind as identity } from '../identity/rows.generated.ts';
import { type Database as Jobs, tablesBehind as jobs } from '../jobs/rows.generated.ts';
import { type Database as Views, tablesBehind as views } from '../views/rows.generated.ts';

export type { Json } from '../agents/rows.generated.ts';

export type Database = {
  api: {
    Tables: Agents['api']['Tables'] & Connections['api']['Tables'] & Features['api']['Tables'] & Health['api']['Tables'] & Identity['api']['Tables'] & Jobs['api']['Tables'] & Views['api']['Tables'];
    Views: Agents['api']['Views'] & Connections['api']['Views'] & Features['api']['Views'] & Health['api']['Views'] & Identity['api']['Views'] & Jobs['api']['Views'] & Views['api']['Views'];
    Functions: Agents['api']['Functions'] & Connections['api']['Functions'] & Features['api']['Functions'] & Health['api']['Functions'] & Identity['api']['Functions'] & Jobs['api']['Functions'] & Views['api']['Functions'];
    Enums: Agents['api']['Enums'] & Connections['api']['Enums'] & Features['api']['Enums'] & Health['api']['Enums'] & Identity['api']['Enums'] & Jobs['api']['Enums'] & Views['api']['Enums'];
    CompositeTypes: Agents['api']['CompositeTypes'] & Connections['api']['CompositeTypes'] & Features['api']['CompositeTypes'] & Health['api']['CompositeTypes'] & Identity['api']['CompositeTypes'] & Jobs['api']['CompositeTypes'] & Views['api']['CompositeTypes'];
  };
};

/** A row of an exposed view. */
export type Row<Name extends keyof Database['api']['Views']> = Database['api']['Views'][Name]['Row'];

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const TABLES_BEHIND = { ...agents, ...connections, ...features, ...health, ...identity, ...jobs, ...views };
