import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAuditLog } from '../../../testkit/audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { canaryWrites, refusal, type Row, type Write } from '../testing/canary-writes.ts';
import { numberOf } from '../testing/seed.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';

let test: TestDatabase;
let database: Database;
let person = '';
let write: Write;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  const made = await database.query<{ id: string }>(`insert into identity.people (name) values ('Ada') returning id`);
  person = made.rows[0]?.id ?? '';
  write = canaryWrites(database, person);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from health.canaries');
  await emptyAuditLog(database);
});

const page = { name: 'page', url: 'http://a.example/', username: { value: 'ann' }, password: { value: 'hunter2' } };
const specOf = (...http: readonly object[]) => ({ schedule: '@every 1h', http });
const INSERT = `insert into api.canaries (name, namespace, labels, spec, source) values ($1, 'team', '{"a": "b"}', $2, 'UI') returning *`;

async function make(name = 'one', spec: object = specOf(page)): Promise<Row> {
  const [made] = await write(INSERT, [name, spec]);
  if (!made) throw new Error('nothing was written');
  return made;
}
const update = (id: string, spec: object) =>
  write('update api.canaries set spec = $2 where id = $1 returning *', [id, spec]);

async function storedPasswords(id: string): Promise<unknown[]> {
  const found = await database.query<{ p: unknown[] }>(
    `select jsonb_path_query_array(spec, '$.http[*].password.value') as p from health.canaries where id = $1`,
    [id],
  );
  return found.rows[0]?.p ?? [];
}

const checks = async (columns = 'name') =>
  (await database.query(`select ${columns} from api.checks where deleted_at is null order by name`)).rows;

describe('a canary that is written through the data API', () => {
  it('becomes checks, and is shown without its secrets', async () => {
    const made = await make();
    expect(made).toMatchObject({ name: 'one', source: null, created_by: person, schedule_error: null, warnings: [] });
    expect(made.spec.http[0]).toMatchObject({ url: 'http://a.example/', password: { value: HIDDEN } });
    expect(await storedPasswords(made.id)).toEqual(['hunter2']);
    expect(await checks('name, spec')).toMatchObject([{ name: 'page', spec: { password: { value: HIDDEN } } }]);
    expect(await numberOf(database, 'select count(*) as n from health.check_states where due_at is not null')).toBe(1);
  });

  it('leaves what was typed nowhere but in the stored spec', async () => {
    const made = await make();
    await update(made.id, specOf({ ...page, password: { value: 'hunter3' } }));
    const dump = await database.query<{ text: string }>(
      `select concat((select json_agg(a) from platform.audit_log a), (select json_agg(c) from api.canaries c),
         (select json_agg(c) from api.checks c), (select json_agg(c) from api.check_list c)) as text`,
    );
    expect(dump.rows[0]?.text).toContain(HIDDEN);
    expect(dump.rows[0]?.text).not.toMatch(/hunter[23]/);
    expect(await storedPasswords(made.id)).toEqual(['hunter3']);
  });

  it('is refused for a viewer by the database', async () => {
    await expect(write(INSERT, ['one', specOf(page)], 'viewer')).rejects.toMatchObject({ code: '42501' });
    await expect(write(INSERT, ['one', specOf(page)], 'responder')).rejects.toMatchObject({ code: '42501' });
    const made = await make();
    await expect(
      write('update api.canaries set name = $2 where id = $1 returning *', [made.id, 'x'], 'viewer'),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(write('delete from api.canaries where id = $1', [made.id], 'admin')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('is refused with the fields of the form, and nothing stays of it', async () => {
    const bad = await refusal(write(INSERT, ['one', specOf({ ...page, url: undefined, colour: 'red' })]));
    expect(bad.code).toBe('invalid_input');
    expect(Object.keys(bad.fields ?? {})).toEqual(expect.arrayContaining(['spec.http[0].colour']));
    expect((await refusal(write(INSERT, ['one', {}]))).fields).toHaveProperty('spec');
    expect((await refusal(write(INSERT, ['one', '[]']))).fields).toHaveProperty('spec');
    expect((await refusal(write(INSERT, [' ', specOf(page)]))).fields).toHaveProperty('name');
    expect(
      (await refusal(write(`insert into api.canaries (name, labels) values ('one', '{"a": 1}') returning *`))).fields,
    ).toHaveProperty(['labels.a']);
    expect(await numberOf(database, 'select count(*) as n from health.canaries')).toBe(0);
  });

  it.each([
    [{ schedule: '@every 1m' }, 'spec'],
    [{ schedule: '99 * * * *', tcp: [{ name: 'a', endpoint: 'a:1' }] }, 'spec.schedule'],
    [{ schedule: 30, tcp: [{ name: 'a', endpoint: 'a:1' }] }, 'spec.schedule'],
    [{ severity: 'bogus', tcp: [{ name: 'a', endpoint: 'a:1' }] }, 'spec.severity'],
    [{ severity: 3, tcp: [{ name: 'a', endpoint: 'a:1' }] }, 'spec.severity'],
    [{ tcp: [{ name: 'a', endpoint: 'a:1', treshold: 1 }] }, 'spec.tcp[0].treshold'],
    [{ tcp: [{ name: 'a', endpoint: 'nowhere' }] }, 'spec.tcp[0].endpoint'],
    [{ tcp: [{ name: 'a', endpoint: 'a:1', dependsOn: ['b'] }] }, 'spec.tcp[0]'],
    [{ tcp: [{ name: 'a', endpoint: 'a:1', test: { expr: 'duraton < 5' } }] }, 'spec.tcp[0].test.expr'],
    [{ shedule: '@hourly', tcp: [{ name: 'a', endpoint: 'a:1' }] }, 'spec.shedule'],
  ])('is refused with the path of the wrong field: %#', async (spec, field) => {
    expect((await refusal(write(INSERT, ['one', spec]))).fields).toHaveProperty([field]);
  });

  it.each(['critical', '', null])('may have the severity %j', async (severity) => {
    expect(await write(INSERT, ['one', { ...specOf(page), severity }])).toMatchObject([{ spec: { severity } }]);
  });

  it('is refused with the severities that there are', async () => {
    const { fields } = await refusal(write(INSERT, ['one', { ...specOf(page), severity: 'bogus' }]));
    expect(fields).toEqual({ 'spec.severity': 'Must be one of info, warning, low, medium, high, blocker, critical' });
  });

  it('is refused with all that were sent beside it, and the refusal names the row', async () => {
    const both = `insert into api.canaries (name, spec) values ('one', $1), ('two', '{}') returning *`;
    const bad = await refusal(write(both, [specOf(page)]));
    expect(bad.message).toMatch(/^row 2: /);
    expect(bad.fields).toHaveProperty(['[1].spec']);
    expect(await numberOf(database, 'select count(*) as n from health.canaries')).toBe(0);
    expect(await write(both.replace(`'{}'`, '$1'), [specOf(page)])).toMatchObject([{ name: 'one' }, { name: 'two' }]);
    expect(await checks()).toHaveLength(2);
  });

  it('is a conflict when its name is taken', async () => {
    await make();
    await expect(make()).rejects.toMatchObject({ code: '23505' });
    const other = await make('two');
    await expect(
      write(`update api.canaries set name = ' one' where id = $1 returning *`, [other.id]),
    ).rejects.toMatchObject({ code: '23505' });
  });

  it('says where it comes from and how it fares as the server knows it, whatever is sent', async () => {
    const forged = `source = 'file:a.yaml', is_pushed = true, agent_id = gen_random_uuid(), schedule_error = 'broken',
      warnings = '{x}', created_by = null, created_at = '1999-01-01', updated_at = '1999-01-01'`;
    const [made] = await write(
      `insert into api.canaries (name, spec, source, is_pushed, agent_id, schedule_error, warnings, created_by, created_at, updated_at)
       values ('one', $1, 'file:a.yaml', true, gen_random_uuid(), 'broken', '{x}', gen_random_uuid(), '1999-01-01', '1999-01-01')
       returning *`,
      [specOf(page)],
    );
    const asMade = {
      source: null,
      is_pushed: false,
      agent_id: '00000000-0000-0000-0000-000000000000',
      schedule_error: null,
      warnings: [],
      created_by: person,
    };
    expect(made).toMatchObject(asMade);
    expect(made?.created_at.getFullYear()).toBeGreaterThan(2020);
    const [changed] = await write(`update api.canaries set ${forged} where id = $1 returning *`, [made?.id]);
    expect(changed).toMatchObject({ ...asMade, created_at: made?.created_at });
    expect(changed?.updated_at.getFullYear()).toBeGreaterThan(2020);
  });
});

describe('a secret that comes back hidden', () => {
  it('stays, also when the whole row is sent back', async () => {
    const { spec, ...made } = await make();
    const [changed] = await write(
      `update api.canaries set name = 'renamed', spec = $2, id = $1, created_at = $3, source = 'UI' where id = $1 returning *`,
      [made.id, spec, made.created_at],
    );
    expect(changed).toMatchObject({ name: 'renamed', spec });
    expect(await storedPasswords(made.id)).toEqual(['hunter2']);
    const [labelled] = await write(`update api.canaries set labels = '{"x": "y"}' where id = $1 returning *`, [
      made.id,
    ]);
    expect(labelled).toMatchObject({ spec });
    expect(await storedPasswords(made.id)).toEqual(['hunter2']);
  });

  it('is refused where none is stored, or where it would go elsewhere', async () => {
    const { id, spec } = await make();
    expect((await refusal(make('two', spec))).fields).toHaveProperty(['spec.http[0].password.value']);
    const elsewhere = specOf({ ...spec.http[0], url: 'http://evil.example/' });
    expect((await refusal(update(id, elsewhere))).code).toBe('invalid_input');
    // An upsert writes an existing row by an insert.
    const upsert = `insert into api.canaries (id, name, spec) values ($1, 'one', $2)
      on conflict (id) do update set spec = excluded.spec returning *`;
    expect((await refusal(write(upsert, [id, elsewhere]))).code).toBe('invalid_input');
    await write(upsert, [id, spec]);
    expect(await storedPasswords(id)).toEqual(['hunter2']);
  });
});

describe('a canary that is deleted by its time of deletion', () => {
  const erase = (id: string) => write(`update api.canaries set deleted_at = now() where id = $1 returning *`, [id]);
  const restore = (id: string) => write(`update api.canaries set deleted_at = null where id = $1 returning *`, [id]);

  it('takes its checks along and brings them back', async () => {
    const { id } = await make();
    await erase(id);
    expect(await checks()).toEqual([]);
    expect(await numberOf(database, 'select count(*) as n from health.check_states where due_at is not null')).toBe(0);
    await restore(id);
    expect(await checks()).toHaveLength(1);
    expect(await numberOf(database, 'select count(*) as n from health.check_states where due_at is not null')).toBe(1);
  });

  it('need not be valid, but what is changed beside it must be', async () => {
    const { id } = await make();
    await database.query(`update health.canaries set spec = '{}', shown_spec = '{}' where id = $1`, [id]);
    await erase(id);
    expect((await refusal(restore(id))).code).toBe('invalid_input');
    expect((await refusal(update(id, specOf({ name: 'nowhere' })))).code).toBe('invalid_input');
    await update(id, specOf(page));
    expect(await storedPasswords(id)).toEqual(['hunter2']);
    expect(await checks()).toEqual([]);
  });

  it('does not come back beside one that took its name', async () => {
    const { id } = await make();
    await erase(id);
    await make();
    await expect(restore(id)).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a canary that a document owns', () => {
  it('is changed there alone', async () => {
    const { id } = await make();
    await database.query(`update health.canaries set source = 'file:a.yaml' where id = $1`, [id]);
    for (const change of [`labels = '{}'`, 'deleted_at = now()', `source = 'UI'`]) {
      const bad = await refusal(write(`update api.canaries set ${change} where id = $1 returning *`, [id]));
      expect([bad.code, bad.message]).toEqual(['source_owned', 'Managed by a.yaml. Edit that file to change it.']);
    }
  });
});

describe('a canary of an older version', () => {
  it('shows no spec until it is applied again, and keeps it when other fields are written', async () => {
    const { id } = await make();
    await database.query('update health.canaries set shown_spec = null; update health.checks set shown_spec = null');
    const found = await database.query('select k.spec as a, c.spec as b from api.canaries k, api.checks c');
    expect(found.rows).toEqual([{ a: null, b: null }]);
    const [changed] = await write(`update api.canaries set name = 'two' where id = $1 returning *`, [id]);
    expect(changed?.spec.http[0]).toMatchObject({ password: { value: HIDDEN } });
    expect(await storedPasswords(id)).toEqual(['hunter2']);
  });
});
