import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { schemaFilesOf } from '../../../testkit/schema-files.ts';
import { describeSchema } from './describe-schema.ts';

const ROOT = join(import.meta.dirname, '../../../..');

describe('the schema of the database', () => {
  it('is the one in the files that follow from it', async () => {
    await using test = await createTestDatabase();
    for (const { path, content } of await schemaFilesOf(test.database)) {
      const current = await readFile(join(ROOT, path), 'utf8').catch(() => '');
      expect(content, `${path} is out of date: run \`npm run generate\``).toBe(current);
    }
  });

  it('shows a change of a default, an index, a trigger, a function, a right and a disabled trigger', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    let before = await describeSchema(database);
    for (const change of [
      'alter table jobs.event_queue alter attempts set default 1',
      'create index extra on jobs.event_queue (attempts)',
      'create trigger extra after insert on jobs.event_queue for each row execute function platform.audit()',
      'alter table jobs.event_queue disable trigger extra',
      `create or replace function platform.caller_id() returns uuid language sql stable as 'select null::uuid'`,
      'grant insert on api.agents to watchroom_viewer',
      'grant select (id) on agents.agents to watchroom_viewer',
      'alter view api.agents set (security_barrier)',
      "create type jobs.colour as enum ('red')",
      'alter table jobs.event_queue enable row level security',
    ]) {
      await database.query(change);
      const after = await describeSchema(database);
      expect({ change, after }).not.toEqual({ change, after: before });
      before = after;
    }
  });

  it('is described in parts: each object of a shared schema in one of them', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    await database.query('create function api.hello() returns text language sql as $$ select 1::text $$');
    const part = (objects: readonly string[]) => describeSchema(database, [{ schema: 'api', objects }]);
    const teams = await part(['teams', 'hello']);
    expect(teams).toContain('VIEW api.teams'.toLowerCase());
    expect(teams).toContain('FUNCTION api.hello()');
    expect(teams).toContain('grant select on\n  api.teams\nto {{prefix}}viewer;');
    expect(teams).not.toContain('api.people as');
    expect(teams).not.toContain('create schema');
    const rest = await part([]);
    expect(rest).toContain('create schema api;');
    expect(rest).toContain('grant usage on\n  schema api\nto {{prefix}}viewer;');
    expect(rest).not.toContain('api.teams');
  });

  it('does not show partitions, which come and go', async () => {
    await using test = await createTestDatabase();
    const before = await describeSchema(test.database);
    await test.database.query(`select health.create_partitions('check_statuses', '2031-01-01', '2031-01-03')`);
    expect(await describeSchema(test.database)).toBe(before);
  });

  it('writes roles without the prefix of this installation', async () => {
    await using test = await createTestDatabase();
    const text = await describeSchema(test.database);
    expect(text).toContain('to {{prefix}}viewer;');
    expect(text).not.toContain('watchroom_viewer');
  });
});
