import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXPOSED_BY_ROOM } from '@watchroom/contract/rooms';
import { generateTypes, loadSchema, type Schema } from '@watchroom/data-api';
import { readCommand } from '../src/main/config.ts';
import { DATABASE_FOLDER } from '../src/main/folders.ts';
import { apiGrants } from '../src/main/grants.ts';
import { deriveKeys } from '../src/main/keys.ts';
import { openConfiguredDatabase } from '../src/main/open-database.ts';
import type { Database, Queryable } from '../src/platform/database/database.ts';
import { describeSchema, schemasOf } from '../src/platform/database/describe-schema.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { silentLog } from './silent-log.ts';

interface SchemaFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly content: string;
}

/** Every file that follows from the schema of the database, from an empty embedded database in memory. */
export async function makeSchemaFiles(): Promise<readonly SchemaFile[]> {
  const data = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-schema-'));
  try {
    const { config } = readCommand(['--data', data], {});
    const opened = await openConfiguredDatabase(config, deriveKeys(Buffer.alloc(32)), silentLog);
    try {
      await migrate(opened.database, { folder: DATABASE_FOLDER, grants: apiGrants() });
      return await schemaFilesOf(opened.database);
    } finally {
      await opened.close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

/** Every file that follows from the schema of a migrated database: per room, the golden dump and the types of the exposed rows. */
export async function schemaFilesOf(database: Database): Promise<readonly SchemaFile[]> {
  const schema = await loadSchema(database.pool, { schemas: ['api'], version: 1 });
  const rooms = roomsByObject(schema);
  const behind = await tablesBehindViews(database);
  const files: SchemaFile[] = [];
  for (const [room, objects] of rooms)
    files.push({ path: `contract/src/${room}/rows.generated.ts`, content: rowsFile(schema, objects, behind) });
  for (const name of await schemasOf(database)) {
    if (name === 'api' || name === 'public') continue;
    const exposed = rooms.get(name);
    const parts =
      name === 'platform'
        ? [{ schema: 'platform' }, { schema: 'public' }, { schema: 'api', objects: [] }]
        : [{ schema: name }, ...(exposed ? [{ schema: 'api', objects: exposed }] : [])];
    files.push({ path: `database/schema/${name}.sql`, content: await describeSchema(database, parts) });
  }
  return files;
}

/**
 * Room → names of the views and functions of the schema `api` that it exposes, sorted. Rooms that expose none are left out.
 * @throws Error for a view or function that no room exposes.
 */
function roomsByObject(schema: Schema): ReadonlyMap<string, readonly string[]> {
  const roomOf = new Map<string, string>();
  for (const [room, { tables = {}, functions = [] }] of Object.entries(EXPOSED_BY_ROOM))
    for (const name of [...Object.keys(tables), ...functions.map(({ signature }) => signature.split('(', 1)[0] ?? '')])
      roomOf.set(name, room);
  const rooms = new Map<string, string[]>();
  const names = [...schema.relationsOf('api'), ...schema.functionsOf('api')].map(({ name }) => name);
  for (const name of [...new Set(names)].toSorted()) {
    const room = roomOf.get(name);
    if (room === undefined)
      throw new Error(
        `No room exposes api.${name}. Name it in contract/src/<room>/exposed.ts of the room that it belongs to.`,
      );
    rooms.set(room, [...(rooms.get(room) ?? []), name]);
  }
  return rooms;
}

const HEADER = '// Generated from the schema `api` of the database by `npm run generate`; do not edit.';

function rowsFile(schema: Schema, objects: readonly string[], behind: ReadonlyMap<string, readonly string[]>): string {
  const exposed = new Set(schema.relationsOf('api').map(({ name }) => name));
  const announced = objects
    .filter((name) => exposed.has(name))
    .map((name) => {
      const tables = (behind.get(name) ?? []).filter((table) => exposed.has(table));
      return `  ${name}: [${(tables.length > 0 ? tables : [name]).map((table) => `'${table}'`).join(', ')}],`;
    });
  return `${generateTypes(schema, { header: HEADER, includes: (name) => objects.includes(name) })}
/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const tablesBehind = {
${announced.join('\n')}
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
`;
}

/** Name of each exposed view → names of the tables that it reads, also through other views; sorted. */
async function tablesBehindViews(database: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await database.query<{ view: string; tables: string[] }>(
    `with recursive reads as (
       select c.oid as view, c.oid as relation from pg_class c where c.relnamespace = 'api'::regnamespace and c.relkind = 'v'
       union
       select r.view, d.refobjid from reads r
       join pg_rewrite w on w.ev_class = r.relation
       join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
     )
     select v.relname as view, array_agg(distinct t.relname::text order by t.relname::text) as tables
     from reads r join pg_class v on v.oid = r.view join pg_class t on t.oid = r.relation
     where t.relkind in ('r', 'p') group by v.relname`,
  );
  return new Map(rows.map(({ view, tables }) => [view, tables]));
}
