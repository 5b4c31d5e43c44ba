import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { createDocumentReader } from '../../platform/documents/reader.ts';
import { syncDocuments } from '../../platform/documents/sync.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { openEntry } from '../entry.ts';
import { connectionDocuments } from './connection-documents.ts';

const secrets = createSecretBox(Buffer.alloc(32, 1), 'test');
const kinds = [connectionDocuments(secrets)];
const reader = createDocumentReader(kinds);
let test: TestDatabase;
let folder = '';
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await reader.close();
  await test[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await test.database.query('delete from connections.connections');
  folder = await mkdtemp(join(tmpdir(), 'watchroom-connections-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sync = () => syncDocuments(test.database, folder, systemClock, kinds, reader);
const write = (file: string, spec: object, name = 'app') =>
  writeFile(join(folder, file), JSON.stringify({ kind: 'Connection', metadata: { name, namespace: 'shop' }, spec }));

interface Stored {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly sealed: string;
  readonly password: string | null;
  readonly updated_at: Date;
}
async function living() {
  const found = await test.database.query<Stored>('select * from connections.connections where deleted_at is null');
  return found.rows.map((row) => ({ ...row, entry: openEntry(secrets, row.id, row.sealed) }));
}

it('is stored encrypted as the row that its type makes of it, and left alone while it stays the same', async () => {
  await write('a.json', {
    postgres: { host: 'db.example:5432', username: { value: 'ann' }, password: { value: 'S3CRET' }, database: 'app' },
  });
  await sync();
  const [row] = await living();
  expect(row).toMatchObject({
    source: 'file:a.json',
    type: 'postgres',
    password: '••••••••',
    entry: {
      url: 'postgres://$(username):$(password)@$(properties.host)/$(properties.database)',
      username: 'ann',
      password: 'S3CRET',
      properties: { host: 'db.example:5432', database: 'app' },
    },
  });
  await sync();
  expect(await living()).toEqual([row]);
});

it('may have the flat form, names of its own, and references', async () => {
  await write('flat.json', { type: 'HTTP', url: 'https://ann:S3CRET@api.example', insecure_tls: true }, 'flat');
  const keyRef = { valueFrom: { secretKeyRef: { name: 'mail', key: 'password' } } };
  await write(
    'mail.json',
    {
      smtp: {
        host: 'mail.example',
        port: 25,
        fromAddress: 'a@b.example',
        fromName: 'A',
        username: 'u',
        password: keyRef,
      },
    },
    'mail',
  );
  await sync();
  const entries = new Map((await living()).map(({ source, entry }) => [source, entry]));
  expect(entries.get('file:flat.json')).toEqual({
    url: 'https://api.example',
    username: 'ann',
    password: 'S3CRET',
    insecure_tls: true,
  });
  expect(entries.get('file:mail.json')).toMatchObject({
    password: 'secret://mail/password',
    properties: { host: 'mail.example', port: '25', from: 'a@b.example', fromName: 'A' },
  });
});

it('is refused with the reason', async () => {
  await write('none.json', { carrier: {} }, 'none');
  await write('two.json', { http: { url: 'http://a' }, postgres: {} }, 'two');
  await write('wrong.json', { http: { url: 'nowhere' } }, 'wrong');
  const { errors } = await sync();
  expect(await living()).toEqual([]);
  const told = errors.join('\n');
  for (const reason of ['(carrier)', 'http and postgres', 'url: Write an address']) expect(told).toContain(reason);
});

it('goes with its file and comes back under its id, and takes no name from a person', async () => {
  await write('a.json', { http: { url: 'http://a.example' } });
  await sync();
  const [before] = await living();
  await rm(join(folder, 'a.json'));
  await sync();
  expect(await living()).toEqual([]);
  await write('a.json', { http: { url: 'http://b.example' } });
  await sync();
  expect(await living()).toMatchObject([{ id: before?.id, entry: { url: 'http://b.example' } }]);
  await test.database.query('update connections.connections set source = null');
  const { errors } = await sync();
  expect(errors.join()).toContain('shop/app exists already, from the console');
});
