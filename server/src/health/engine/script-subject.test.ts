import { createOutbound } from '@watchroom/outbound';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { noStoredConnections } from '../../platform/references/testing/no-stored-connections.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { serveRaw } from '../kinds/support/testing/servers.ts';
import { finishedRun, seedChecks } from '../testing/seed.ts';
import { claimDueChecks } from './claim.ts';
import { createResultWriter } from './result-writer.ts';
import { runStoredCheck } from './run-stored-check.ts';
import { writeResults } from './write-results.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
beforeEach(async () => void (await database.query('delete from health.canaries')));
afterAll(() => test[Symbol.asyncDispose]());

const seed = async (spec: object) => {
  const [id = ''] = await seedChecks(database, 1, { spec: { endpoint: 'db:1', ...spec } });
  await database.query(
    `update health.canaries set name = 'shop', labels = '{"team": "web", "tier": "1"}' where id in (select canary_id from health.checks where id = $1)`,
    [id],
  );
  await database.query(
    `update health.checks set labels = '{"tier": "2"}', description = 'd', endpoint = 'db:1' where id = $1`,
    [id],
  );
  return id;
};

it('a claim tells the scripts of a check what it is, with the labels of its canary', async () => {
  const id = await seed({ test: { expr: 'true' } });
  await writeResults(database, [finishedRun(id)]);
  const [claim] = await claimDueChecks(database, 0, 1);
  const labels = { team: 'web', tier: '1' };
  expect(claim?.subject).toEqual({
    canary: { id: expect.any(String) as string, name: 'shop', namespace: 'default', labels },
    check: { id, name: 'check 00001', description: 'd', labels: { ...labels, tier: '2' }, endpoint: 'db:1' },
    last_result: null,
  });
});

it('a claim of a check without scripts carries nothing for them', async () => {
  await seed({});
  expect((await claimDueChecks(database, 0, 1))[0]?.subject).toBeNull();
});

it('a script that names last_result gets the newest result', async () => {
  const id = await seed({ display: { expr: 'last_result().message' } });
  const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  expect((await claimDueChecks(database, 0, 1))[0]?.subject?.last_result).toBeNull();
  await database.query('update health.check_states set lease_until = null');
  const newest = { time: at(5), pass: false, error: 'down', duration: 7, data: { code: 500 } };
  await writeResults(database, [finishedRun(id, { time: at(60), message: 'old' }), finishedRun(id, newest)]);
  expect((await claimDueChecks(database, 0, 1))[0]?.subject?.last_result).toEqual({
    status: false,
    invalid: false,
    createdAt: expect.any(String) as string,
    duration: 7,
    message: '',
    error: 'down',
    results: { code: 500 },
  });
});

it('a run on request has the same variables, and stores what the scripts made of the result', async () => {
  await using server = await serveRaw(() => undefined);
  await using outbound = createOutbound();
  const writer = createResultWriter(database.timed, systemClock, silentLog);
  const context = { database, outbound, connections: noStoredConnections, clock: systemClock, log: silentLog, writer };
  const id = await seed({
    endpoint: `127.0.0.1:${server.port}`,
    display: { template: '{{ .canary.name }} after <{{ last_result.message }}>' },
  });
  await runStoredCheck(context, id);
  await runStoredCheck(context, id);
  await writer.stop(60_000);
  const stored = await database.query(
    'select status, message from health.check_statuses where check_id = $1 order by time',
    [id],
  );
  expect(stored.rows).toEqual([
    { status: true, message: 'shop after <>' },
    { status: true, message: 'shop after <shop after <>>' },
  ]);
});
