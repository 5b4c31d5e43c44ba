import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { claimDueChecks } from '../engine/claim.ts';
import { writeResults } from '../engine/write-results.ts';
import { createPartitions } from '../jobs/partitions.ts';
import { finishedRun, numberOf, stateOf } from '../testing/seed.ts';
import { storableJson } from '../../platform/text/storable.ts';
import { applyCanary, spreadFirstRuns } from './apply.ts';

let test: TestDatabase;
let database: Database;
let canaryId = '';

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  await createPartitions(database);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from health.canaries');
  canaryId = await makeCanary('one');
});

async function makeCanary(name: string): Promise<string> {
  const made = await database.query<{ id: string }>(
    `insert into health.canaries (name, namespace, source, spec) values ($1, 'team', 'UI', '{}') returning id`,
    [name],
  );
  return made.rows[0]?.id ?? '';
}

async function apply(spec: Entry, options: { id?: string; annotations?: Entry; labels?: Entry } = {}): Promise<void> {
  const { id = canaryId, annotations = null, labels = null } = options;
  await database.query('update health.canaries set spec = $2, labels = $3, annotations = $4 where id = $1', [
    id,
    storableJson(spec),
    labels,
    annotations,
  ]);
  await database.transaction((transaction) =>
    applyCanary(transaction, { id, namespace: 'team', labels, annotations, spec }, Date.now(), spreadFirstRuns()),
  );
}

interface CheckRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Record<string, string>;
  readonly problem: string | null;
  readonly status: string | null;
  readonly next_runtime: Date | null;
  readonly owner: string | null;
  readonly severity: string | null;
  readonly icon: string | null;
}

async function checks(): Promise<CheckRow[]> {
  const found = await database.query<CheckRow>(
    'select * from api.check_list where canary_id = $1 and deleted_at is null order by name',
    [canaryId],
  );
  return found.rows;
}
async function check(name: string): Promise<CheckRow> {
  const found = (await checks()).find((row) => row.name === name);
  if (!found) throw new Error(`There is no check ${name}`);
  return found;
}
async function canary() {
  const found = await database.query<{ schedule_error: string | null; warnings: string[] }>(
    'select schedule_error, warnings from health.canaries where id = $1',
    [canaryId],
  );
  return found.rows[0];
}

const tcp = (name: string, more: Entry = {}) => ({ name, endpoint: '127.0.0.1:9', ...more });
const every = (spec: Entry): Entry => ({ schedule: '@every 30s', ...spec });

describe('the icon of a check', () => {
  it('is that of its entry, or else of its canary, and none where neither sets one', async () => {
    const icons = async () => (await checks()).map(({ icon }) => icon);
    await apply({ tcp: [tcp('a', { icon: 'rocket' }), tcp('b')], icon: 'star' });
    expect(await icons()).toEqual(['rocket', 'star']);
    await apply({ tcp: [tcp('a', { icon: '' }), tcp('b')] });
    expect(await icons()).toEqual([null, null]);
  });
});

describe('editing a canary', () => {
  it('keeps id, status and history of a check whose spec changes, and runs it at once', async () => {
    await apply(every({ tcp: [tcp('a')] }));
    const { id } = await check('a');
    const [claim] = await claimDueChecks(database, 1_000, 1);
    await writeResults(database, [
      finishedRun(id, { due: claim?.due ?? '', next_due: new Date(Date.now() + 30_000).toISOString() }),
    ]);
    await apply(every({ tcp: [tcp('a', { endpoint: '127.0.0.1:10' })] }));
    expect(await check('a')).toMatchObject({ id, status: 'healthy' });
    expect(await numberOf(database, 'select count(*) as n from health.check_statuses where check_id = $1', [id])).toBe(
      1,
    );
    expect((await claimDueChecks(database, 1_000, 1))[0]).toMatchObject({
      check_id: id,
      spec: { endpoint: '127.0.0.1:10' },
    });
  });

  it('that renames one check keeps the ids of the others and their places in time', async () => {
    await apply(every({ tcp: [tcp('a'), tcp('b')], http: [{ name: 'a', url: 'http://127.0.0.1/' }] }));
    const before = await checks();
    await database.query(`update health.check_states set due_at = now() + interval '20 seconds'`);
    const placed = await checks();
    await apply(every({ tcp: [tcp('a'), tcp('c')], http: [{ name: 'a', url: 'http://127.0.0.1/' }] }));
    const after = await checks();
    for (const type of ['tcp', 'http']) {
      const find = (rows: CheckRow[]) => rows.find((row) => row.type === type && row.name === 'a');
      expect(find(after)?.id).toBe(find(before)?.id);
      expect(find(after)?.next_runtime).toEqual(find(placed)?.next_runtime);
    }
    expect(after.map((row) => row.name)).toEqual(['a', 'a', 'c']);
    expect(before.map((row) => row.id)).not.toContain((await check('c')).id);
  });

  it('deletes a check that is gone softly, stops it, and gives it its id again when it is back', async () => {
    await apply(every({ tcp: [tcp('a'), tcp('b')] }));
    const { id } = await check('b');
    await apply(every({ tcp: [tcp('a')] }));
    const gone = await database.query<{ deleted_at: Date | null }>(
      'select deleted_at from health.checks where id = $1',
      [id],
    );
    expect(gone.rows[0]?.deleted_at).not.toBeNull();
    expect((await stateOf(database, id)).due_at).toBeNull();
    await apply(every({ tcp: [tcp('a'), tcp('b')] }));
    expect((await check('b')).id).toBe(id);
    expect((await stateOf(database, id)).due_at).not.toBeNull();
  });

  it('with nothing changed writes no check and moves no due time', async () => {
    const spec = every({ tcp: [tcp('a'), tcp('b', { labels: { tier: 'x' } })], severity: 'high' });
    await apply(spec);
    await database.query(`update health.check_states set due_at = now() + interval '20 seconds'`);
    const before = await database.query(
      'select c.*, s.due_at from health.checks c join health.check_states s on s.check_id = c.id order by c.id',
    );
    await apply(spec);
    const after = await database.query(
      'select c.*, s.due_at from health.checks c join health.check_states s on s.check_id = c.id order by c.id',
    );
    expect(after.rows).toEqual(before.rows);
  });

  it('with another schedule begins by it at once', async () => {
    await apply({ schedule: '@daily', tcp: [tcp('a')] });
    await database.query(`update health.check_states set due_at = now() + interval '20 hours'`);
    await apply({ schedule: '@every 10s', tcp: [tcp('a')] });
    const { id } = await check('a');
    const state = await stateOf(database, id);
    expect(state.schedule).toBe('@every 10s');
    expect(state.due_at?.getTime()).toBeLessThan(Date.now() + 5_000);
  });

  it('while a check runs does not let the old schedule decide when it is due', async () => {
    await apply({ schedule: '@daily', tcp: [tcp('a')] });
    const [claim] = await claimDueChecks(database, 1_000, 1);
    await apply({ schedule: '@every 10s', tcp: [tcp('a')] });
    const id = claim?.check_id ?? '';
    await writeResults(database, [
      finishedRun(id, { due: claim?.due ?? '', next_due: new Date(Date.now() + 86_400_000).toISOString() }),
    ]);
    const state = await stateOf(database, id);
    expect(state.due_at?.getTime()).toBeLessThan(Date.now() + 11_000);
    expect(state.lease_until).toBeNull();
  });
});

describe('a canary', () => {
  it('with two checks of one kind and name keeps both, and says how the second is called', async () => {
    await apply(every({ tcp: [tcp('a'), tcp('a'), tcp('a (2)'), tcp('a')] }));
    expect((await checks()).map((row) => row.name)).toEqual(['a', 'a (2)', 'a (2) (2)', 'a (3)']);
    expect((await canary())?.warnings.join('\n')).toContain(
      'tcp[1]: another tcp check is called "a" too; this one becomes "a (2)"',
    );
  });

  it('whose check has a name that cannot be stored as it is runs it under the name that can', async () => {
    await apply(every({ tcp: [tcp('a\0b'), tcp('half \ud800')] }));
    const due = await numberOf(database, 'select count(*) as n from health.check_states where due_at is not null');
    expect(due).toBe(2);
  });

  it('shows no secret in a name, a description or an address', async () => {
    const login = 'https://ann:hunter2@a.example/';
    await apply({ http: [{ name: `open ${login}`, url: login, description: 'see ?token=hunter2' }] });
    expect(JSON.stringify(await checks())).not.toContain('hunter2');
    const [first] = await checks();
    await apply({ http: [{ name: `open ${login.replace('hunter2', 'hunter3')}`, url: login }] });
    expect((await checks()).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('with ten thousand checks of one name is applied before the test runs out of time', async () => {
    await apply(every({ tcp: Array.from({ length: 10_000 }, () => tcp('same')) }));
    expect(await numberOf(database, 'select count(*) as n from health.checks')).toBe(10_000);
  });

  it('with two thousand checks is applied in one go', async () => {
    await apply(every({ tcp: Array.from({ length: 2_000 }, (_, index) => tcp(`check ${index}`)) }));
    expect(await numberOf(database, 'select count(*) as n from health.check_states where due_at is not null')).toBe(
      2_000,
    );
    const spread = await numberOf(
      database,
      'select extract(epoch from max(due_at) - min(due_at)) as n from health.check_states',
    );
    expect(spread).toBeCloseTo(4, 0);
  });

  it.each([
    ['99 * * * *', 'schedule: "99 * * * *" is not a schedule'],
    ['whenever', 'schedule: "whenever" is not a schedule'],
    [30, 'schedule: "30" is not a schedule'],
    ['CRON_TZ=Mars/Base @daily', 'schedule: "Mars/Base" is not a time zone'],
  ])('with the schedule %s has a schedule error and is not due, while others are', async (schedule, sentence) => {
    await apply({ schedule, tcp: [tcp('a')] });
    const otherId = await makeCanary('two');
    await apply(every({ tcp: [tcp('b')] }), { id: otherId });
    expect((await canary())?.schedule_error).toContain(sentence);
    expect((await check('a')).problem).toContain(sentence);
    const claims = await claimDueChecks(database, 1_000, 10);
    expect(claims).toHaveLength(1);
    await apply(every({ tcp: [tcp('a')] }));
    expect((await canary())?.schedule_error).toBeNull();
    expect((await claimDueChecks(database, 1_000, 10)).map((claim) => claim.check_id)).toEqual([(await check('a')).id]);
  });

  it.each([
    ['@never', { schedule: '@never' }, {}],
    ['replicas 0', { schedule: '@every 30s', replicas: 0 }, {}],
    ['the annotation suspend', { schedule: '@every 30s' }, { suspend: 'true' }],
  ])('with %s is not due, and nobody is told that something is wrong', async (_, spec, annotations) => {
    await apply({ ...spec, tcp: [tcp('a')] }, { annotations });
    expect(await check('a')).toMatchObject({ next_runtime: null, problem: null });
    expect(await canary()).toEqual({ schedule_error: null, warnings: [] });
  });

  it('that is suspended later stops, and runs again when it is not', async () => {
    await apply(every({ tcp: [tcp('a')] }));
    await apply(every({ tcp: [tcp('a')] }), { annotations: { suspend: 'true' } });
    expect((await check('a')).next_runtime).toBeNull();
    await apply(every({ tcp: [tcp('a')] }));
    expect((await check('a')).next_runtime).not.toBeNull();
  });

  it('without a schedule says so', async () => {
    await apply({ tcp: [tcp('a')] });
    expect((await check('a')).next_runtime).toBeNull();
    expect((await canary())?.warnings).toEqual(['spec.schedule is missing; the checks run on request only']);
  });

  it('takes the old interval in seconds when there is no schedule', async () => {
    await apply({ interval: 45, tcp: [tcp('a')] });
    expect((await stateOf(database, (await check('a')).id)).schedule).toBe('@every 45s');
  });

  it('of a calendar is measured by its longest gap: working days are not late on Sunday', async () => {
    await apply({ schedule: '0 9 * * 1-5', tcp: [tcp('a')] });
    expect(await numberOf(database, 'select interval_ms as n from health.check_states')).toBe(3 * 86_400_000);
  });
});

describe('a check that cannot run', () => {
  it.each([
    ['test.expr', { test: { expr: 'tru e' } }],
    ['dependsOn', { dependsOn: ['b'] }],
  ])('for its field %s names it, has no status and is not due; the others are', async (field, more) => {
    await apply(every({ tcp: [tcp('a', more), tcp('b')] }));
    const broken = await check('a');
    expect(broken.problem).toContain(field);
    expect(broken).toMatchObject({ status: null, next_runtime: null });
    expect((await claimDueChecks(database, 60_000, 10)).map((claim) => claim.check_id)).toEqual([
      (await check('b')).id,
    ]);
  });

  it('of a kind that we do not have is there, visibly', async () => {
    await apply(every({ postgres: [{ name: 'db', connection: 'connection://x' }], tcp: [tcp('b')] }));
    expect((await check('db')).problem).toContain('postgres');
  });

  it('loses its status while it cannot and is due again when it can', async () => {
    await apply(every({ tcp: [tcp('a')] }));
    const { id } = await check('a');
    await writeResults(database, [finishedRun(id)]);
    await apply(every({ tcp: [tcp('a', { dependsOn: ['b'] })] }));
    expect(await check('a')).toMatchObject({ id, status: null, next_runtime: null });
    await apply(every({ tcp: [tcp('a')] }));
    expect((await check('a')).next_runtime).not.toBeNull();
  });

  it('for its retries says which value is wrong', async () => {
    await apply(every({ tcp: [tcp('a', { retries: { maxRetries: 3, interval: 'soon' } })] }));
    expect(await check('a')).toMatchObject({ next_runtime: null });
    expect((await check('a')).problem).toContain('retries');
  });
});

describe('labels, severity and owner', () => {
  it('come from canary and check; severity and owner are labels too; what changes with every roll-out is none', async () => {
    await apply(
      every({
        severity: 'critical',
        owner: 'payments',
        tcp: [
          tcp('a', {
            labels: {
              tier: 'gold',
              'pod-template-hash': 'x1',
              'kustomize.toolkit.fluxcd.io/name': 'y',
              'controller-revision-hash': 'z',
            },
          }),
        ],
      }),
      { labels: { tier: 'silver', team: 'sre' } },
    );
    expect(await check('a')).toMatchObject({ severity: 'critical', owner: 'payments', namespace: 'team' });
    expect((await check('a')).labels).toEqual({ tier: 'gold', team: 'sre', critical: 'true', payments: 'true' });
  });

  it('the namespace may be a text or an object with a name', async () => {
    await apply(every({ tcp: [tcp('a', { namespace: 'edge' }), tcp('b', { namespace: { name: 'core' } }), tcp('c')] }));
    expect((await checks()).map((row) => row.namespace)).toEqual(['edge', 'core', 'team']);
  });
});
