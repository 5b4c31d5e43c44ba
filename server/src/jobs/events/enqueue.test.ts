import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { enqueueEvent, enqueueEvents } from './enqueue.ts';
import { drain, failing, passTime, queueRows, reaction } from './testing/queue.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from jobs.event_queue');
  await database.query('delete from jobs.job_history');
});

const add = (name: string, properties: object = {}, more: { delay?: number; priority?: number } = {}) =>
  enqueueEvent(database, name, { ...properties }, more);

describe('an event that is written', () => {
  it('with a delay waits for it', async () => {
    await add('thing.x', {}, { delay: 90_000 });
    expect((await drain(database, [reaction(() => undefined)])).successes).toBe(0);
    const [row] = await queueRows(database);
    expect(row?.delay).toBe('90000000000');
    expect(row?.due_in).toBeGreaterThan(80);
    await passTime(database, 91);
    expect((await drain(database, [reaction(() => undefined)])).successes).toBe(1);
  });

  it('of a transaction that fails was never there', async () => {
    await expect(
      database.transaction(async (transaction) => {
        await enqueueEvent(transaction, 'thing.x', {});
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await queueRows(database)).toEqual([]);
  });

  it('with bytes that the database does not take is stored readable', async () => {
    await add('thing.x', { text: 'a\0b\ud800' });
    expect((await queueRows(database))[0]?.properties).toEqual({ text: 'a\\0b\ufffd' });
  });
});

describe('an event that waits already', () => {
  it('begins anew: young, without attempts and error, under another id', async () => {
    await add('thing.x', { id: 'a', more: [1, 2] });
    await drain(database, [failing(), reaction(() => undefined, { name: 'fine' })]);
    await database.query(`update jobs.event_queue set created_at = now() - interval '1 day'`);
    const [before] = await queueRows(database);
    expect(before).toMatchObject({ attempts: 1, error: 'react: no answer', reacted: ['fine'] });
    await add('thing.x', { more: [1, 2], id: 'a' }, { priority: 7 });
    const [after, ...others] = await queueRows(database);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ attempts: 0, error: null, last_attempt: null, reacted: [], priority: 7 });
    expect(after?.created_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(after?.id).not.toBe(before?.id);
  });

  it('is one, though it is in a batch several times', async () => {
    await enqueueEvents(
      database,
      Array.from({ length: 5 }, () => ({ name: 'thing.x', properties: { id: 'a' } })),
    );
    expect(await queueRows(database)).toHaveLength(1);
  });

  it.each(['succeeds', 'fails'])(
    'and is written again while a reaction runs that %s, is handled again',
    async (how) => {
      const ids: string[] = [];
      await add('thing.x');
      await drain(database, [
        reaction(async ({ event }) => {
          ids.push(event.id);
          if (ids.length > 1) return;
          await add('thing.x');
          if (how === 'fails') throw new Error('no answer');
        }),
      ]);
      expect(new Set(ids).size).toBe(2);
      expect(await queueRows(database)).toEqual([]);
    },
  );
});
