import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => test.database.query('truncate jobs.job_history'));

/** One run of a resource for each minute after midnight. */
const ran = (resource: string | null, ...minutes: readonly number[]) =>
  test.database.query(
    `insert into jobs.job_history (name, resource_type, resource_id, status, created_at, time_start)
     select 'job ' || minute, 'canary', $1, 'FAILED', timestamptz '2026-01-01Z' + minute * interval '1 minute', now()
     from unnest($2::int[]) minute`,
    [resource, minutes],
  );
const latest = async () =>
  Object.fromEntries(
    (
      await test.database.query<{ resource_id: string; name: string }>(
        'select resource_id, name from api.job_history_latest_status order by 1',
      )
    ).rows.map((row) => [row.resource_id, row.name]),
  );

describe('the latest run of a resource', () => {
  it('is the newest of those that were written, in whatever order', async () => {
    await ran('a', 3, 5, 4);
    await ran('a', 1);
    await ran('b', 2);
    await ran(null, 9);
    expect(await latest()).toEqual({ a: 'job 5', b: 'job 2' });
    await ran('a', 7);
    expect(await latest()).toEqual({ a: 'job 7', b: 'job 2' });
  });

  it('shows how the run stands now', async () => {
    await ran('a', 1);
    await test.database.query(`update jobs.job_history set status = 'SUCCESS'`);
    const { rows } = await test.database.query('select status from api.job_history_latest_status');
    expect(rows).toEqual([{ status: 'SUCCESS' }]);
  });

  it('goes with its run, and the next one takes its place', async () => {
    await ran('a', 5);
    await test.database.query('delete from jobs.job_history');
    expect(await latest()).toEqual({});
    await ran('a', 1);
    expect(await latest()).toEqual({ a: 'job 1' });
    await test.database.query('truncate jobs.job_history');
    await ran('a', 0);
    expect(await latest()).toEqual({ a: 'job 0' });
  });
});

describe('the list of canaries', () => {
  it('reads a few rows of the history, however many of them belong to one canary', async () => {
    const { database } = test;
    const { rows } = await database.query<{ id: string }>(
      `insert into health.canaries (name, namespace, spec, shown_spec)
       select 'canary ' || n, 'default', '{}', '{}' from generate_series(1, 20) n returning id`,
    );
    await ran(rows[0]?.id ?? '', ...Array.from({ length: 5_000 }, (_, minute) => minute));
    await database.query('analyze jobs.job_history');
    const explained = await database.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      'explain (analyze, format json) select * from api.canaries_with_status order by created_at limit 100',
    );
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
    expect(plan && readOfHistory(plan)).toBeLessThan(200);
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows of the history that a plan looked at, those that it then left out included. */
function readOfHistory(node: PlanNode): number {
  const own =
    node['Relation Name'] === 'job_history'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return (node.Plans ?? []).reduce((sum, inner) => sum + readOfHistory(inner), own);
}
