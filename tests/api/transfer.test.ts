import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Program, startProgram, temporaryFolder } from '../kit/program.ts';

const MAIN = join(import.meta.dirname, '../../server/src/main/main.ts');
const KEY = Buffer.alloc(32, 7).toString('base64');

interface Command {
  readonly input?: Readable;
  readonly output?: Writable;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs one command of the program to its end. */
async function run(args: readonly string[], { input, output, environment }: Command = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...environment } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  if (input) input.pipe(child.stdin);
  else child.stdin.end();
  child.stdin.on('error', () => undefined);
  if (output) child.stdout.pipe(output);
  else child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  // The program is done when its pipe is empty; the file may not be.
  if (output) await finished(output);
  return { code, said };
}

async function names(program: Program): Promise<string[]> {
  const list = await program.call('GET', '/api/v1/health/checks?groupBy=none&sortBy=name&limit=50');
  return (list.body as { checks: { name: string }[] }).checks.map(({ name }) => name);
}

const origin = temporaryFolder();
const files = temporaryFolder();
const file = join(files, 'backup.gz');
let whileRunning: { code: number | null; said: string };

beforeAll(async () => {
  const program = await startProgram({ folder: origin });
  const made = await program.call('POST', '/api/db/canaries', {
    name: 'kept',
    namespace: 'default',
    spec: { schedule: '@every 1h', http: [{ name: 'the front door', url: 'http://127.0.0.1:1/' }] },
  });
  expect(made.status).toBe(201);
  whileRunning = await run(['export', file, '--data', origin]);
  await program.end('SIGTERM');
  const { code, said } = await run(['export', file, '--data', origin]);
  expect(said).toContain('Exported');
  expect(code).toBe(0);
});

afterAll(() => {
  for (const folder of [origin, files]) rmSync(folder, { recursive: true, force: true });
});

describe('watchroom export and import', () => {
  it('bring everything into another data folder, where a server goes on with it', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = temporaryFolder();
    try {
      const { code, said } = await run(['import', file, '--data', target]);
      expect(said).toMatch(/^Imported \d+ rows of \d+ tables/);
      expect(said).toContain('Warning: the export was made under the key');
      expect(code).toBe(0);
      // Signs in as the person of the first installation.
      await using program = await startProgram({ folder: target });
      expect(await names(program)).toEqual(['the front door']);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });

  it('say what to do while a server holds the data folder', () => {
    expect(whileRunning.said).toMatch(/^Watchroom cannot export: .*Stop the server first\./s);
    expect(whileRunning.code).toBe(1);
  });

  it('refuse a folder without a database, a used database and a broken file, each with a sentence', async () => {
    const nothing = await run(['export', join(files, 'x.gz'), '--data', files]);
    expect(nothing.said).toContain('holds no database');
    expect(nothing.code).toBe(1);

    const used = await run(['import', file, '--data', origin]);
    expect(used.said).toContain('was already used by Watchroom');
    expect(used.code).toBe(1);

    const cut = join(files, 'cut.gz');
    writeFileSync(cut, readFileSync(file).subarray(0, -20));
    const target = temporaryFolder();
    expect(await run(['import', cut, '--data', target])).toMatchObject({
      code: 1,
      said: `Watchroom cannot import: ${cut} is cut off.\n`,
    });
    // The folder can be used for the next attempt.
    expect(await run(['import', file, '--data', target])).toMatchObject({ code: 0 });
    rmSync(target, { recursive: true, force: true });
  });
});

describe('a database of one’s own', () => {
  const cluster = inject('cluster');
  const root = new pg.Client({ ...cluster, user: cluster.superuser, database: 'postgres' });
  let prefix: string;
  let environment: Record<string, string>;

  beforeAll(() => root.connect());
  afterAll(() => root.end());
  beforeEach(async () => {
    prefix = `t${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}_`;
    const url = `postgres://${prefix}owner@${encodeURIComponent(cluster.host)}:${cluster.port}/${prefix}db`;
    environment = { DATABASE_URL: url, WATCHROOM_KEY: KEY, WATCHROOM_ROLE_PREFIX: prefix };
    await root.query(`create role ${prefix}owner login nosuperuser nocreaterole`);
    await root.query(`create database ${prefix}db owner ${prefix}owner template template0`);
  });
  afterEach(async () => {
    await root.query(`drop database ${prefix}db with (force)`);
    const found = await root.query<{ rolname: string }>('select rolname from pg_roles where starts_with(rolname, $1)', [
      prefix,
    ]);
    await root.query(`drop role ${found.rows.map(({ rolname }) => rolname).join(', ')}`);
  });

  it('is used once an administrator ran the statements that were printed', async () => {
    const refused = await run(['migrate'], { environment });
    expect(refused.said).toContain('Let an administrator of the database run:');
    expect(refused.code).toBe(1);
    await root.query(refused.said.slice(refused.said.indexOf('\n\n')));

    expect((await run(['migrate'], { environment })).said).toContain('Migrated: 0001_platform_ground');
    expect(await run(['migrate'], { environment })).toEqual({ code: 0, said: 'The database is up to date.\n' });
    await using program = await startProgram({ environment });
    expect(await names(program)).toEqual([]);
  });

  it('takes over what an embedded one held, and gives it back while its server runs', async () => {
    await root.query(`alter role ${prefix}owner createrole`);
    const back = temporaryFolder();
    const copy = join(files, 'copy.gz');
    const imported = await run(['import', '-'], { environment, input: createReadStream(file) });
    expect(imported.said).toContain('Imported');
    expect(imported.code).toBe(0);
    try {
      await using program = await startProgram({ environment });
      expect(await names(program)).toEqual(['the front door']);
      expect(await run(['export', '-'], { environment, output: createWriteStream(copy) })).toMatchObject({ code: 0 });
      const again = await run(['import', copy, '--data', back], { environment: { WATCHROOM_KEY: KEY } });
      expect(again.said).not.toContain('Warning');
      expect(again.code).toBe(0);
    } finally {
      rmSync(back, { recursive: true, force: true });
    }
  });
});
