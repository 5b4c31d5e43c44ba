import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const reader = { role: 'reader' } as const;
const get = (url: string, more: object = {}) => api.get(url, { ...reader, ...more });

describe('the role of the request', () => {
  const attacks = [
    "'; reset role; --",
    '$$; reset role; $$',
    "'); set role postgres; --",
    '\\"; reset role; --',
    "'||current_user||'",
    "'; set session authorization default; --",
    '1; commit; reset role; select 1',
  ];

  it.each(attacks)('stays under %s', async (attack) => {
    await api.query('/strings', [['value', `eq.${attack}`]], reader);
    await api.query('/strings', [['select', `"${attack.replaceAll(/["\\]/g, '')}":id`]], reader);
    await api.query('/strings', [['order', attack]], reader);
    await api.query('/strings', [['value', `fts(${attack}).x`]], reader);
    await api.query('/strings', [['select', `id::${attack}`]], reader);
    await api.query('/documents', [['select', `data->>"${attack.replaceAll(/["\\]/g, '')}"`]], reader);
    await api.get('/strings', { ...reader, headers: { 'accept-profile': attack } });
    await api.get('/strings', { ...reader, prefer: `timezone=${attack}` });
    await api.query('/rpc/echo', [['value', attack]], reader);
    expect((await api.query('/rpc/echo', [['value', attack]], reader)).body).toBe(attack);
    expect((await get('/rpc/who')).body).toBe(api.database.role('reader'));
    expect((await get('/vault')).status).toBe(403);
  });

  it('is not taken from headers of other servers', async () => {
    for (const headers of [
      { role: 'admin' },
      { authorization: 'Bearer x' },
      { 'request.jwt.claims': '{"role":"admin"}' },
    ]) {
      expect((await get('/rpc/who', { headers })).body).toBe(api.database.role('reader'));
    }
  });

  it('no function of PostgreSQL is reached', async () => {
    for (const name of [
      'set_config',
      'pg_read_file',
      'current_setting',
      'pg_catalog.set_config',
      'dblink',
      'lo_import',
    ]) {
      const { status } = await api.post(
        `/rpc/${name}`,
        { setting_name: 'role', new_value: 'none', is_local: false },
        reader,
      );
      expect(status).toBe(404);
    }
    expect((await get('/strings?select=id,pg_sleep(1)')).status).toBe(400);
    expect((await get("/strings?select=set_config('role','none',false)")).status).toBe(400);
  });

  it('does not see what a function left in the session', async () => {
    for (const index of Array(12).keys()) {
      await api.post('/rpc/leave_behind', {}, reader);
      const [role, extra, zone] = await Promise.all([
        get('/rpc/who'),
        get('/rpc/setting?name=app.extra'),
        get('/rpc/setting?name=timezone'),
      ]);
      expect([index, role.body, extra.body === '' ? null : extra.body, zone.body]).toEqual([
        index,
        api.database.role('reader'),
        null,
        expect.not.stringContaining('Tokyo'),
      ]);
      expect((await get('/vault')).status).toBe(403);
    }
  });

  it('leaves nothing behind for the next request', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const role = index % 2 === 0 ? 'reader' : 'admin';
        const url = index % 3 === 0 ? '/strings?value=eq.x&id=eq.oops' : '/rpc/who';
        const { body } = await api.get(url, { role });
        expect(url === '/rpc/who' ? body : api.database.role(role)).toBe(api.database.role(role));
      }),
    );
    expect((await get('/rpc/setting?name=app.person')).body).toBe('eve');
    expect((await api.get('/rpc/setting?name=app.person')).body).toBe('sam');
  });
});
