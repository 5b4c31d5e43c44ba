import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLERS, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const SECRET = 'S3CRET';
/** A secret in every shape that a canary can hold one in. */
const spec = (url = 'https://a.example/') => ({
  schedule: '@every 1h',
  env: [{ name: 'API_TOKEN', value: SECRET }],
  http: [
    { name: 'password', url, username: { value: 'ann' }, password: { value: SECRET } },
    { name: 'header', url, headers: [{ name: 'Authorization', value: `Bearer ${SECRET}` }] },
    { name: 'key', url, headers: [{ name: 'X-Api-Key', value: SECRET }] },
    { name: 'address', url: `https://ann:${SECRET}@a.example/?token=${SECRET}` },
    { name: 'body', url, method: 'POST', body: `{"password": "${SECRET}"}` },
    {
      name: 'oauth',
      url,
      username: { value: 'id' },
      password: { value: SECRET },
      oauth2: { tokenURL: 'https://t.example/' },
    },
  ],
});
const SECRETS = JSON.stringify(spec()).split(SECRET).length;

let server: DataApiServer;
let id = '';

beforeAll(async () => {
  server = await startDataApiServer();
  const { body } = await server.ask('editor', 'POST', 'canaries?select=id', {
    body: { name: 'secretive', spec: spec() },
    headers: { prefer: 'return=representation' },
  });
  if (Array.isArray(body)) id = String((body[0] as { id: string }).id);
});
afterAll(() => server[Symbol.asyncDispose]());

const stored = async () =>
  (await server.database.query<{ text: string }>('select spec::text as text from health.canaries where id = $1', [id]))
    .rows[0]?.text ?? '';

describe('a secret of a canary', () => {
  it('is stored, so that there is something to find', async () => {
    expect((await stored()).split(SECRET)).toHaveLength(SECRETS);
    expect((await server.ask('viewer', 'GET', 'canaries')).text).toContain('••••••••');
    expect((await server.ask('viewer', 'GET', 'checks?select=name')).body).toHaveLength(6);
  });

  it.each(CALLERS)('is in no answer that %s can get by reading', async (caller) => {
    for (const query of [
      'canaries', 'checks', 'check_list', 'check_names', 'check_labels', 'failed_events', 'job_histories',
      'canaries?select=spec', 'canaries?select=s:spec::text', 'canaries?select=spec->http->0->password', 'canaries?select=x:spec->http->0->password->>value',
      'canaries?select=spec->env->0->>value', 'checks?select=spec->password->>value', 'checks?select=endpoint,spec', 'checks?select=name,canaries(*)',
      'checks?select=name,...canaries(spec)', 'canaries?select=*,checks(*)', 'canaries?select=*,checks(*,canaries(*))', 'check_list?select=spec,endpoint',
    ]) // biome-ignore format: a list
      for (const accept of ['application/json', 'text/csv', 'application/vnd.pgrst.object+json'])
        expect([query, (await server.ask(caller, 'GET', query, { headers: { accept } })).text]).toEqual([
          query,
          expect.not.stringContaining(SECRET),
        ]);
  });

  it.each(['canaries', 'checks', 'check_list'])('is found by no filter and no order of %s', async (table) => {
    for (const filter of [
      'spec->>password=like.*S3C*',
      'spec->http->0->password->>value=eq.S3CRET',
      'spec->password->>value=eq.S3CRET',
      'spec->http->0->>password=like.*S3C*',
      'spec->env->0->>value=like.S*',
      'spec->>http=like.*S3C*',
      'spec->>url=like.*S3C*',
      'spec->>env=match.S3C',
      'spec->>headers=like.*S3CRET*',
      'spec->http->3->>url=like.*S3C*',
      'spec=cs.{"env":[{"value":"S3CRET"}]}',
      'or=(spec->>http.like.*S3C*,spec->>password.like.*S3C*)',
    ]) {
      // biome-ignore format: a list
      const { status, headers, body } = await server.ask('editor', 'GET', `${table}?select=name&${filter}`, {
        headers: { prefer: 'count=exact' },
      });
      expect([filter, status, headers['content-range'], body]).toEqual([filter, 200, '*/0', []]);
    }
    // What is hidden is the same everywhere, so that its order tells nothing.
    const values = await server.ask(
      'editor',
      'GET',
      `${table}?select=v:spec->http->0->password->>value&order=spec->http->0->password->>value`,
    );
    expect(values.text).not.toContain(SECRET);
  });

  it('is in no answer to a write, nor in a refusal by its fields', async () => {
    const headers = { prefer: 'return=representation' };
    const body = { name: 'other', spec: spec() };
    const answers = [
      await server.ask('editor', 'POST', 'canaries', { body, headers }),
      await server.ask('editor', 'POST', 'canaries?select=spec', { body: [{ ...body, name: 'third' }], headers }),
      await server.ask('editor', 'POST', 'canaries', { body, headers }),
      await server.ask('editor', 'PATCH', 'canaries?name=eq.other', { body: { spec: spec('https://b.example/') }, headers }),
      await server.ask('editor', 'PATCH', 'canaries?name=eq.other&select=spec', { body: { labels: { a: 'b' } }, headers: { ...headers, accept: 'text/csv' } }),
      await server.ask('editor', 'POST', 'canaries?on_conflict=agent_id,name,namespace,source', { body, headers: { prefer: `${headers.prefer},resolution=merge-duplicates` } }),
      await server.ask('editor', 'POST', 'canaries', { body: { name: 'bad', spec: { ...spec(), schedule: 'never' } }, headers }),
      await server.ask('editor', 'POST', 'canaries', { body: { name: 'bad', spec: { http: [{ url: `nope ${SECRET}`, password: [SECRET] }] } }, headers }),
      await server.ask('editor', 'POST', 'canaries', { body: { ...body, name: null }, headers }),
      await server.ask('viewer', 'POST', 'canaries', { body, headers }),
      await server.ask('nobody', 'POST', 'canaries', { body, headers }),
    ]; // biome-ignore format: a table
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 200, 200, 200, 400, 400, 400, 403, 401]);
    for (const { text } of answers) expect(text).not.toContain(SECRET);
  });

  it('is in no trail, event, job or name of the database but the stored spec', async () => {
    await server.ask('editor', 'PATCH', `canaries?id=eq.${id}`, { body: { spec: spec('https://c.example/') } });
    const found = await server.database.query<{ text: string }>(
      `select concat((select json_agg(a) from platform.audit_log a), (select json_agg(e) from jobs.event_queue e),
         (select json_agg(shown_spec) from health.canaries), (select json_agg(to_jsonb(c) - 'spec') from health.checks c)) as text`,
    );
    expect(found.rows[0]?.text).toContain('secretive');
    expect(found.rows[0]?.text).not.toContain(SECRET);
  });

  it('cannot be sent elsewhere by whoever writes back what he was shown', async () => {
    const { body } = await server.ask('editor', 'GET', `canaries?id=eq.${id}&select=spec`);
    const [row] = body as { spec: { http: { url: string }[] } }[];
    if (!row) throw new Error('the canary is gone');
    const kept = await server.ask('editor', 'PATCH', `canaries?id=eq.${id}`, { body: row });
    expect([kept.status, kept.text]).toEqual([204, '']);
    const before = await stored();
    expect(before.split(SECRET)).toHaveLength(SECRETS);
    const moved = { ...row.spec, http: row.spec.http.map((check) => ({ ...check, url: 'https://evil.example/' })) };
    const upsert = { headers: { prefer: 'resolution=merge-duplicates' } };
    for (const answer of [
      await server.ask('editor', 'PATCH', `canaries?id=eq.${id}`, { body: { spec: moved } }),
      await server.ask('editor', 'POST', 'canaries', { body: { id, name: 'secretive', spec: moved }, ...upsert }),
      await server.ask('editor', 'PUT', `canaries?id=eq.${id}`, { body: { id, name: 'secretive', spec: moved } }),
      await server.ask('editor', 'POST', 'canaries', { body: { name: 'thief', spec: row.spec } }),
    ])
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_input' }]);
    expect(await stored()).toBe(before);
  });
});
