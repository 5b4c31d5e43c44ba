// Generated from contract/src/<room>/ and database/migrations/ by `npm run generate`; do not edit.
/** The rooms: each has the same name on every floor. Those that were removed are among them while a migration has them. */
export const ROOMS = ['agents', 'connections', 'expressions', 'features', 'health', 'identity', 'jobs', 'views'] as const;
