import { listChecks } from './queries/list-checks.ts';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { type HealthServer, startHealthServer } from './testing/health-server.ts';
import { claimDueChecks } from './engine/claim.ts';
import { writeResults } from './engine/write-results.ts';
import { finishedRun } from './testing/seed.ts';
import { checkStatusRollUp } from './jobs/roll-up.ts';
import { silentLog } from '../../testkit/silent-log.ts';
import { systemClock } from '../platform/time/clock.ts';
let server: HealthServer;
const out: string[] = [];
const time = async <T>(label: string, work: () => Promise<T>, n = 5): Promise<T> => {
  const all: number[] = [];
  let r!: T;
  for (let i = 0; i < n; i++) { const s = performance.now(); r = await work(); all.push(performance.now() - s); }
  out.push(`${label}: ${all.map((x) => x.toFixed(0)).join(' ')} ms`);
  writeFileSync('/tmp/perf.txt', out.join('\n'));
  return r;
};
beforeAll(async () => {
  server = await startHealthServer();
  const d = server.database;
  await d.query(`insert into health.canaries (name, namespace, source, spec, labels) select 'canary ' || n, 'ns' || n % 7, 'UI', '{}', '{"a": "b"}' from generate_series(1, 500) n`);
  await d.query(`insert into health.checks (canary_id, type, name, namespace, endpoint, description, spec, labels, icon)
    select k.id, 'http', 'check ' || n, 'ns' || n % 7, 'https://host' || n || '.example.org/path', 'about', '{"url": "https://example.org", "name": "x"}', jsonb_build_object('tier', 't' || n % 5, 'team', 'team' || n % 20), 'http'
    from (select id, row_number() over () as r from health.canaries) k, generate_series(1, 20) i, lateral (select k.r * 20 + i as n) x`);
  await d.query(`insert into health.check_states (check_id, due_at, first_due_at, schedule, interval_ms, budget_ms, status, last_runtime, last_message, last_duration)
    select id, now() + random() * interval '30 seconds', now(), '@every 30s', 30000, 10000, case when random() < 0.02 then 'unhealthy' else 'healthy' end, now(), '200 OK', 12 from health.checks`);
  await d.query(`select health.create_partitions('check_statuses_5m', (now() at time zone 'UTC')::date - 2, (now() at time zone 'UTC')::date)`);
  await d.query(`insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations)
     select c.id, at, 10, 9, 1, 1000, '{1,2,3,4,5,6,7,8,9,10}' from generate_series(date_bin('5 minutes', now(), 'epoch') - interval '8 hours', now(), interval '5 minutes') at, health.checks c`);
  await d.query('analyze');
}, 180_000);
afterAll(() => server[Symbol.asyncDispose]());
it('measures', async () => {
  const get = async (url: string) => { const a = await server.send('GET', url); return a; };
  void get; void time; void claimDueChecks; void writeResults; void finishedRun; void checkStatusRollUp; void silentLog; void systemClock;

  const q = { query: (text: string, values?: readonly unknown[]) => server.database.query(text, values) };
  await time('8 h, no index: list', () => listChecks(q as never, {}, true), 3);
  await time('8 h, no index: summary', () => server.send('GET', '/api/canary/api/summary'), 2);
  await server.database.query('create index i5 on health.check_statuses_5m (created_at)');
  await server.database.query('analyze health.check_statuses_5m');
  await time('8 h, index: list', () => listChecks(q as never, {}, true), 5);
  await time('8 h, index: list by name, ungrouped', () => listChecks(q as never, { groupBy: 'none', sortBy: 'name' }, true), 5);
  await time('8 h, index: summary', () => server.send('GET', '/api/canary/api/summary'), 2);
  writeFileSync('/tmp/perf.txt', out.join('\n'));
}, 180_000);
