import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { type AttemptLimits, beginAttempt, deleteOldAttempts } from './attempts.ts';
import { type HandClock, handClock } from './testing/identity-server.ts';

const MINUTE = 60_000;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let clock: HandClock;
let limits: AttemptLimits;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await test.database.query('truncate identity.attempts');
  clock = handClock();
  limits = { database: test.database, clock, key: Buffer.alloc(32, 1) };
});

async function fail(times: number, account = 'ann@example.com', ip = '203.0.113.1'): Promise<void> {
  for (let time = 0; time < times; time += 1) await beginAttempt(limits, account, ip);
}

const refused = { code: 'too_many_requests' };

describe('failed attempts', () => {
  it('of one account from one address are refused after five, until the oldest is a quarter of an hour old', async () => {
    await fail(1);
    clock.forward(5 * MINUTE);
    await fail(4);
    await expect(fail(1)).rejects.toMatchObject({ ...refused, retryAfter: 600 });
    clock.forward(10 * MINUTE - 1);
    await expect(fail(1)).rejects.toMatchObject({ ...refused, retryAfter: 1 });
    clock.forward(2);
    await fail(1);
  });

  it('that were refused do not prolong the wait', async () => {
    await fail(5);
    clock.forward(14 * MINUTE);
    for (let time = 0; time < 20; time += 1) await expect(fail(1)).rejects.toMatchObject(refused);
    clock.forward(MINUTE + 1);
    await fail(5);
  });

  it('from one address leave the account open to another address', async () => {
    await fail(5, 'ann@example.com', '203.0.113.1');
    await fail(1, 'ann@example.com', '203.0.113.2');
  });

  it('of thirty accounts close an address to all others', async () => {
    for (let number = 0; number < 30; number += 1) await fail(1, `person${number}@example.com`);
    await expect(fail(1, 'one-more@example.com')).rejects.toMatchObject(refused);
  });

  it('from addresses of one IPv6 network count together', async () => {
    for (let number = 1; number <= 5; number += 1) await fail(1, 'ann@example.com', `2001:db8::${number}`);
    await expect(fail(1, 'ann@example.com', '2001:db8::6')).rejects.toMatchObject(refused);
  });

  it('from many addresses close an account to strangers, and not to where its owner has signed in', async () => {
    const home = '198.51.100.9';
    await (await beginAttempt(limits, 'ann@example.com', home)).succeeded();
    clock.forward(20 * 24 * 60 * MINUTE);
    for (let number = 0; number < 100; number += 1) await fail(1, 'ann@example.com', `203.0.113.${number}`);
    await expect(fail(1, 'ann@example.com', '203.0.113.200')).rejects.toMatchObject(refused);
    await fail(5, 'ann@example.com', home);
    await expect(fail(1, 'ann@example.com', home)).rejects.toMatchObject(refused);
  });

  it('of others at one address do not stop an account that is known there', async () => {
    await (await beginAttempt(limits, 'ann@example.com', '203.0.113.1')).succeeded();
    for (let number = 0; number < 30; number += 1) await fail(1, `person${number}@example.com`);
    await fail(1, 'ann@example.com');
  });

  it('that arrive together are let through no more often than one after another', async () => {
    const together = await Promise.allSettled(
      Array.from({ length: 20 }, () => beginAttempt(limits, 'ann@example.com', '203.0.113.1')),
    );
    expect(together.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(5);
  });

  it('are stored without the email', async () => {
    await fail(1, 'ann@example.com');
    const stored = await test.database.query<{ key: string }>('select key from identity.attempts');
    expect(stored.rows).toHaveLength(3);
    expect(JSON.stringify(stored.rows)).not.toContain('ann');
  });
});

describe('an attempt that succeeded', () => {
  it('forgets the failures of its account from its address', async () => {
    await fail(4);
    await (await beginAttempt(limits, 'ann@example.com', '203.0.113.1')).succeeded();
    await fail(5);
    await expect(fail(1)).rejects.toMatchObject(refused);
  });

  it('does not forget what its address did to other accounts', async () => {
    for (let number = 0; number < 29; number += 1) await fail(1, `person${number}@example.com`);
    await (await beginAttempt(limits, 'mallory@example.com', '203.0.113.1')).succeeded();
    await fail(1, 'victim@example.com');
    await expect(fail(1, 'another@example.com')).rejects.toMatchObject(refused);
  });
});

describe('an attempt that was withdrawn', () => {
  it('counts nowhere', async () => {
    for (let time = 0; time < 40; time += 1)
      await (await beginAttempt(limits, 'ann@example.com', '203.0.113.1')).withdraw();
    const stored = await test.database.query('select key from identity.attempts');
    expect(stored.rows).toEqual([]);
  });
});

describe('deleting old attempts', () => {
  it('keeps what a limit still counts and where accounts are known', async () => {
    await fail(1);
    await (await beginAttempt(limits, 'bob@example.com', '203.0.113.1')).succeeded();
    await test.database.query(`update identity.attempts set at = at - interval '14 minutes'`);
    await deleteOldAttempts(test.database);
    expect(await kinds()).toEqual(['account', 'address', 'known', 'pair']);
    await test.database.query(`update identity.attempts set at = at - interval '2 minutes'`);
    await deleteOldAttempts(test.database);
    expect(await kinds()).toEqual(['known']);
    await test.database.query(`update identity.attempts set at = at - interval '30 days'`);
    await deleteOldAttempts(test.database);
    expect(await kinds()).toEqual([]);
  });

  async function kinds(): Promise<(string | undefined)[]> {
    const stored = await test.database.query<{ key: string }>('select key from identity.attempts order by key');
    return stored.rows.map((row) => row.key.split(':')[0]);
  }
});

describe('two successes at one moment', () => {
  it('both succeed, however often they meet', async () => {
    for (let time = 0; time < 40; time += 1) {
      const attempts = await Promise.all([0, 1].map(() => beginAttempt(limits, 'ann@example.com', '203.0.113.1')));
      await Promise.all(attempts.map((attempt) => attempt.succeeded()));
    }
  });
});
