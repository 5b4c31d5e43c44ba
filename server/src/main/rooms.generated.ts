// Generated from server/src/<room>/room.ts by `npm run generate`; do not edit.
import { room as connections } from '../connections/room.ts';
import { room as expressions } from '../expressions/room.ts';
import { room as features } from '../features/room.ts';
import { room as health } from '../health/room.ts';
import { room as identity } from '../identity/room.ts';
import { room as jobs } from '../jobs/room.ts';
import { room as views } from '../views/room.ts';

/** Every room by its name. */
export const rooms = { connections, expressions, features, health, identity, jobs, views };
