import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAuditLog } from '../../../testkit/audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobOutcome } from '../../platform/rooms/job.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { canaryDocuments } from './canary-documents.ts';
import { numberOf } from '../testing/seed.ts';
import { createDocumentReader, type DocumentReader } from '../../platform/documents/reader.ts';
import { type SeenFiles, syncDocuments } from '../../platform/documents/sync.ts';

const kinds = [canaryDocuments];
let test: TestDatabase;
let database: Database;
let outside: string;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from health.canaries');
  await emptyAuditLog(database);
  outside = await mkdtemp(join(tmpdir(), 'watchroom-documents-'));
  folder = join(outside, 'documents');
  await mkdir(folder);
});
afterEach(() => rm(outside, { recursive: true, force: true }));

const reader = createDocumentReader(kinds);
afterAll(() => reader.close());
const sync = (seen?: SeenFiles) => syncDocuments(database, folder, systemClock, kinds, reader, seen);
async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
const canary = (name: string, checks = ['a'], schedule = '@every 30s') =>
  JSON.stringify({
    kind: 'Canary',
    metadata: { name },
    spec: { schedule, tcp: checks.map((check) => ({ name: check, endpoint: '127.0.0.1:9' })) },
  });

async function live(): Promise<Record<string, string>> {
  const found = await database.query<{ name: string; source: string }>(
    'select name, source from health.canaries where deleted_at is null order by name',
  );
  return Object.fromEntries(found.rows.map((row) => [row.name, row.source]));
}
async function canaryIds(): Promise<Record<string, string>> {
  const found = await database.query<{ id: string; name: string }>('select id, name from health.canaries');
  return Object.fromEntries(found.rows.map((row) => [row.name, row.id]));
}
const byId = ({ resources = [] }: Pick<JobOutcome, 'resources'>) =>
  resources.toSorted((a, b) => a.id.localeCompare(b.id));
async function checkIds(): Promise<Record<string, string>> {
  const found = await database.query<{ id: string; name: string }>(
    'select id, name from health.checks where deleted_at is null order by name',
  );
  return Object.fromEntries(found.rows.map((row) => [row.name, row.id]));
}
/** Everything that a sync could have touched. */
async function everything(): Promise<unknown[]> {
  const tables = ['health.canaries', 'health.checks', 'health.check_states', 'platform.audit_log'];
  return Promise.all(
    tables.map(async (table) => (await database.query(`select t.*, t.xmin from ${table} t order by 1`)).rows),
  );
}

describe('the documents folder', () => {
  it('becomes canaries that their files own, whatever the depth', async () => {
    await write('a.yaml', canary('one'));
    await write('deep/er/b.yml', canary('two'));
    await write('c.json', canary('three'));
    await write('notes.txt', canary('no'));
    await write('.hidden/d.yaml', canary('no'));
    const outcome = await sync();
    expect(await live()).toEqual({ one: 'file:a.yaml', two: 'file:deep/er/b.yml', three: 'file:c.json' });
    expect(outcome).toMatchObject({ successes: 3, errors: [] });
  });

  it.each([
    ['with', new Map()],
    ['without', undefined],
  ])('read twice changes nothing, %s memory of the first time', async (_, seen) => {
    await write('a.yaml', `${canary('one')}\n---\n${canary('two', ['x', 'x'])}`);
    await write('b.yaml', canary('bad schedule', ['b'], 'whenever'));
    await write('c.yaml', 'tcp:\n  - name: c\n    endpoint: a:1\n    treshold: 5\n');
    await sync(seen);
    const before = await everything();
    const again = await sync(seen);
    expect(again.successes).toBe(4);
    expect(await everything()).toEqual(before);
  });

  it('takes over what changed in a file, and leaves ids of checks that stay', async () => {
    const seen: SeenFiles = new Map();
    await write('a.yaml', canary('one', ['a', 'b']));
    await sync(seen);
    const before = await checkIds();
    await write('a.yaml', canary('one', ['a', 'c']));
    await sync(seen);
    const after = await checkIds();
    expect(Object.keys(after)).toEqual(['a', 'c']);
    expect(after['a']).toBe(before['a']);
  });

  it('without a file deletes its canaries softly, and with it again gives them their ids back', async () => {
    const seen: SeenFiles = new Map();
    await write('a.yaml', canary('one'));
    await write('b.yaml', canary('two', ['b']));
    await sync(seen);
    const before = await checkIds();
    await rm(join(folder, 'a.yaml'));
    expect((await sync(seen)).summary).toMatchObject({ removed: 1 });
    expect(await live()).toEqual({ two: 'file:b.yaml' });
    expect(await numberOf(database, `select count(*) as n from health.canaries where deleted_at is not null`)).toBe(1);
    expect(await numberOf(database, `select count(*) as n from health.check_states where due_at is not null`)).toBe(1);
    await write('a.yaml', canary('one'));
    await sync(seen);
    expect(await checkIds()).toEqual(before);
    expect(await numberOf(database, `select count(*) as n from health.check_states where due_at is not null`)).toBe(2);
  });

  it('with a file under another name keeps canary and checks', async () => {
    const seen: SeenFiles = new Map();
    await write('a.yaml', canary('one'));
    await sync(seen);
    const before = await checkIds();
    await rename(join(folder, 'a.yaml'), join(folder, 'b.yaml'));
    await sync(seen);
    expect(await live()).toEqual({ one: 'file:b.yaml' });
    expect(await checkIds()).toEqual(before);
  });

  it('with a copy of a file has both, each with its own checks', async () => {
    await write('a.yaml', canary('one'));
    await write('b.yaml', canary('one'));
    await sync();
    expect(
      await numberOf(database, `select count(*) as n from health.canaries where deleted_at is null and name = 'one'`),
    ).toBe(2);
    expect((await sync()).summary).toMatchObject({ documents: 2, removed: 0 });
  });

  it('never touches what people made in the console', async () => {
    await database.query(
      `insert into health.canaries (name, namespace, source, spec) values ('one', 'default', 'UI', '{}')`,
    );
    await write('a.yaml', canary('one'));
    await sync();
    await rm(join(folder, 'a.yaml'));
    await sync();
    expect(await live()).toEqual({ one: 'UI' });
  });
});

describe('a file that cannot be taken', () => {
  it.each([
    ['a typing error', 'kind: Canary\nspec: [\n'],
    ['five megabytes', `#${'x'.repeat(5_000_000)}`],
    ['other bytes than UTF-8', Buffer.from([0x74, 0x63, 0x70, 0x3a, 0x20, 0xff, 0xfe, 0x0a])],
    ['text of UTF-16', Buffer.from('\ufefftcp: []', 'utf16le')],
  ])('because of %s keeps its canaries and is reported; the others are taken', async (_, content) => {
    await write('a.yaml', canary('one'));
    await sync();
    await write('a.yaml', content);
    await write('b.yaml', canary('two', ['b']));
    const outcome = await sync();
    expect(Object.keys(await live())).toEqual(['one', 'two']);
    expect(outcome.errors).toHaveLength(1);
    expect(outcome.errors[0]).toContain('a.yaml');
  });

  it('in one of its documents keeps the canary of that document too', async () => {
    await write('a.yaml', `${canary('one')}\n---\n${canary('two')}`);
    await sync();
    await write('a.yaml', `${canary('one', ['a', 'new'])}\n---\n{{{`);
    const outcome = await sync();
    expect(Object.keys(await live())).toEqual(['one', 'two']);
    expect(Object.keys(await checkIds())).toContain('new');
    expect(outcome.errors[0]).toContain('a.yaml, document 2');
  });

  it('for a value that the database refuses is reported alone', async () => {
    await write('a.yaml', 'tcp:\n  - name: "nul \\0 and half \\uD800"\n    endpoint: a:1\n');
    await write('b.yaml', canary('two', ['b']));
    await sync();
    expect(Object.keys(await checkIds())).toContain('b');
  });

  it('for a kind that no room has is reported at every sync, and holds no other document of its file back', async () => {
    const seen: SeenFiles = new Map();
    const [other, errors] = ['kind: Widget\n---\n', ['a.yaml, line 1: Widget is not supported yet']];
    await write('a.yaml', `${other}${canary('one')}\n---\n${canary('two')}`);
    for (const _ of ['read', 'known']) expect(await sync(seen)).toMatchObject({ successes: 2, errors });
    await write('a.yaml', other + canary('one'));
    expect((await sync(seen)).errors).toEqual(errors);
    expect(Object.keys(await live())).toEqual(['one']);
  });

  it('tells of each canary of a file that was read how it went, and nothing of files that stayed as they were', async () => {
    const seen: SeenFiles = new Map();
    const done = (id = 'missing') => ({ type: 'canary', id, successes: 1, errors: [] });
    await write('a.yaml', `${canary('one')}\n---\n${canary('two')}`);
    await write('b.yaml', canary('three'));
    const first = await sync(seen);
    const ids = await canaryIds();
    expect(byId(first)).toEqual(byId({ resources: [done(ids['one']), done(ids['two']), done(ids['three'])] }));
    expect(byId(await sync(seen))).toEqual([]);
    await write('a.yaml', `${canary('one')}\n---\n{{{`);
    const broken = await sync(seen);
    const failed = { type: 'canary', id: ids['two'] ?? 'missing', successes: 0, errors: broken.errors };
    expect(broken.errors).toHaveLength(1);
    expect(byId(broken)).toEqual(byId({ resources: [done(ids['one']), failed] }));
  });

  it('does not hide that the whole folder is gone', async () => {
    await write('a.yaml', canary('one'));
    await sync();
    await rm(folder, { recursive: true });
    await expect(sync()).rejects.toThrow('ENOENT');
    expect(Object.keys(await live())).toEqual(['one']);
  });
});

describe('a broken file that stays as it is', () => {
  it('keeps its canaries, is reported at every sync, and is taken when it is mended', async () => {
    const seen: SeenFiles = new Map();
    await write('a.yaml', `${canary('one')}\n---\n${canary('two')}`);
    await sync(seen);
    await write('a.yaml', `${canary('one')}\n---\n{{{`);
    const { errors } = await sync(seen);
    expect(errors).toHaveLength(1);
    expect((await sync(seen)).errors).toEqual(errors);
    expect(Object.keys(await live())).toEqual(['one', 'two']);
    await write('a.yaml', `${canary('one')}\n---\n${canary('three')}`);
    expect((await sync(seen)).errors).toEqual([]);
    expect(Object.keys(await live())).toEqual(['one', 'three']);
  });
});

describe('a file that reached a limit', () => {
  it('is left alone for a while and then read again, since the machine may have been busy', async () => {
    const seen: SeenFiles = new Map();
    let later = 0;
    let isBusy = true;
    const clock = { ...systemClock, now: () => systemClock.now() + later };
    const sometimes: DocumentReader = {
      ...reader,
      parse: async (files) =>
        isBusy
          ? files.map(() => ({ documents: [], refused: ['too slow'], unsupported: [], isOverLimit: true }))
          : reader.parse(files),
    };
    const errors = async () => (await syncDocuments(database, folder, clock, kinds, sometimes, seen)).errors;
    await write('a.yaml', canary('one'));
    expect(await errors()).toEqual(['too slow']);
    isBusy = false;
    expect(await errors()).toEqual(['too slow']);
    later = 3_600_000;
    expect(await errors()).toEqual([]);
    expect(Object.keys(await live())).toEqual(['one']);
  });
});

describe('links in the folder', () => {
  it('to files inside are followed, as a mounted ConfigMap has them', async () => {
    await write('..2026_01_01/a.yaml', canary('one'));
    await symlink('..2026_01_01', join(folder, '..data'));
    await symlink(join('..data', 'a.yaml'), join(folder, 'a.yaml'));
    await sync();
    expect(await live()).toEqual({ one: 'file:a.yaml' });
  });

  it('out of it, in a circle, to folders and to nothing are not followed', async () => {
    await write('a.yaml', canary('one'));
    await writeFile(join(outside, 'secret.yaml'), canary('secret'));
    await mkdir(join(outside, 'elsewhere'));
    await writeFile(join(outside, 'elsewhere', 'b.yaml'), canary('elsewhere'));
    await symlink(join(outside, 'secret.yaml'), join(folder, 'secret.yaml'));
    await symlink(join(outside, 'elsewhere'), join(folder, 'elsewhere'));
    await symlink(folder, join(folder, 'loop'));
    await symlink('self.yaml', join(folder, 'self.yaml'));
    await symlink('nowhere.yaml', join(folder, 'dangling.yaml'));
    const outcome = await sync();
    expect(await live()).toEqual({ one: 'file:a.yaml' });
    expect(outcome.errors).toEqual([]);
  });
});

describe('a large folder', () => {
  it('of hundreds of files is taken, and read again without a query per file', async () => {
    const seen: SeenFiles = new Map();
    for (let index = 0; index < 300; index += 1)
      await write(`d${index % 10}/c${index}.json`, canary(`canary ${index}`));
    await sync(seen);
    expect(await numberOf(database, 'select count(*) as n from health.canaries where deleted_at is null')).toBe(300);
    let queries = 0;
    const counting: Database = {
      ...database,
      query: (text, values) => {
        queries += 1;
        return database.query(text, values);
      },
      transaction: (work, caller) => {
        queries += 1;
        return database.transaction(work, caller);
      },
    };
    await syncDocuments(counting, folder, systemClock, kinds, reader, seen);
    expect(queries).toBeLessThan(5);
    queries = 0;
    const fresh = await syncDocuments(counting, folder, systemClock, kinds, reader, new Map());
    expect(fresh.successes).toBe(300);
    expect(queries).toBeLessThan(25);
  });
});
