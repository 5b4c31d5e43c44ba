import { HEALTH_ONLY_AREAS, HEALTH_ONLY_ROLE, type Role, ROLES } from '@watchroom/contract/identity';
import {
  EXPOSED_FUNCTIONS,
  EXPOSED_TABLES,
  type ExposedTable,
  mayCall,
  mayUseTable,
  SERVER_SET,
} from '@watchroom/contract/rooms';

/** Product roles as the database knows them, without prefix: those of the permission matrix, nobody, and the health-only deployment. */
export const DATABASE_ROLES: readonly string[] = [...ROLES, 'anonymous', HEALTH_ONLY_ROLE];

/** Grants on the schema `api`, derived from the permission matrix. What the matrix does not name is granted to nobody. */
export function apiGrants(): string[] {
  const isOpen = ({ area }: ExposedTable) => HEALTH_ONLY_AREAS.some((open) => open === area);
  return [
    'revoke execute on all functions in schema api from public',
    ...ROLES.flatMap(roleGrants),
    ...grantsTo(HEALTH_ONLY_ROLE, [usage, ...rights(isOpen, () => ['select'])]),
  ];
}

const usage = 'usage on schema api';

function roleGrants(role: Role): string[] {
  const tables = Object.values(EXPOSED_TABLES).filter((table) => mayUseTable(role, table, 'write'));
  return grantsTo(role, [
    usage,
    ...rights(
      (table) => mayUseTable(role, table, 'read'),
      () => ['select'],
    ),
    ...rights((table) => mayUseTable(role, table, 'write'), writesTo),
    // A column's default is computed by whoever inserts; without the schema he cannot name the function himself.
    ...(tables.some(({ writes }) => writes?.insert) ? ['execute on function platform.new_id()'] : []),
    ...EXPOSED_FUNCTIONS.filter((one) => mayCall(role, one)).map(
      ({ signature }) => `execute on function api.${signature}`,
    ),
  ]);
}

function rights(isMeant: (table: ExposedTable) => boolean, rightsTo: (table: ExposedTable) => string[]): string[] {
  return Object.entries(EXPOSED_TABLES).flatMap(([name, table]) =>
    isMeant(table) ? rightsTo(table).map((right) => `${right} on api.${name}`) : [],
  );
}

function writesTo({ writes = {} }: ExposedTable): string[] {
  const { insert, update, delete: remove } = writes;
  return [
    ...(insert ? ['insert'] : []),
    ...(update === true ? ['update'] : update ? [`update (${[...SERVER_SET, ...update].join(', ')})`] : []),
    ...(remove ? ['delete'] : []),
  ];
}

function grantsTo(role: string, what: readonly string[]): string[] {
  return what.map((right) => `grant ${right} to {{prefix}}${role}`);
}
