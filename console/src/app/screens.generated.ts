// Generated from console/src/<room>/screens.ts by `npm run generate`; do not edit.
import { screens as connections } from '../connections/screens.ts';
import { screens as expressions } from '../expressions/screens.ts';
import { screens as features } from '../features/screens.ts';
import { screens as health } from '../health/screens.ts';
import { screens as identity } from '../identity/screens.ts';
import { screens as jobs } from '../jobs/screens.ts';
import { screens as views } from '../views/screens.ts';

/** What each room adds to the console. */
export const roomScreens = [connections, expressions, features, health, identity, jobs, views];
