import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const LOCAL = '00000000-0000-0000-0000-000000000000';
const counted = { prefer: 'count=exact' };
const AV = 'id,name,avatar';

const someText: unknown = expect.any(String);

let server: DataApiServer;
let canary = '';
let check = '';

beforeAll(async () => {
  server = await startDataApiServer();
  const { database } = server;
  await server.ask('editor', 'POST', 'canaries', {
    body: {
      name: 'a b shop',
      labels: { 'app.kubernetes.io/name': 'shop' },
      spec: { http: [{ name: 'a b page', url: 'http://a.example/' }] },
    },
  });
  const made = await database.query<{ id: string; canary_id: string }>('select id, canary_id from health.checks');
  check = made.rows[0]?.id ?? '';
  canary = made.rows[0]?.canary_id ?? '';
  // A result a second, of which every third failed; the duration tells the place.
  await database.query(
    `insert into health.check_statuses (check_id, time, status, duration, message)
     select $1, now() - n * interval '1 second', n % 3 <> 0, n * 10, 'result ' || n from generate_series(1, 120) n`,
    [check],
  );
  await database.query(
    `insert into jobs.job_history (name, status, resource_type, resource_id, duration_millis, created_at, time_start)
     select case when n % 2 = 0 then 'A job (x)' else 'other, "job"' end, case when n % 4 = 0 then 'FAILED' else 'SUCCESS' end, 'canary', $1, n, now() - n * interval '1 minute', now()
     from generate_series(1, 800) n`,
    [canary],
  );
  await database.query(
    `insert into jobs.event_queue (name, properties, error, attempts, last_attempt) values
       ('check.failed', '{"id": "1"}', 'it broke', 2, now()), ('check.failed', '{"id": "2"}', null, 0, null)`,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await server.ask('viewer', 'GET', url, { headers: { accept: 'application/json', ...headers } });
  const rows = Array.isArray(answer.body) ? (answer.body as Readonly<Record<string, unknown>>[]) : [];
  return { ...answer, rows, range: answer.headers['content-range'] };
}

describe('every request', () => {
  it.each(['/api/db/', '/db/', '//db/', '/api//db/', '//api/db//'])('may begin with %s', async (base) => {
    expect((await get(`${base}canaries?select=name`)).rows).toEqual([{ name: 'a b shop' }]);
    const made = await server.ask('editor', 'PATCH', `${base}canaries?id=eq.${canary}`, {
      body: { annotations: null },
      headers: { prefer: 'return=representation' },
    });
    expect([made.status, made.body]).toMatchObject([200, [{ name: 'a b shop' }]]);
    expect((await get(`${base}rpc/nothing`)).status).toBe(404);
  });

  it('may say that it wants its rows back, also when there is nothing to write', async () => {
    const answer = await get('canaries?select=name', {
      prefer: 'return=representation',
      'content-type': 'application/json',
      responsetype: 'blob',
    });
    expect([answer.status, answer.range, answer.rows]).toEqual([200, '0-0/*', [{ name: 'a b shop' }]]);
  });
});

describe('a request that the clients really send', () => {
  it('encodes parentheses and commas, writes + for a space and selects twice, of which the first counts', async () => {
    const { status, rows } = await get(
      'checks?&select=id&select=agent:agents(id,name)&or=%28name.ilike.*a+b*%2Ctype.ilike.*a+b*%29&order=type%2Cname.asc&deleted_at=is.null&limit=50&offset=0',
    );
    expect([status, rows]).toEqual([200, [{ id: check }]]);
  });

  it('searches for no text at all, which finds every row that has one', async () => {
    const { status, rows } = await get('checks?&select=id&or=(name.ilike.**,type.ilike.**)&name=ilike.**');
    expect([status, rows]).toEqual([200, [{ id: check }]]);
  });

  it('closes a parenthesis too many', async () => {
    const { status, rows } = await get(`canaries?id=eq.${canary}&select=*,created_by(${AV}))&order=created_at.desc`);
    expect([status, rows]).toMatchObject([200, [{ name: 'a b shop', created_by: { name: 'editor', avatar: null } }]]);
  });

  it('names a column twice, with spaces', async () => {
    const { status, rows } = await get(`canaries?id=eq.${canary}&select=*, created_by( id,id, name,avatar)`);
    expect([status, rows]).toMatchObject([200, [{ created_by: { name: 'editor' } }]]);
  });

  it('writes a truth as a digit', async () => {
    const failed = await get(`check_statuses?check_id=eq.${check}&status=eq.0`, counted);
    const passed = await get(`check_statuses?check_id=eq.${check}&status=eq.1`, counted);
    expect([failed.range, passed.range]).toEqual(['0-39/40', '0-79/80']);
  });

  it('orders twice with an empty parameter between, of which the last counts', async () => {
    const { rows } = await get(
      `job_histories?select=duration_millis&order=created_at.desc&&order=duration_millis.desc&limit=1&offset=0`,
    );
    expect(rows).toEqual([{ duration_millis: 800 }]);
    const unknown = await get(
      `agents?select=*,created_by(${AV})&order=created_at.desc&&limit=50&offset=0&order=status.asc`,
      counted,
    );
    expect([unknown.status, unknown.range]).toEqual([200, '0-0/1']);
  });

  it('filters the suffix way, counts, and learns that there is more', async () => {
    const first = await get(
      'job_histories?&select=*&limit=150&offset=0&status.filter=!SUCCESS&order=created_at.desc',
      counted,
    );
    expect([first.status, first.range, first.rows.length]).toEqual([206, '0-149/200', 150]);
    expect(first.headers['preference-applied']).toContain('count=exact');
    const last = await get(
      'job_histories?&select=*&limit=150&offset=150&status.filter=!SUCCESS&order=created_at.desc',
      counted,
    );
    expect([last.status, last.range]).toEqual([206, '150-199/200']);
    const beyond = await get('job_histories?&select=*&limit=150&offset=300&status.filter=!SUCCESS', counted);
    expect([beyond.status, beyond.range]).toEqual([416, '*/200']);
    expect(beyond.body).toMatchObject({ message: someText });
  });

  it('filters by values with blanks, parentheses, commas and quotes', async () => {
    const named = await get('job_histories?select=name&limit=1000&offset=0&name.filter=A job (x)', counted);
    expect([named.status, named.range]).toEqual([200, '0-399/400']);
    const quoted = await get(`job_histories?select=name&limit=1&name=in.("other, \\"job\\"")`, counted);
    expect([quoted.status, quoted.range]).toEqual([206, '0-0/400']);
    const several = await get(
      'job_histories?limit=1&name.filter=A*&status.filter=FAILED,!SUCCESS&resource_type.filter=canary',
      counted,
    );
    expect(several.range).toBe('0-0/200');
  });

  it('writes date math and quoted ids', async () => {
    const deleted = await server.ask('editor', 'PATCH', `canaries?id=in.("${canary}","${LOCAL}")`, {
      body: { deleted_at: 'now+2h' },
      headers: { prefer: 'return=representation' },
    });
    const [row] = deleted.body as { deleted_at: string }[];
    expect(Date.parse(row?.deleted_at ?? '')).toBeGreaterThan(Date.now() + 7_000_000);
    expect(
      (await server.ask('editor', 'PATCH', `canaries?id=eq.${canary}`, { body: { deleted_at: null } })).status,
    ).toBe(204);
  });

  it('has a name for what is not there yet, which is told in the words of the dialect', async () => {
    const answer = await get(
      `rpc/related_configs_recursive?config_id=${LOCAL}&max_depth=10&type.filter=A%3A%3AB%2C%21C%3A%3AD&type_filter=all`,
    );
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'PGRST202', message: someText }]);
    const table = await get(`team_components?component_id=eq.${LOCAL}&select=*,team:teams(*, created_by(${AV}))`);
    expect([table.status, table.body]).toMatchObject([404, { code: 'PGRST205', message: someText }]);
  });
});

describe('the calls of the screens that exist', () => {
  it('H2 reads a check with its canary and its agent', async () => {
    const { rows } = await get(
      `checks?id=eq.${check}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name)`,
    );
    expect(rows).toMatchObject([
      {
        id: check,
        type: 'http',
        canaries: { id: canary, name: 'a b shop', source: null },
        agents: { id: LOCAL, name: 'local' },
      },
    ]);
  });

  it('H5 pages the history of a check, by status, duration and time', async () => {
    const history = (more: string) =>
      get(`check_statuses?check_id=eq.${check}&time=gt.now-1h&order=time.desc${more}`, counted);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const first = await history('&limit=50&offset=0');
    expect([first.status, first.range, first.rows[0]]).toMatchObject([
      206,
      '0-49/120',
      { message: 'result 1', duration: 10, status: true, error: null },
    ]);
    expect((await history('&limit=50&offset=100')).range).toBe('100-119/120');
    expect((await history('&limit=50&offset=150')).status).toBe(416);
    expect((await history('&status=eq.1&duration=gte.500&limit=200&offset=0')).range).toBe('0-46/47');
    const slow = await get(
      `check_statuses?check_id=eq.${check}&time=gt.${since}&order=time.desc&status=eq.0&duration=gte.500&limit=10&offset=0`,
      counted,
    );
    expect([slow.status, slow.range]).toEqual([206, '0-9/24']);
    const none = await history('&duration=gte.999999&limit=50&offset=0');
    expect([none.status, none.range, none.rows]).toEqual([200, '*/0', []]);
    const uncounted = await get(`check_statuses?check_id=eq.${check}&limit=5`);
    expect([uncounted.status, uncounted.range]).toEqual([200, '0-4/*']);
  });

  it('JH1 and JH2 read what jobs did', async () => {
    const { rows, range } = await get(
      `job_histories?&select=*&limit=50&offset=0&resource_type.filter=canary&resource_id=eq.${canary}&status.filter=!SUCCESS&order=time_start.asc` +
        `&and=(created_at.gt.${new Date(Date.now() - 86_400_000).toISOString()},created_at.lt.${new Date().toISOString()})&duration_millis=gte.700`,
      counted,
    );
    expect(range).toBe('0-25/26');
    expect(rows[0]).toMatchObject({ resource_name: 'a b shop', status: 'FAILED', agent: { id: LOCAL, name: 'local' } });
    for (const column of ['time_start', 'resource_name', 'status', 'duration_millis', 'success_count', 'error_count'])
      expect((await get(`job_histories?select=*&limit=1&order=${column}.desc`)).status).toBe(200);
    expect((await get('job_history_names?order=name.asc')).rows).toEqual([
      { name: 'A job (x)' },
      { name: 'other, "job"' },
    ]);
  });

  it('1.17 reads how the events fare', async () => {
    const { rows } = await get('event_queue_summary?order=last_failure.desc');
    expect(rows.find(({ name }) => name === 'check.failed')).toMatchObject({
      pending: 2,
      failed: 1,
      average_attempts: 1,
      first_failure: someText,
      last_failure: someText,
      most_common_error: 'it broke',
    });
  });

  it('filters labels by keys with dots and slashes', async () => {
    const key = 'labels->>app.kubernetes.io/name';
    expect((await get(`canaries?select=name&or=(and(${key}.eq.shop))`)).rows).toHaveLength(1);
    expect((await get(`canaries?select=name&${key}=neq.shop`)).rows).toHaveLength(0);
  });
});

describe('an error', () => {
  it.each([
    ['canaries?nothing=eq.1', 400],
    ['nothing', 404],
    ['canaries?name=eq', 400],
    ['canaries?id=eq.x', 400],
    ['canaries?select=*,nothing(*)', 400],
    ['rpc/nothing', 404],
    ['canaries/more', 404],
  ])('of %s has what the clients show', async (url, status) => {
    const answer = await get(url);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { code: someText, message: expect.stringMatching(/\S/) as unknown },
    ]);
  });
});
