import type { CheckGraph } from '@watchroom/contract/health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStatusRollUp } from '../jobs/roll-up.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';
import { numberOf, seedChecks } from '../testing/seed.ts';

let server: HealthServer;
let id = '';

beforeAll(async () => {
  server = await startHealthServer();
  const { database } = server;
  [id = ''] = await seedChecks(database, 1);
  await database.query(
    `select health.create_partitions(t, (now() at time zone 'UTC')::date - 3, (now() at time zone 'UTC')::date + 1) from unnest(array['check_statuses', 'check_statuses_5m']) t`,
  );
  await database.query(
    `insert into health.check_statuses (check_id, time, status, invalid, duration, message, error)
     select $1, at, n % 10 <> 0, n % 50 = 0, n % 700, 'ok', case when n % 10 = 0 then 'refused' end
     from (select at, row_number() over (order by at)::int as n from generate_series(now() - interval '60 hours', now() - interval '1 second', interval '1 minute') at) r`,
    [id],
  );
  await database.query(
    `insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations)
     select check_id, date_bin('5 minutes', time, 'epoch'), count(*), count(*) filter (where status), count(*) filter (where not status), sum(duration), array_agg(duration)
     from health.check_statuses where not invalid group by 1, 2`,
  );
  await checkStatusRollUp.run(
    { database, clock: systemClock, log: silentLog, signal: new AbortController().signal },
    {},
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const graph = async (query: string) =>
  (await server.send<CheckGraph>('GET', `/api/canary/api/graph?check=${id}&count=300&${query}`)).body;
const minutes = (points: CheckGraph['status']) =>
  new Set(
    points.slice(1).map((point, place) => (Date.parse(point.time) - Date.parse(points[place]?.time ?? '')) / 60_000),
  );

describe('the graph of a check', () => {
  it.each([
    ['1h', 1, 1],
    ['2h', 2, 1],
    ['1d', 24, 15],
  ])('over %s equals the raw rows, in buckets of the width that the reference names', async (start, hours, width) => {
    const body = await graph(`start=${start}`);
    const from =
      width === 1
        ? `now() - interval '${hours} hours'`
        : `date_bin('5 minutes', now() - interval '${hours} hours', 'epoch') + interval '5 minutes'`;
    const raw = (sql: string) =>
      numberOf(server.database, `select ${sql} as n from health.check_statuses where not invalid and time >= ${from}`);
    // A minute passes between the two looks at most.
    expect(Math.abs(body.uptime.passed - (await raw('count(*) filter (where status)')))).toBeLessThanOrEqual(1);
    expect(Math.abs(body.uptime.failed - (await raw('count(*) filter (where not status)')))).toBeLessThanOrEqual(1);
    const p99 = await raw('percentile_disc(0.99) within group (order by duration)');
    expect(Math.abs((body.latency.p99 ?? 0) - p99)).toBeLessThanOrEqual(2);
    expect(Math.max(...minutes(body.status))).toBeLessThanOrEqual(width * 2);
    for (const point of body.status) expect(Date.parse(point.time) % (width * 60_000)).toBe(0);
    expect(body.runnerName).toBe('local');
  });

  it('puts each run into the bucket whose middle is nearest', async () => {
    const start = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000).toISOString();
    const end = new Date(Date.parse(start) + 3 * 3_600_000).toISOString();
    const body = await graph(`start=${start}&end=${end}`);
    expect(body.status[0]?.time).toBe(start);
    expect([...minutes(body.status)]).toEqual([15]);
    const second = body.status[1];
    const expected = await numberOf(
      server.database,
      `select count(*) as n from health.check_statuses where not invalid and date_bin('5 minutes', time, 'epoch') >= $1::timestamptz + interval '7.5 minutes' and date_bin('5 minutes', time, 'epoch') < $1::timestamptz + interval '22.5 minutes'`,
      [start],
    );
    expect((second?.passed ?? 0) + (second?.failed ?? 0)).toBe(expected);
  });

  it.each([
    ['3d', 60],
    ['7d', 60],
    ['2w', 240],
    ['60d', 240],
  ])('over %s has the counts of the hours', async (start, width) => {
    const body = await graph(`start=${start}`);
    expect([...minutes(body.status)]).toEqual([width]);
    expect(body.uptime.passed).toBe(
      await numberOf(server.database, 'select sum(passed) as n from health.check_statuses_1h'),
    );
    const p95 = await numberOf(
      server.database,
      'select percentile_disc(0.95) within group (order by duration) as n from health.check_statuses where not invalid',
    );
    expect(Math.abs((body.latency.p95 ?? 0) - p95)).toBeLessThan(400);
    expect(body.latency.p99).toBeGreaterThanOrEqual(body.latency.p95 ?? 0);
  });

  it('of an hour two days ago comes from the hours, which are still there', async () => {
    const body = await graph('start=58h&end=50h');
    expect(body.status.length).toBeGreaterThanOrEqual(7);
  });

  it('leaves out zeros and false, as clients expect, and is empty without rows', async () => {
    const body = await graph('start=1h');
    const failed = body.status.find((point) => point.failed !== undefined);
    expect(failed).not.toHaveProperty('status');
    expect(body.status.find((point) => point.failed === undefined)?.status).toBe(true);
    const empty = await server.send<CheckGraph>('GET', `/api/canary/api/graph?check=${crypto.randomUUID()}`);
    expect(empty.body).toMatchObject({ status: [], latency: { rolling1h: 0 }, uptime: { passed: 0, failed: 0 } });
  });

  it.each(['start=tomorrowish', 'start=99999y', 'start=1h&end=2h', 'check=x', 'start=%00'])(
    'refuses %s',
    async (query) => {
      expect((await server.send('GET', `/api/canary/api/graph?check=${id}&${query}`)).status).toBe(400);
    },
  );
});
