import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run as judgeDocs } from '../../tools/gates/docs.ts';
import { run as judgeGenerated } from '../../tools/gates/generated.ts';
import { run as judgeRooms } from '../../tools/gates/rooms.ts';
import { run as judgeTypes } from '../../tools/gates/types.ts';
import { createOutsideDatabase, type OutsideDatabase } from '../kit/database.ts';
import { type Program, startProgram } from '../kit/program.ts';
import { type Copy, copyProduct } from './copy.ts';
import { madeUpKind } from './made-up-kind.ts';
import { madeUpResource } from './made-up-resource.ts';
import { madeUpRoom } from './made-up-room.ts';

/** Every folder of a room on which no other depends. Its migrations stay, and so do its tables (ARCHITECTURE.md). */
const SAVED_VIEWS = [
  'contract/src/views',
  'server/src/views',
  'console/src/views',
  'docs/views',
  'database/api/views.sql',
];

const numbers = (await readdir(join(import.meta.dirname, '../../database/migrations'))).map((name) =>
  Number(name.slice(0, 4)),
);
const [first = '', second = ''] = [1, 2].map((place) => String(Math.max(...numbers) + place).padStart(4, '0'));
const ROOM = madeUpRoom(first);
const RESOURCE = madeUpResource(second);

describe('what is written by hand', () => {
  it('for one more room is its folders and nothing else', () => {
    const elsewhere = Object.keys(ROOM).filter((path) => !/\/ledger\/|[/_]ledger[._]/.test(path));
    expect(elsewhere).toEqual([]);
    expect(Object.values(ROOM).filter((content) => typeof content !== 'string')).toEqual([]);
  });

  it('for one more resource is at most eight files on all floors', () => {
    expect(Object.keys(RESOURCE).length).toBeLessThanOrEqual(8);
  });

  it('for one more kind is one file', () => {
    expect(Object.keys(madeUpKind)).toHaveLength(1);
  });
});

let copy: Copy;

beforeAll(async () => {
  copy = await copyProduct();
  await copy.remove(SAVED_VIEWS);
  for (const files of [ROOM, RESOURCE, madeUpKind]) await copy.write(files);
  // All that follows from them, the types of rows included, on a database of its own.
  await promisify(execFile)(process.execPath, ['tools/generate.ts'], { cwd: copy.root });
});

afterAll(() => copy[Symbol.asyncDispose]());

describe('the product without one room and with another, one more resource and one more kind', () => {
  it.each([
    ['types', judgeTypes],
    ['rooms', judgeRooms],
    ['docs', judgeDocs],
    ['generated', judgeGenerated],
  ])('passes the gate %s', { timeout: 600_000 }, async (_, judge) => {
    expect(await judge(copy.root)).toEqual({ ok: true, problems: [] });
  });

  it('shows the screens of what was added and not of the removed room', async () => {
    const file = join(copy.root, 'console/src/app/screens.ts');
    const { MAIN_SCREENS, SETTINGS_SCREENS } = (await import(file)) as Record<string, readonly { path: string }[]>;
    expect(MAIN_SCREENS?.map(({ path }) => path)).toEqual(['/health', '/ledger']);
    const settings = SETTINGS_SCREENS?.map(({ path }) => path);
    expect(settings).toEqual(expect.arrayContaining(['/settings/teams', '/settings/shelves']));
    expect(settings).not.toContain('/settings/saved-views');
  });

  describe('when it runs', () => {
    let database: OutsideDatabase;
    let program: Program;

    beforeAll(async () => {
      database = await createOutsideDatabase();
      program = await startProgram({ root: copy.root, environment: database.environment });
    });

    afterAll(async () => {
      await program[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    it('answers the route of the made-up room, for those who may read its area', async () => {
      expect(await program.call('GET', '/api/v1/ledger/count')).toMatchObject({ status: 200, body: { lines: 0 } });
      const nobody = await fetch(`${program.url}/api/v1/ledger/count`);
      expect(nobody.status).toBe(401);
    });

    it('has the table of the made-up room in the data API, under the rights of its area', async () => {
      expect((await program.call('POST', '/api/db/ledger_lines', { text: 'hello' })).status).toBe(201);
      expect((await program.call('GET', '/api/db/ledger_lines?select=text')).body).toEqual([{ text: 'hello' }]);
      const cookie = `watchroom_session=${await database.signInAs('viewer')}`;
      const headers = { cookie, 'content-type': 'application/json', origin: program.url };
      const refused = await fetch(`${program.url}/api/db/ledger_lines`, {
        method: 'POST',
        headers,
        body: '{"text":"x"}',
      });
      expect(refused.status).toBe(403);
    });

    it('serves the guide of the made-up room', async () => {
      expect((await program.call('GET', '/docs/ledger/guide')).status).toBe(200);
    });

    it('has the table of the made-up resource in the data API, and its guide', async () => {
      const shelf = { name: 'Left', boards: { oak: 3 } };
      expect((await program.call('POST', '/api/db/shelves', shelf)).status).toBe(201);
      // The call of manage_table attached the trigger that takes the source from the caller, not from the default.
      expect((await program.call('GET', '/api/db/shelves?select=name,boards,source')).body).toEqual([
        { ...shelf, source: null },
      ]);
      expect((await program.call('GET', '/docs/features/shelves')).status).toBe(200);
    });

    it('offers the made-up kind, and takes and refuses its entries by the schema of its file', async () => {
      const { body } = await program.call('GET', '/api/schemas/health.kinds/coin');
      expect(body).toMatchObject({ title: 'Coin', schema: { properties: { side: { enum: ['heads', 'tails'] } } } });
      const add = (side: string) =>
        program.call('POST', '/api/db/canaries', {
          namespace: 'default',
          name: side,
          spec: { schedule: '@never', coin: [{ name: 'toss', side }] },
        });
      expect((await add('heads')).status).toBe(201);
      expect((await add('edge')).status).toBe(400);
    });

    it('has no table of the removed room, whose rows the database keeps', async () => {
      expect((await program.call('GET', '/api/db/saved_views')).status).toBe(404);
      expect(await database.query('select id from views.saved_views')).toEqual([]);
      expect((await program.call('GET', '/api/db/teams')).status).toBe(200);
    });
  });
});
