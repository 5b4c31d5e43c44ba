import { HEALTH_ONLY_AREAS, mayRead, ROLES, TABLE_AREAS } from '@watchroom/contract/identity';

/** The role of the deployment without authentication. */
export const HEALTH_ONLY_ROLE = 'health_only';

/** Product roles as the database knows them, without prefix: those of the permission matrix, nobody, and the health-only deployment. */
export const DATABASE_ROLES: readonly string[] = [...ROLES, 'anonymous', HEALTH_ONLY_ROLE];

/** Grants on the schema `api`, derived from the permission matrix. A table that the matrix does not name is granted to nobody. */
export function apiGrants(): string[] {
  const readers: Readonly<Record<string, (table: string) => boolean>> = {
    ...Object.fromEntries(ROLES.map((role) => [role, (table: string) => mayReadTable(role, table)])),
    [HEALTH_ONLY_ROLE]: (table) => HEALTH_ONLY_AREAS.some((area) => area === TABLE_AREAS[table]),
  };
  return Object.entries(readers).flatMap(([role, reads]) => {
    const tables = Object.keys(TABLE_AREAS).filter(reads);
    return [
      `grant usage on schema api to {{prefix}}${role}`,
      ...tables.map((table) => `grant select on api.${table} to {{prefix}}${role}`),
    ];
  });
}

function mayReadTable(role: (typeof ROLES)[number], table: string): boolean {
  const area = TABLE_AREAS[table];
  return area !== undefined && mayRead(role, area);
}
