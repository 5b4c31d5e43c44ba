import { expect, it } from 'vitest';
import { startHealthServer } from '../testing/health-server.ts';
import { listedChecks } from './listed-check.ts';

it('a listed check tells of each run what it said, as one short line', async () => {
  await using server = await startHealthServer();
  const { database } = server;
  const { rows } = await database.query<{ id: string }>(
    `with canary as (
       insert into health.canaries (name, namespace, source, spec) values ('shop', 'default', 'UI', '{}') returning id
     )
     insert into health.checks (canary_id, type, name, spec) select id, 'tcp', 'cart', '{}' from canary returning id`,
  );
  const id = rows[0]?.id ?? '';
  for (const [minute, status, message, error] of [
    [3, true, '200 OK', null],
    [2, false, 'ignored', `no route\nto host ${'x'.repeat(400)}`],
    [1, true, null, null],
  ] as const)
    await database.query(
      `insert into health.check_statuses (check_id, time, status, duration, message, error, severity)
       values ($1, now() - $2::int * interval '1 minute', $3, 5, $4, $5, 'low')`,
      [id, minute, status, message, error],
    );
  const [check] = await listedChecks(database, [id], 36);
  expect(check?.strip.map(({ pass, message }) => [pass, message])).toEqual([
    [true, '200 OK'],
    [false, `no route to host ${'x'.repeat(400)}`.slice(0, 160)],
    [true, undefined],
  ]);
});
