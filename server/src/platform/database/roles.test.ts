import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { silentLog } from '../../../testkit/silent-log.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { ensureRoles, MissingRolesError } from './roles.ts';
import { schemaFolder } from '../transfer/testing/schema-folder.ts';

const PASSWORD = 'the password of the authenticator';
const cluster = inject('cluster');

let prefix: string;
let name: string;
let root: pg.Client;
let opened: Database[];

/** A database whose owner may make no roles, as a hosted PostgreSQL gives one out. */
beforeEach(async () => {
  prefix = `p${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}_`;
  name = `${prefix}database`;
  opened = [];
  root = new pg.Client({ ...cluster, user: cluster.superuser, database: 'postgres' });
  await root.connect();
  await root.query(`create role ${prefix}owner login nosuperuser nocreaterole`);
  await root.query(`create database ${name} owner ${prefix}owner template template0`);
});

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await root.query(`drop database ${name} with (force)`);
  const roles = await root.query<{ rolname: string }>('select rolname from pg_roles where starts_with(rolname, $1)', [
    prefix,
  ]);
  await root.query(`drop role ${roles.rows.map(({ rolname }) => rolname).join(', ')}`);
  await root.end();
});

function open(owner = `${prefix}owner`): Database {
  const connection = (user: string) => ({ host: cluster.host, port: cluster.port, user, database: name });
  const database = openDatabase(
    { owner: connection(owner), authenticator: connection(`${prefix}authenticator`), rolePrefix: prefix },
    silentLog,
  );
  opened.push(database);
  return database;
}

const names = () => ({ prefix, product: ['viewer', 'editor'] });

async function refused(database: Database): Promise<MissingRolesError> {
  const error = await ensureRoles(database, names(), PASSWORD).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MissingRolesError)) throw new Error('it was not refused', { cause: error });
  return error;
}

describe('the roles of the database', () => {
  it('are printed as statements when the user may not make them, and work once an administrator ran those', async () => {
    await using folder = await schemaFolder();
    const database = open();
    const { message } = await refused(database);
    expect(message).toContain(`create role "${prefix}viewer" nologin;`);
    expect(message).not.toContain(PASSWORD);

    await root.query(message.slice(message.indexOf('\n\n')));
    await ensureRoles(database, names(), PASSWORD);
    const grants = ['grant usage on schema api to {{prefix}}viewer', 'grant select on api.agents to {{prefix}}viewer'];
    await migrate(database, { ...folder.source, grants });
    const read = database.readAs({ role: 'viewer', personId: null }, (q) => q.query('select name from api.agents'));
    expect((await read).rows).toEqual([{ name: 'local' }]);
  });

  it('are asked for again only as far as they are missing', async () => {
    const database = open();
    await root.query(`create role ${prefix}viewer nologin`);
    const { message } = await refused(database);
    expect(message).not.toContain(`create role "${prefix}viewer"`);
    expect(message).toContain(`grant "${prefix}viewer" to "${prefix}authenticator"`);
  });

  it('are made by a user that may, and by several processes at once', async () => {
    await root.query(`alter role ${prefix}owner createrole`);
    const databases = [open(), open(), open(), open()];
    await Promise.all(databases.map((database) => ensureRoles(database, names(), PASSWORD)));
    const { rows } = await root.query<{ rolname: string }>(
      `select rolname from pg_roles where starts_with(rolname, $1) and not rolsuper and not rolcreatedb
       order by rolname collate "C"`,
      [prefix],
    );
    expect(rows.map(({ rolname }) => rolname.slice(prefix.length))).toEqual([
      'authenticator',
      'editor',
      'owner',
      'viewer',
    ]);
  });

  it.each(['an administrator', 'the owner'])(
    'that %s made can be become by the owner, who inherits nothing',
    async (maker) => {
      const database = open();
      const statements = maker === 'the owner' ? '' : (await refused(database)).message.split('\n\n')[1];
      await root.query(statements || `alter role ${prefix}owner createrole`);
      await ensureRoles(database, names(), PASSWORD);
      const { rows } = await database.query(
        `select rolname, pg_has_role(rolname, 'SET') as set, pg_has_role(rolname, 'USAGE') as inherits from pg_roles
       where rolname = any($1) order by rolname`,
        [names().product.map((role) => prefix + role)],
      );
      expect(rows).toEqual(
        ['editor', 'viewer'].map((role) => ({ rolname: prefix + role, set: true, inherits: false })),
      );
    },
  );

  it('keep the password of the authenticator as a verifier that PostgreSQL accepts', async () => {
    await root.query(`alter role ${prefix}owner createrole`);
    await ensureRoles(open(), names(), PASSWORD);
    const { rows } = await root.query<{ rolpassword: string; rolcanlogin: boolean; rolinherit: boolean }>(
      'select rolpassword, rolcanlogin, rolinherit from pg_authid where rolname = $1',
      [`${prefix}authenticator`],
    );
    expect(rows[0]).toMatchObject({ rolcanlogin: true, rolinherit: false });
    expect(rows[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('say what the database said when it was something else than a missing right', async () => {
    const database = open();
    await database.close();
    opened = [];
    await expect(ensureRoles(database, names(), PASSWORD)).rejects.not.toThrow(MissingRolesError);
  });
});
