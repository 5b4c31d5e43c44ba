import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateTypes } from '../../src/schema/generate-types.ts';
import { loadSchema } from '../../src/schema/load.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';
import { FIXTURE } from './fixture.ts';

let database: OwnDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-api-types-'));
  database = await createDatabase([]);
  await database.query(FIXTURE);
  await database.query(`
    create table api.notes (
      id integer generated always as identity primary key, "odd-name" text not null, mood api.mood, moods api.mood[],
      ratio numeric(4, 2) not null default 0, price money, at timestamptz not null, data jsonb,
      check_id bigint references base.checks);
    create function api.initials(api.people) returns text stable language sql as 'select left($1.name, 1)';
    create function api.creator(api.checks) returns setof api.people rows 1 stable language sql
      as 'select * from api.people where id = $1.created_by';
    create function api.search(term text, most integer default 10) returns setof api.people stable language sql
      as 'select * from api.people';
    create function api.report(out total bigint, out "Share" numeric) language sql as 'select 1::bigint, 1.0';
    create function api.twice(value integer) returns integer immutable language sql as 'select $1 * 2';
    create function api.twice(value text) returns text immutable language sql as 'select $1 || $1';
    create function api.nothing() returns void language sql as '';
  `);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database[Symbol.asyncDispose]();
});

const generate = async () => generateTypes(await loadSchema(database.pool(), { schemas: ['api'], version: 1 }));

const PROGRAM = `
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './database.ts';

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_: Same<One, Other>) => undefined;
const client = new PostgrestClient<Database, { PostgrestVersion: '12' }, 'api'>('http://localhost', { schema: 'api' });

const checks = await client.from('checks').select('id, name, deleted_at, teams(name)');
type Check = NonNullable<typeof checks.data>[number];
same<Check['id'], number>(true);
same<Check['name'], string>(true);
same<Check['deleted_at'], string | null>(true);
same<Check['teams']['name'], string>(true);

const created = await client.from('checks').select('id, creator(name)').single();
if (created.data) same<typeof created.data.creator, { name: string } | null>(true);

const teams = await client.from('teams').select('name, checks(id), people(name)').single();
if (teams.data) {
  same<(typeof teams.data.checks)[number]['id'], number>(true);
  same<(typeof teams.data.people)[number]['name'], string>(true);
}

const people = await client.from('people').select('mood, initials, profiles(bio)').single();
if (people.data) {
  same<typeof people.data.mood, 'good' | 'so so' | 'bad' | null>(true);
  same<typeof people.data.initials, string | null>(true);
  same<typeof people.data.profiles, { bio: string | null } | null>(true);
}

await client.from('notes').insert({ 'odd-name': 'x', at: 'now', mood: 'good', moods: ['bad'], data: { a: [1] } });
// @ts-expect-error: a column that is needed is missing.
await client.from('notes').insert({ at: 'now' });
// @ts-expect-error: an identity column is never written.
await client.from('notes').update({ id: 1 });
// @ts-expect-error: there is no such column.
await client.from('notes').update({ nothing: 1 });

const found = await client.rpc('search', { term: 'a' }).select('name');
same<NonNullable<typeof found.data>[number]['name'], string>(true);
const report = await client.rpc('report');
same<NonNullable<typeof report.data>['total'], number | null>(true);
const doubled = await client.rpc('twice', { value: 2 });
same<typeof doubled.data, number | null>(true);
`;

describe('generateTypes', () => {
  it('gives the same text for the same schema, sorted and one member a line', async () => {
    const text = await generate();
    expect(text).toBe(await generate());
    expect(text).toContain(`      live_checks: {
        Row: {
          group_id: number;
          id: number;
          title: string;
        };
        Insert: {
          group_id?: number;
          id?: number;
          title?: string;
        };`);
    expect(text).toContain(`          "odd-name": string;`.replaceAll('"', "'"));
    expect(text).toContain(`mood: 'good' | 'so so' | 'bad';`);
    expect(text).toContain(`        Returns: Database['api']['Views']['people']['Row'][];`);
    expect(text).toContain('price: string | null;');
  });

  it('takes a header and a name', async () => {
    const schema = await loadSchema(database.pool(), { schemas: ['base'], version: 1 });
    const text = generateTypes(schema, { header: '// Generated.', name: 'Base' });
    expect(text.startsWith('// Generated.\n\nexport type Json')).toBe(true);
    expect(text).toContain('export type Base = {\n  base: {\n    Tables: {');
    expect(text).toContain('Views: { [_ in never]: never };');
  });

  it('leaves out the relations, functions and enums of what is not included', async () => {
    const schema = await loadSchema(database.pool(), { schemas: ['api'], version: 1 });
    const text = generateTypes(schema, { includes: (name) => name === 'live_checks' || name === 'twice' });
    expect(text).toContain('live_checks: {');
    expect(text).toContain('twice:');
    for (const other of ['people: {', 'notes: {', 'search:', 'mood:']) expect(text).not.toContain(other);
  });

  it('is what the client takes: selects, embeds, writes and calls have the right types', {
    timeout: 60_000,
  }, async () => {
    const client = fileURLToPath(import.meta.resolve('@supabase/postgrest-js')).replace(/\.mjs$/, '.d.mts');
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024', 'dom'],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      allowImportingTsExtensions: true,
      paths: { '@supabase/postgrest-js': [client] },
    };
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    await writeFile(join(folder, 'database.ts'), await generate());
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    const compiler = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));
    const run = promisify(execFile)(process.execPath, [compiler, '-p', folder]);
    const output = await run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    expect(output).toBe('');
  });
});
