import { createOutbound } from '@watchroom/outbound';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { registerProcess, startJobs } from '../../jobs/index.ts';
import { openChangeFeed } from '../../platform/changes/changes.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { handClock } from '../testing/identity-server.ts';
import { deliverMails, deliverOnMails, mailJobs } from './jobs.ts';
import type { MailServer } from './mail-server.ts';
import { queueMail } from './outbox.ts';
import { claimMail } from './queue.ts';
import { headersOf, serveSmtp } from './testing/smtp.ts';

const MINUTE = 60_000;
const LIMITS = { connect: 500, silence: 500, whole: 5_000 };

let test: TestDatabase;
const outbound = createOutbound();
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await outbound[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => test.database.query('delete from identity.mails'));

const queue = (to = 'ann@example.com', subject = 'Subject') =>
  queueMail(test.database, { kind: 'recovery', to, subject, body: 'the code 123456' });

async function rows() {
  const found = await test.database.query<{
    recipient: string;
    status: string;
    attempts: number;
    body: string | null;
    error: string | null;
  }>('select recipient, status, attempts, body, error from identity.mails order by id');
  return found.rows;
}

function deliver(server: MailServer, clock = handClock(), signal = new AbortController().signal) {
  // The rows are as young as the clock of the database says, the clock by hand a little older.
  clock.forward(1_000);
  return deliverMails(outbound, server, { database: test.database, clock, log: silentLog, signal }, LIMITS);
}

describe('a queued mail', () => {
  it('is sent once, and its text is gone', async () => {
    await using smtp = await serveSmtp();
    await queue();
    await queue('bob@example.com');
    expect(await deliver(smtp.settings())).toEqual({ successes: 2, errors: [] });
    expect(await deliver(smtp.settings())).toEqual({ successes: 0, errors: [] });
    expect(smtp.received.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']]);
    for (const row of await rows()) expect(row).toMatchObject({ status: 'sent', attempts: 1, body: null, error: null });
  });

  it('is sent once by two processes that deliver at one moment', async () => {
    await using smtp = await serveSmtp();
    for (let count = 0; count < 8; count += 1) await queue(`${count}@example.com`);
    const both = await Promise.all([deliver(smtp.settings()), deliver(smtp.settings())]);
    expect(both.reduce((sum, { successes }) => sum + successes, 0)).toBe(8);
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(8);
    expect(smtp.received).toHaveLength(8);
  });

  it('that a process died over is sent by another, and recognised by its id', async () => {
    await using smtp = await serveSmtp();
    await queue();
    const clock = handClock();
    clock.forward(1_000);
    const claimed = await claimMail(test.database, clock);
    expect(await deliver(smtp.settings(), clock)).toMatchObject({ successes: 0 });
    clock.forward(6 * MINUTE);
    expect(await deliver(smtp.settings(), clock)).toMatchObject({ successes: 1 });
    expect(headersOf(smtp.received[0], 'Message-ID')).toEqual([`<${claimed?.id}@example.com>`]);
  });

  it('waits for a server that is down, longer each time, and goes when it is up again', async () => {
    const down = await serveSmtp();
    const { port } = down;
    await down[Symbol.asyncDispose]();
    await queue();
    const clock = handClock();
    for (const [attempt, pause] of [1, 2, 5, 15, 60].entries()) {
      expect(await deliver(down.settings(), clock)).toMatchObject({
        successes: 0,
        errors: [expect.stringContaining('refused')],
      });
      expect(await rows()).toMatchObject([{ status: 'waiting', attempts: attempt + 1, body: 'the code 123456' }]);
      clock.forward(pause * MINUTE - 3_000);
      expect(await deliver(down.settings(), clock)).toEqual({ successes: 0, errors: [] });
      clock.forward(3_000);
    }
    await using up = await serveSmtp({}, port);
    expect(await deliver(up.settings(), clock)).toMatchObject({ successes: 1 });
    expect(await rows()).toMatchObject([{ status: 'sent', error: null }]);
  });

  it('is given up after a day, with the reason', async () => {
    const down = await serveSmtp();
    await down[Symbol.asyncDispose]();
    await queue();
    const clock = handClock();
    for (let hour = 0; hour < 24; hour += 1) {
      await deliver(down.settings(), clock);
      clock.forward(60 * MINUTE);
    }
    expect(await rows()).toMatchObject([{ status: 'failed', body: 'the code 123456' }]);
    expect((await rows())[0]?.error).toContain('refused');
    expect(await deliver(down.settings(), clock)).toEqual({ successes: 0, errors: [] });
  });

  it('that the server refuses for good is given up at once and holds up no other', async () => {
    await using smtp = await serveSmtp({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('gone')
          ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
          : address.startsWith('grey')
            ? done(Object.assign(new Error('try again'), { responseCode: 450 }))
            : done(),
    });
    await queue('gone@example.com');
    await queue('two@example.com,eve@example.com');
    await queue('grey@example.com');
    await queue('ann@example.com');
    expect(await deliver(smtp.settings())).toMatchObject({ successes: 1, summary: { failed: 2 } });
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'failed', 'waiting', 'sent']);
    expect((await rows())[0]?.error).toContain('no such mailbox');
    expect(smtp.received.map(({ to }) => to)).toEqual([['ann@example.com']]);
  });

  it('meets a server that hangs once in a run, not once for every mail', async () => {
    let connections = 0;
    await using smtp = await serveSmtp({ onConnect: () => void (connections += 1) });
    for (let count = 0; count < 5; count += 1) await queue(`${count}@example.com`);
    expect(await deliver(smtp.settings())).toMatchObject({ successes: 0, errors: [expect.any(String)] });
    expect(connections).toBe(1);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0]);
  });

  it('is handed back when the server stops in the middle', async () => {
    const ending = new AbortController();
    await using smtp = await serveSmtp({ onMailFrom: () => ending.abort(new Error('stop')) });
    await queue();
    expect(await deliver(smtp.settings(), handClock(), ending.signal)).toEqual({ successes: 0, errors: [] });
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 0, error: null }]);
  });

  it('is sent without anybody asking, by a worker that hears of it', async () => {
    const { database } = test;
    const tools = { database, clock: systemClock, log: silentLog };
    await using smtp = await serveSmtp();
    const registration = await registerProcess(database, systemClock, silentLog, {
      version: '1',
      roles: ['worker'],
      alone: true,
    });
    const runner = await startJobs(mailJobs({ outbound, server: smtp.settings() }), { ...tools, registration });
    const feed = openChangeFeed(database, systemClock, silentLog);
    const stop = deliverOnMails(feed, database, systemClock, silentLog);
    // The feed may not listen yet when the first one is queued.
    await expect
      .poll(async () => {
        await queue();
        return smtp.received.length;
      })
      .toBeGreaterThan(1);
    stop();
    await feed.stop();
    await runner.stop();
    await registration.stop();
  });
});

describe('the jobs', () => {
  const jobs = (server: MailServer | undefined) => mailJobs({ outbound, server });
  const names = (server: MailServer | undefined) => jobs(server).map(({ name }) => name);

  it('deliver only where there is a mail server', async () => {
    await using smtp = await serveSmtp();
    expect(names(undefined)).toEqual(['mail-retention']);
    expect(names(smtp.settings())).toEqual(['mail-retention', 'mail-delivery']);
  });

  it('drop texts after 7 days and mails after 90', async () => {
    await queue('waiting@example.com');
    await queue('failed@example.com');
    await test.database.query(
      `update identity.mails set status = 'failed', error = 'no such mailbox' where recipient like 'failed%'`,
    );
    const clock = handClock();
    const retain = () =>
      jobs(undefined)[0]?.run(
        { database: test.database, clock, log: silentLog, signal: new AbortController().signal },
        {},
      );
    clock.forward(6 * 24 * 60 * MINUTE);
    await retain();
    expect((await rows()).map(({ body }) => body)).toEqual(['the code 123456', 'the code 123456']);
    clock.forward(2 * 24 * 60 * MINUTE);
    await retain();
    expect(await rows()).toMatchObject([
      { status: 'failed', body: null, error: 'It was not sent within 7 days.' },
      { status: 'failed', body: null, error: 'no such mailbox' },
    ]);
    clock.forward(83 * 24 * 60 * MINUTE);
    expect(await retain()).toEqual({ successes: 2, errors: [] });
    expect(await rows()).toEqual([]);
  });
});
