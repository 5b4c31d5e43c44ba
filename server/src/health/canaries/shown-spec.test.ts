import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { migrate, migrateOnly } from '../../platform/database/migrate.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { schemaFolder } from '../../platform/transfer/testing/schema-folder.ts';
import { canariesAreApplied, canaryReapply } from '../jobs/canary-reapply.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';

describe('a database from before specs were shown without their secrets', () => {
  it('shows none, until every stored canary is applied again', async () => {
    await using test = await createTestDatabase({ empty: true });
    await using folder = await schemaFolder();
    const { database } = test;
    await database.transaction((transaction) =>
      migrateOnly(transaction, database.rolePrefix, folder.source, [1, 2, 3, 4, 5]),
    );
    const page = { name: 'page', url: 'http://a.example/', password: { value: 'hunter2' } };
    await database.query(
      `with canary as (insert into health.canaries (name, namespace, spec) values ('one', 'default', $1) returning id)
       insert into health.checks (canary_id, type, name, namespace, endpoint, spec, labels)
       select id, 'http', 'page', 'default', 'http://a.example/', $2, '{}' from canary`,
      [{ schedule: '@every 1h', http: [page] }, page],
    );
    await database.query(`insert into platform.settings values ('kinds_checksum', 'same')`);
    const before = await database.query('select updated_at from health.canaries');

    await migrate(database, folder.source);
    const shown = async () =>
      (await database.query('select k.spec as canary, c.spec as check from api.canaries k, api.checks c')).rows;
    expect(await shown()).toEqual([{ canary: null, check: null }]);
    expect(await canariesAreApplied(database, 'same')).toBe(false);

    const context = { database, clock: systemClock, log: silentLog, signal: new AbortController().signal };
    expect(await canaryReapply('same').run(context, {})).toMatchObject({ successes: 1, errors: [] });
    const hidden = { ...page, password: { value: HIDDEN } };
    expect(await shown()).toEqual([{ canary: { schedule: '@every 1h', http: [hidden] }, check: hidden }]);
    expect((await database.query('select updated_at from health.canaries')).rows).toEqual(before.rows);
  });
});
