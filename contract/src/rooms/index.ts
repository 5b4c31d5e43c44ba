import type { Exposed } from './exposed.ts';
import { exposedByRoom } from './exposed.generated.ts';
import { mergeExposed } from './merge-exposed.ts';

export {
  type Exposed,
  type ExposedFunction,
  type ExposedTable,
  mayCall,
  mayUseTable,
  SERVER_SET,
} from './exposed.ts';
export { ROOMS } from './names.generated.ts';

/** What each room exposes, by its name. */
export const EXPOSED_BY_ROOM: Readonly<Record<string, Exposed>> = exposedByRoom;

const exposed: Required<Exposed> = mergeExposed(EXPOSED_BY_ROOM);

/** Every exposed table and view; what is not named here is granted to nobody. */
export const EXPOSED_TABLES = exposed.tables;

/** Tables that no view shows; a change of one is told to the callers whom its guard admits. */
export const HEARD_TABLES = exposed.heard;

/** Audited table, as `schema.table` → what people call one of its rows. */
export const AUDITED_TABLES = exposed.audited;

/** Every exposed function; a caller may execute no other. */
export const EXPOSED_FUNCTIONS = exposed.functions;
