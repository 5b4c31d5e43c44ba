import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccess } from '../../src/schema/access.ts';
import { loadSchema } from '../../src/schema/load.ts';
import type { Relation, Schema } from '../../src/schema/model.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';
import { FIXTURE } from './fixture.ts';

let database: OwnDatabase;
let schema: Schema;

beforeAll(async () => {
  database = await createDatabase(['reader', 'writer', 'child', 'stranger']);
  const { role } = database;
  await database.query(FIXTURE);
  await database.query(`
    grant usage on schema api to ${role('reader')}, ${role('writer')};
    grant select on api.teams to ${role('reader')};
    grant select (id, name), insert (name), update (mood) on api.people to ${role('reader')};
    grant all on all tables in schema api to ${role('stranger')};
    grant delete on api.checks to ${role('writer')};
    grant ${role('reader')} to ${role('child')};
    create function api.hidden() returns integer language sql as 'select 1';
    revoke execute on function api.hidden() from public;
    grant execute on function api.hidden() to ${role('writer')};
    create function api.open() returns integer language sql as 'select 1';
  `);
  schema = await loadSchema(database.pool(), { schemas: ['api'], version: 1 });
});
afterAll(() => database[Symbol.asyncDispose]());

const access = (role: string) => loadAccess(database.pool(), schema, database.role(role));

function relation(name: string): Relation {
  const found = schema.relation('api', name);
  if (!found) throw new Error(`no relation ${name}`);
  return found;
}

describe('loadAccess', () => {
  it('tells what a grant on a table allows', async () => {
    const reader = await access('reader');
    expect(reader.role).toBe(database.role('reader'));
    expect(reader.may('select', relation('teams'))).toBe(true);
    expect(reader.may('insert', relation('teams'))).toBe(false);
    expect(reader.mayColumn('select', relation('teams'), 'name')).toBe(true);
    expect(reader.mayColumn('update', relation('teams'), 'name')).toBe(false);
    expect((await access('writer')).may('delete', relation('checks'))).toBe(true);
  });

  it('tells what grants on columns allow', async () => {
    const reader = await access('reader');
    const people = relation('people');
    const columns = (privilege: 'select' | 'insert' | 'update') =>
      [...people.columns.keys()].filter((column) => reader.mayColumn(privilege, people, column));
    expect(columns('select')).toEqual(['id', 'name']);
    expect(columns('insert')).toEqual(['name']);
    expect(columns('update')).toEqual(['mood']);
    expect(reader.may('select', people)).toBe(true);
    expect(reader.may('delete', people)).toBe(false);
    expect(reader.mayColumn('select', people, 'nowhere')).toBe(false);
  });

  it('follows memberships', async () => {
    expect((await access('child')).may('select', relation('teams'))).toBe(true);
  });

  it('allows nothing in a schema that the role may not use', async () => {
    const stranger = await access('stranger');
    expect(stranger.may('select', relation('teams'))).toBe(false);
    expect(stranger.mayColumn('select', relation('teams'), 'id')).toBe(false);
    expect(schema.functions('api', 'open').some((fn) => stranger.mayExecute(fn))).toBe(false);
  });

  it('hides functions that the role may not call', async () => {
    const callable = async (role: string, name: string) => {
      const known = await access(role);
      return schema.functions('api', name).some((fn) => known.mayExecute(fn));
    };
    expect(await callable('reader', 'open')).toBe(true);
    expect(await callable('reader', 'hidden')).toBe(false);
    expect(await callable('writer', 'hidden')).toBe(true);
  });

  it('fails for a role that does not exist', async () => {
    await expect(access('nobody')).rejects.toMatchObject({ code: '42704' });
  });
});
