import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { listenFromNow } from './testing/listener.ts';
import { type RowWriter, rowWriter } from './testing/row-writer.ts';

const LOCAL = '00000000-0000-0000-0000-000000000000';
const LIST = 'canaries_with_status?select=*,created_by(id,name,avatar)&deleted_at=is.null&limit=100';

let server: DataApiServer;
let writer: RowWriter;
let canary = '';
let team = '';

beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
  const { database } = server;
  for (const name of ['shop', 'quiet', 'gone']) {
    const http = ['a', 'b'].map((one) => ({ name: one, url: 'http://a.example/' }));
    const { id } = await writer.row('editor', 'POST', 'canaries', {
      name,
      labels: { a: 'b' },
      spec: { schedule: '@hourly', http },
    });
    if (name === 'shop') canary = id;
    if (name === 'gone') await writer.row('editor', 'PATCH', `canaries?id=eq.${id}`, { deleted_at: 'now()' });
  }
  ({ id: team } = await writer.row('editor', 'POST', 'teams', { name: 'ops' }));
  await database.query(
    `update health.check_states s set last_runtime = case c.name when 'a' then timestamptz '2026-02-01' else '2026-02-02' end
     from health.checks c where c.id = s.check_id and c.canary_id = $1`,
    [canary],
  );
  await database.query(
    `insert into jobs.job_history (name, resource_type, resource_id, status, time_start, time_end, created_at, success_count,
                                   error_count, details, hostname, duration_millis) values
       ('canary', 'canary', $1, 'FAILED', '2026-01-01', '2026-01-01', '2026-01-01', 0, 3, '{"errors": ["x"]}', 'far', 5),
       ('canary', 'canary', $1, 'FAILED', '2026-01-02', '2026-01-02', '2026-01-02', 1, 2, '{}', 'far', 6),
       ('other', 'agent', $1, 'FAILED', '2026-01-03', '2026-01-03', '2026-01-03', 1, 2, '{}', 'far', 6),
       ('canary', 'canary', $1, 'SUCCESS', '2026-01-04', '2026-01-05', '2026-01-06', 7, 0, '{"summary": {"passed": 7}}', 'near', 8),
       ('sync', 'team', $2, 'SUCCESS', '2026-01-04', '2026-01-05', '2026-01-06', 1, 0, null, 'near', 9),
       ('sync', 'team', 'no id', 'SUCCESS', '2026-01-04', '2026-01-05', '2026-01-06', 1, 0, null, 'near', 9),
       ('sync', 'topology', $2, 'SUCCESS', '2026-01-03', '2026-01-05', '2026-01-05', 1, 0, null, 'near', 9),
       ('clean', null, null, 'SUCCESS', '2026-01-04', '2026-01-05', '2026-01-06', 1, 0, null, 'near', 9)`,
    [canary, team],
  );
});
afterAll(() => server[Symbol.asyncDispose]());

describe('the list of canaries', () => {
  it('tells of each its schedule, its last run and its last job', async () => {
    const [shop, quiet, ...others] = await writer.rows('viewer', 'GET', `${LIST}&order=name.desc`);
    expect(shop).toEqual({
      id: canary,
      agent_id: LOCAL,
      name: 'shop',
      namespace: 'default',
      interval: null,
      schedule: '@hourly',
      labels: { a: 'b' },
      source: null,
      created_by: { id: server.people.get('editor'), name: 'editor', avatar: null },
      created_at: expect.any(String) as unknown,
      updated_at: expect.any(String) as unknown,
      deleted_at: null,
      last_runtime: expect.stringContaining('2026-02-02') as unknown,
      job_name: 'canary',
      job_success_count: 7,
      job_error_count: 0,
      job_details: { summary: { passed: 7 } },
      job_hostname: 'near',
      job_duration_millis: 8,
      job_resource_type: 'canary',
      job_status: 'SUCCESS',
      job_time_start: expect.stringContaining('2026-01-04') as unknown,
      job_time_end: expect.stringContaining('2026-01-05') as unknown,
      job_created_at: expect.stringContaining('2026-01-06') as unknown,
      job_last_failed: expect.stringContaining('2026-01-02') as unknown,
      agent: { id: LOCAL, name: 'local' },
    });
    expect(quiet).toMatchObject({
      name: 'quiet',
      last_runtime: null,
      job_name: null,
      job_status: null,
      job_last_failed: null,
    });
    expect(others).toEqual([]);
  });

  it('is sorted by any of its columns, and takes the ids of columns that it does not have', async () => {
    for (const column of [
      'name',
      'namespace',
      'updated_at',
      'schedule',
      'last_runtime',
      'job_last_failed',
      'job_status',
      'sourceConfig',
      'jobStatus',
    ])
      for (const direction of ['asc', 'desc'])
        expect(await writer.rows('viewer', 'GET', `${LIST}&order=${column}.${direction}`)).toHaveLength(2);
    const [first] = await writer.rows('viewer', 'GET', `${LIST}&order=job_status.asc.nullslast`);
    expect(first).toMatchObject({ name: 'shop' });
  });

  it('is counted, filtered and searched like a table', async () => {
    const { headers } = await server.ask('viewer', 'GET', `${LIST}&limit=1`, { headers: { prefer: 'count=exact' } });
    expect(headers['content-range']).toBe('0-0/2');
    for (const query of ['job_status=eq.SUCCESS', 'job_status.filter=SUCCESS', 'name=ilike.*HO*', `id=eq.${canary}`])
      expect(await writer.rows('viewer', 'GET', `${LIST}&${query}`)).toMatchObject([{ id: canary }]);
  });

  it('has a name once in a namespace, which a refused write says in words', async () => {
    const spec = { http: [{ url: 'http://a.example/' }] };
    expect(await writer.refusal('editor', 'POST', 'canaries', { name: 'shop', spec })).toMatchObject({
      status: 409,
      code: '23505',
      message: 'A canary with this name already exists in this namespace. Choose another name.',
      fields: { name: 'This name is taken' },
    });
  });

  it('is written by nobody', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect(
        await writer.refusal('admin', method, `canaries_with_status?id=eq.${canary}`, { name: 'x' }),
      ).toMatchObject({
        status: 403,
        code: '42501',
      });
  });
});

describe('the history of jobs', () => {
  it('names canaries and teams, and all else by its id', async () => {
    const rows = await writer.rows('viewer', 'GET', 'job_histories?order=created_at.desc,resource_name.asc');
    const named = rows.map((row) => [row['resource_type'], row['resource_name']]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['canary', 'shop'],
        ['team', 'ops'],
        ['team', 'no id'],
        ['topology', team],
        ['agent', canary],
        [null, null],
      ]),
    );
    expect(rows).toHaveLength(8);
  });

  it('has the newest run of each resource once', async () => {
    const rows = await writer.rows('viewer', 'GET', 'job_history_latest_status?order=resource_id');
    expect(new Set(rows.map((row) => row['resource_id']))).toEqual(new Set([canary, team, 'no id']));
    expect(rows).toHaveLength(3);
    expect(await writer.rows('viewer', 'GET', `job_history_latest_status?resource_id=eq.${team}`)).toMatchObject([
      { name: 'sync', resource_type: 'team' },
    ]);
    expect(await writer.rows('viewer', 'GET', `job_history_latest_status?resource_id=eq.${canary}`)).toMatchObject([
      { status: 'SUCCESS', success_count: 7 },
    ]);
  });

  it('is announced with each run that begins, ends and is forgotten', async () => {
    const listener = await listenFromNow(server, 'viewer');
    const { database } = server;
    try {
      const { rows } = await database.query<{ id: string }>(
        `insert into jobs.job_history (name, status) values ('announced', 'RUNNING') returning id`,
      );
      const heard = () => listener.count(`{"table":"job_history","ids":["${rows[0]?.id}"]`);
      await expect.poll(heard).toBe(1);
      await database.query(`update jobs.job_history set status = 'SUCCESS' where name = 'announced'`);
      await expect.poll(heard).toBe(2);
      await database.query(`delete from jobs.job_history where name = 'announced'`);
      await expect.poll(heard).toBe(3);
      await database.query(
        `insert into jobs.job_history (name, status) select 'announced', 'SUCCESS' from generate_series(1, 201)`,
      );
      await expect.poll(() => listener.text()).toContain('{"table":"job_history","ids":"many"');
    } finally {
      listener.close();
    }
  });
});
