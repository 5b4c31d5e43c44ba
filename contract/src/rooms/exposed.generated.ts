// Generated from contract/src/<room>/exposed.ts by `npm run generate`; do not edit.
import { exposed as agents } from '../agents/exposed.ts';
import { exposed as connections } from '../connections/exposed.ts';
import { exposed as features } from '../features/exposed.ts';
import { exposed as health } from '../health/exposed.ts';
import { exposed as identity } from '../identity/exposed.ts';
import { exposed as jobs } from '../jobs/exposed.ts';
import { exposed as views } from '../views/exposed.ts';

/** What each room exposes, by its name. */
export const exposedByRoom = { agents, connections, features, health, identity, jobs, views };
