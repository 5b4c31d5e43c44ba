import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChangeMessage } from '@watchroom/contract/changes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import type { Database } from '../database/database.ts';
import { createHttpServer } from '../http/server.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { announceChange, type ChangeFeed, openChangeFeed } from './changes.ts';
import { type Reader, streamChanges } from './stream.ts';

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
    for (const payload of ['', 'nonsense', '[]', '{"ids":[]}', 'null'])
      await database.query(`select pg_notify('watchroom_changes', $1)`, [payload]);
    await announceChange(database, 'checks', ['a']);
    await expect.poll(() => withoutProbes(heard)).toHaveLength(6);
    expect(withoutProbes(heard).slice(0, 5)).toEqual(Array(5).fill('gap'));
  });
});

/** A clock whose heartbeat comes when the test says so. */
function handBeat(): Clock & { beat(): void } {
  let call = () => {};
  return { ...systemClock, after: (_, next) => ((call = next), () => (call = () => {})), beat: () => call() };
}

describe('the stream to a browser', () => {
  async function open(options: Partial<Reader> = {}) {
    const listeners = new Set<(message: ChangeMessage | 'gap') => void>();
    const feed: ChangeFeed = {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: async () => undefined,
    };
    const clock = handBeat();
    const app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
    app.get('/changes', { config: { permission: 'public' } }, (request, reply) =>
      streamChanges(
        request,
        reply,
        feed,
        clock,
        { mayRead: () => true, concerns: () => false, stillValid: async () => true, ...options },
        new Set(),
      ),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`http://127.0.0.1:${port}/changes`, resolve).on('error', reject),
    );
    let text = '';
    let isOver = false;
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('close', () => (isOver = true));
    response.on('error', () => undefined);
    ends.push(() => {
      response.destroy();
      return app.close();
    });
    await expect.poll(() => text).toContain('event: hello');
    return {
      listeners,
      clock,
      response,
      text: () => text,
      isOver: () => isOver,
      tell: (message: ChangeMessage | 'gap') => {
        for (const listener of listeners) listener(message);
      },
    };
  }

  it('stays open, tells changes of tables that the caller may read, and no others', async () => {
    const stream = await open({ mayRead: (table) => table === 'checks' });
    stream.tell({ table: 'people', ids: ['secret'], tx: '1' });
    stream.tell({ table: 'checks', ids: ['a'], tx: '2' });
    await expect.poll(stream.text).toContain('event: change\ndata: {"table":"checks","ids":["a"],"tx":"2"}\n\n');
    expect(stream.text()).not.toContain('secret');
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(stream.listeners.size).toBe(1);
  });

  it('answers a gap with "reload"', async () => {
    const stream = await open();
    stream.tell('gap');
    await expect.poll(stream.text).toContain('event: reload\n');
  });

  it('shows that it lives, and ends with the session of the caller', async () => {
    let isValid = true;
    const stream = await open({ stillValid: async () => isValid });
    stream.clock.beat();
    await expect.poll(stream.text).toContain('event: beat\n');
    isValid = false;
    await expect
      .poll(() => {
        stream.clock.beat();
        return stream.isOver();
      })
      .toBe(true);
    await expect.poll(() => stream.listeners.size).toBe(0);
  });

  it('ends at once when a change ended the session, and nothing that comes meanwhile ends the process', async () => {
    const stream = await open({ concerns: ({ table }) => table === 'sessions', stillValid: async () => false });
    for (let count = 0; count < 50; count += 1) {
      stream.tell({ table: 'sessions', ids: ['mine'], tx: '1' });
      await Promise.resolve();
      stream.tell({ table: 'checks', ids: ['a'], tx: '2' });
    }
    await expect.poll(stream.isOver).toBe(true);
    expect(stream.listeners.size).toBe(0);
  });

  it('is forgotten when the browser goes away', async () => {
    const stream = await open();
    expect(stream.listeners.size).toBe(1);
    stream.response.destroy();
    await expect.poll(() => stream.listeners.size).toBe(0);
  });
});
