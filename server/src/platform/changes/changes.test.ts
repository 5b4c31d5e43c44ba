import type { ChangeMessage } from '@watchroom/contract/changes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import type { Database } from '../database/database.ts';
import { systemClock } from '../time/clock.ts';
import { announceChange, type ChangeFeed, openChangeFeed } from './changes.ts';

let test: TestDatabase;
let database: Database;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const backends = async () =>
  (
    await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'watchroom-listen'`,
    )
  ).rows.map((row) => row.pid);

async function openFeed(): Promise<{ feed: ChangeFeed; heard: (ChangeMessage | 'gap')[] }> {
  const feed = openChangeFeed(database, systemClock, silentLog);
  ends.push(() => feed.stop());
  const heard: (ChangeMessage | 'gap')[] = [];
  feed.subscribe((message) => heard.push(message));
  await listening(heard);
  return { feed, heard };
}

/** Until a message comes through; then nothing that was said before is heard any more. */
async function listening(heard: unknown[]): Promise<void> {
  await expect
    .poll(async () => {
      await database.query(`select pg_notify('watchroom_changes', '{"table":"probe","ids":[],"tx":"0"}')`);
      return heard.length;
    })
    .toBeGreaterThan(0);
  heard.length = 0;
}
const withoutProbes = (heard: readonly (ChangeMessage | 'gap')[]) =>
  heard.filter((message) => message === 'gap' || message.table !== 'probe');

describe('the change feed', () => {
  it('tells what a transaction announced when it is committed, and nothing of one that failed', async () => {
    const { heard } = await openFeed();
    await database
      .transaction(async (transaction) => {
        await announceChange(transaction, 'checks', ['a']);
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.transaction((transaction) => announceChange(transaction, 'checks', ['b', 'c']));
    await expect.poll(() => withoutProbes(heard)).toHaveLength(1);
    expect(withoutProbes(heard)[0]).toMatchObject({
      table: 'checks',
      ids: ['b', 'c'],
      tx: expect.stringMatching(/^\d+$/) as string,
    });
  });

  it('names two hundred ids and says "many" above that; nothing for none', async () => {
    const { heard } = await openFeed();
    const ids = Array.from({ length: 201 }, () => crypto.randomUUID());
    await announceChange(database, 'check_statuses', []);
    await announceChange(database, 'check_statuses', ids.slice(0, 200));
    await announceChange(database, 'check_statuses', ids);
    await expect.poll(() => withoutProbes(heard)).toHaveLength(2);
    expect(withoutProbes(heard)).toMatchObject([{ ids: ids.slice(0, 200) }, { ids: 'many' }]);
  });

  it('says "gap" when its connection was lost, listens again on one connection and tells each message once', async () => {
    const { heard } = await openFeed();
    for (let round = 0; round < 2; round += 1) {
      heard.length = 0;
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'watchroom-listen'`,
      );
      await expect.poll(() => heard).toContain('gap');
    }
    await expect.poll(backends).toHaveLength(1);
    heard.length = 0;
    await announceChange(database, 'checks', ['a']);
    await announceChange(database, 'checks', ['b']);
    await expect.poll(() => withoutProbes(heard).length).toBeGreaterThanOrEqual(2);
    expect(withoutProbes(heard)).toMatchObject([{ ids: ['a'] }, { ids: ['b'] }]);
  });

  it('takes what is no message of ours for a gap and goes on', async () => {
    const { heard } = await openFeed();
    for (const payload of ['', 'nonsense', '[]', '{"ids":[]}', '{"table":"sessions"}', 'null'])
      await database.query(`select pg_notify('watchroom_changes', $1)`, [payload]);
    await announceChange(database, 'checks', ['a']);
    await expect.poll(() => withoutProbes(heard)).toHaveLength(7);
    expect(withoutProbes(heard).slice(0, 6)).toEqual(Array(6).fill('gap'));
  });
});
