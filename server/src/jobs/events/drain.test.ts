import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import { enqueueEvent, enqueueEvents } from './enqueue.ts';
import { pauseAfter } from './react.ts';
import type { QueuedEvent } from '../../platform/rooms/reaction.ts';
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

const never = () => new Promise<never>(() => {});

/** Its timers fire when the test says so. */
function handClock(): Clock & { fire(delay: number): void; readonly delays: readonly number[] } {
  let timers: { delay: number; call: () => void }[] = [];
  return {
    ...systemClock,
    after(delay, call) {
      const timer = { delay, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    fire(delay) {
      const due = timers.filter((timer) => timer.delay === delay);
      timers = timers.filter((timer) => timer.delay !== delay);
      for (const timer of due) timer.call();
    },
    get delays() {
      return timers.map((timer) => timer.delay);
    },
  };
}

describe('an event', () => {
  it('is handled once by every reaction that hears its name, and gone', async () => {
    const seen: [string, QueuedEvent][] = [];
    const heard = (name: string, event: string) =>
      reaction(({ event: given }) => seen.push([name, given]), { name, event });
    await add('thing.broke', { id: 'a' });
    const outcome = await drain(database, [
      heard('by-name', 'thing.broke'),
      heard('by-star', 'thing.*'),
      heard('other', 'thing'),
      heard('elsewhere', 'thing.broke.loudly'),
    ]);
    expect(seen.map(([name]) => name)).toEqual(['by-name', 'by-star']);
    expect(seen[0]?.[1]).toMatchObject({ name: 'thing.broke', properties: { id: 'a' }, attempt: 1 });
    expect(outcome).toMatchObject({ successes: 1, errors: [] });
    expect(await queueRows(database)).toEqual([]);
  });

  it('that nobody hears is dropped, and makes no row in the history', async () => {
    await enqueueEvents(
      database,
      Array.from({ length: 500 }, (_, n) => ({ name: `unheard_${n % 3}`, properties: { n } })),
    );
    await add('thing.later', {}, { delay: 60_000 });
    const outcome = await drain(database, [reaction(() => undefined, { event: 'unheard%' })]);
    expect(outcome).toEqual({ successes: 0, errors: [], summary: { dropped: 500, dead: 0 } });
    expect((await queueRows(database)).map((row) => row.name)).toEqual(['thing.later']);
  });

  it('is taken in the order of priority, then of age', async () => {
    const seen: unknown[] = [];
    for (let n = 0; n < 60; n += 1) await add('thing.x', { n }, { priority: n === 59 ? 200 : n === 0 ? 50 : 100 });
    await drain(database, [reaction(({ event }) => seen.push(event.properties['n']))]);
    expect(seen).toHaveLength(60);
    expect(seen.slice(0, 20)).toContain(59);
    expect(seen.slice(40)).toContain(0);
    expect(seen.slice(0, 20)).toContain(1);
  });
});

describe('a reaction that fails', () => {
  it('leaves the attempt, its error and a pause', async () => {
    await add('thing.x');
    const outcome = await drain(database, [failing('a\0b')]);
    expect(outcome).toMatchObject({ successes: 0, errors: ['react: a\0b'], summary: { dead: 0 } });
    const [row] = await queueRows(database);
    expect(row).toMatchObject({ attempts: 1, error: 'react: a\\0b' });
    expect(row?.last_attempt).not.toBeNull();
    expect(row?.due_in).toBeGreaterThan(53);
    expect(row?.due_in).toBeLessThan(67);
  });

  it('pauses longer each time, with a cap and some chance, and no fifth time', () => {
    const minutes = (attempt: number, random: number) => (pauseAfter(attempt, random) ?? Number.NaN) / 60_000;
    expect([1, 2, 3].map((attempt) => minutes(attempt, 0.5))).toEqual([1, 16, 240]);
    expect([minutes(1, 0), minutes(2, 0)]).toEqual([0.9, 14.4]);
    expect(pauseAfter(4, 0.5)).toBeNull();
  });

  it('kills the event with the fourth attempt, which stays to be seen and is never tried again by itself', async () => {
    const attempts: number[] = [];
    const run = reaction(({ event }) => {
      attempts.push(event.attempt);
      throw new Error('no answer');
    });
    await add('thing.x');
    for (let time = 0; time < 6; time += 1) {
      await drain(database, [run]);
      await passTime(database, 10 * 3_600);
    }
    expect(attempts).toEqual([1, 2, 3, 4]);
    expect(await queueRows(database)).toMatchObject([{ attempts: 4, due_at: null, error: 'react: no answer' }]);
    const shown = await database.query('select name, next_attempt from api.failed_events');
    expect(shown.rows).toEqual([{ name: 'thing.x', next_attempt: null }]);
    await add('thing.x');
    expect((await drain(database, [reaction(() => undefined)])).successes).toBe(1);
  });

  it('is repeated alone: the others that succeeded are not', async () => {
    let fine = 0;
    let broken = 0;
    const reactions = [
      reaction(() => (fine += 1), { name: 'fine' }),
      reaction(
        () => {
          broken += 1;
          if (broken === 1) throw new Error('no answer');
        },
        { name: 'broken' },
      ),
    ];
    await add('thing.x');
    await drain(database, reactions);
    await passTime(database, 120);
    await drain(database, reactions);
    expect([fine, broken]).toEqual([1, 2]);
    expect(await queueRows(database)).toEqual([]);
  });

  it('holds nothing back: what comes after it is handled', async () => {
    for (let n = 0; n < 50; n += 1) await add('thing.x', { n });
    const outcome = await drain(database, [
      reaction(({ event }) => {
        if (Number(event.properties['n']) % 2 === 0) throw new Error(`no answer to ${String(event.properties['n'])}`);
      }),
    ]);
    expect(outcome.successes).toBe(25);
    expect(outcome.errors).toHaveLength(25);
    expect(await queueRows(database)).toHaveLength(25);
  });
});

describe('a reaction that hangs', () => {
  it('is cut at its deadline, its signal aborted, while others go on', async () => {
    const clock = handClock();
    let aborted: unknown;
    const reactions = [
      reaction(
        ({ signal }) => {
          signal.addEventListener('abort', () => (aborted = signal.reason as unknown));
          return never();
        },
        { name: 'hangs', event: 'thing.hangs', deadline: 5_000 },
      ),
      reaction(() => undefined, { event: 'thing.x' }),
    ];
    await add('thing.hangs');
    for (let n = 0; n < 100; n += 1) await add('thing.x', { n });
    const drained = drain(database, reactions, { clock });
    await expect.poll(async () => (await queueRows(database)).map((row) => row.name)).toEqual(['thing.hangs']);
    await expect.poll(() => clock.delays).toContain(5_000);
    clock.fire(5_000);
    expect(await drained).toMatchObject({ successes: 100, errors: ['hangs: It took longer than 5 s.'] });
    expect(aborted).toEqual(new Error('It took longer than 5 s.'));
    expect(await queueRows(database)).toMatchObject([{ name: 'thing.hangs', attempts: 1 }]);
  });

  it('does not keep new events waiting', async () => {
    const clock = handClock();
    await add('thing.hangs');
    const drained = drain(
      database,
      [reaction(({ event }) => (event.name === 'thing.hangs' ? never() : undefined), { deadline: 5_000 })],
      { clock },
    );
    await expect.poll(() => clock.delays).toContain(500);
    await add('thing.x');
    clock.fire(500);
    await expect.poll(async () => (await queueRows(database)).map((row) => row.name)).toEqual(['thing.hangs']);
    clock.fire(5_000);
    await drained;
  });
});

describe('the end of a server', () => {
  it('hands back what runs, without an attempt and without an error', async () => {
    const ending = new AbortController();
    let began = 0;
    await add('thing.x');
    const drained = drain(
      database,
      [
        reaction(() => {
          began += 1;
          return never();
        }),
        reaction(() => undefined, { name: 'fine' }),
      ],
      {
        signal: ending.signal,
      },
    );
    await expect.poll(() => began).toBe(1);
    ending.abort(new Error('the server stops'));
    expect(await drained).toMatchObject({ successes: 0, errors: [] });
    expect(await queueRows(database)).toMatchObject([
      { attempts: 0, error: null, last_attempt: null, reacted: ['fine'] },
    ]);
    expect((await drain(database, [reaction(() => undefined)])).successes).toBe(1);
  });

  it('by a crash brings its events back with the end of their lease, under the same id', async () => {
    const crashed = openDatabase(test.settings, silentLog);
    const ids: string[] = [];
    await add('thing.x');
    const lost = drain(
      crashed,
      [
        reaction(({ event }) => {
          ids.push(event.id);
          return never();
        }),
      ],
      { clock: handClock() },
    );
    await expect.poll(() => ids.length).toBe(1);
    await crashed.close();
    const other = reaction(({ event }) => ids.push(event.id));
    expect((await drain(database, [other])).successes).toBe(0);
    await passTime(database, 61);
    expect((await drain(database, [other])).successes).toBe(1);
    expect(ids[1]).toBe(ids[0]);
    expect(await queueRows(database)).toEqual([]);
    void lost.catch(() => undefined);
  });

  it('by the event itself happens four times, then the event is dead and says so', async () => {
    await add('thing.x');
    await database.query('update jobs.event_queue set attempts = 4');
    let runs = 0;
    const outcome = await drain(database, [reaction(() => (runs += 1))]);
    expect(runs).toBe(0);
    expect(outcome).toMatchObject({ successes: 0, summary: { dead: 1 } });
    const [row] = await queueRows(database);
    expect(row).toMatchObject({ attempts: 4, due_at: null });
    expect(row?.error).toContain('ended because its process ended');
  });
});

describe('several drains at once', () => {
  it('share ten thousand events, and do none of them twice', async () => {
    const replica = openDatabase(test.settings, silentLog);
    const count = 10_000;
    await database.transaction((transaction) =>
      enqueueEvents(
        transaction,
        Array.from({ length: count }, (_, n) => ({ name: 'thing.x', properties: { n } })),
      ),
    );
    const times = new Map<string, number>();
    const shares = [0, 0];
    const work = (share: number) => [
      reaction(({ event }) => {
        times.set(event.id, (times.get(event.id) ?? 0) + 1);
        shares[share] = (shares[share] ?? 0) + 1;
      }),
    ];
    const outcomes = await Promise.all([drain(database, work(0)), drain(replica, work(1))]);
    await replica.close();
    expect([times.size, Math.max(...times.values())]).toEqual([count, 1]);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(outcomes.reduce((sum, { successes }) => sum + successes, 0)).toBe(count);
    expect(await queueRows(database)).toEqual([]);
  });
});
