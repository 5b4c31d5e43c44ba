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
import { madeUpRoom } from './made-up-room.ts';

/** Every folder of a room on which no other depends. Its migrations stay, and so do its tables (ARCHITECTURE.md). */
const SAVED_VIEWS = [
  'contract/src/views',
  'server/src/views',
  'console/src/views',
  'docs/views',
  'database/api/views.sql',
];

let copy: Copy;

beforeAll(async () => {
  copy = await copyProduct();
  const numbers = (await readdir(join(copy.root, 'database/migrations'))).map((name) => Number(name.slice(0, 4)));
  await copy.remove(SAVED_VIEWS);
  await copy.write(madeUpRoom(String(Math.max(...numbers) + 1).padStart(4, '0')));
  await promisify(execFile)(process.execPath, ['tools/generate.ts', '--lists'], { cwd: copy.root });
});

afterAll(() => copy[Symbol.asyncDispose]());

describe('the product without one room and with another', () => {
  it.each([
    ['types', judgeTypes],
    ['rooms', judgeRooms],
    ['docs', judgeDocs],
    ['generated', judgeGenerated],
  ])('passes the gate %s', { timeout: 600_000 }, async (_, judge) => {
    expect(await judge(copy.root)).toEqual({ ok: true, problems: [] });
  });

  it('shows the screens of the one and not of the other', async () => {
    const file = join(copy.root, 'console/src/app/screens.ts');
    const { MAIN_SCREENS, SETTINGS_SCREENS } = (await import(file)) as Record<string, readonly { path: string }[]>;
    expect(MAIN_SCREENS?.map(({ path }) => path)).toEqual(['/health', '/ledger']);
    const settings = SETTINGS_SCREENS?.map(({ path }) => path);
    expect(settings).toContain('/settings/teams');
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
      const refused = await fetch(`${program.url}/api/db/ledger_lines`, { method: 'POST', headers, body: '{"text":"x"}' });
      expect(refused.status).toBe(403);
    });

    it('serves the guide of the made-up room', async () => {
      expect((await program.call('GET', '/docs/ledger/guide')).status).toBe(200);
    });

    it('has no table of the removed room, whose rows the database keeps', async () => {
      expect((await program.call('GET', '/api/db/saved_views')).status).toBe(404);
      expect(await database.query('select id from views.saved_views')).toEqual([]);
      expect((await program.call('GET', '/api/db/teams')).status).toBe(200);
    });
  });
});
