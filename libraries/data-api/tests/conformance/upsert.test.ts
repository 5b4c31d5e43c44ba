import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, refusal, someNumber } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const merge = { prefer: 'resolution=merge-duplicates,return=representation' };
const ignore = { prefer: 'resolution=ignore-duplicates,return=representation' };

describe('upsert', () => {
  it('inserts and updates by the primary key', async () => {
    const rows = [
      { id: 1, name: 'Roof 2' },
      { id: 100, name: 'New' },
    ];
    const { status, body, headers } = await api.post('/projects', rows, merge);
    expect([status, body]).toEqual([201, rows]);
    expect(headers['preference-applied']).toBe('resolution=merge-duplicates, return=representation');
  });

  it('answers 200 when every row was there', async () => {
    expect((await api.post('/projects', [{ id: 2, name: 'Cellar 2' }], merge)).status).toBe(200);
  });

  it('leaves columns alone that are not sent', async () => {
    const { body } = await api.post('/tasks', { id: 1, project_id: 1, title: 'Tiles 2' }, merge);
    expect(body).toEqual([having({ title: 'Tiles 2', is_done: true, priority: 1 })]);
  });

  it('ignores duplicates', async () => {
    const { status, body } = await api.post(
      '/projects',
      [
        { id: 3, name: 'Nope' },
        { id: 110, name: 'Only' },
      ],
      ignore,
    );
    expect([status, body]).toEqual([201, [{ id: 110, name: 'Only' }]]);
    expect((await api.get('/projects?id=eq.3')).body).toEqual([{ id: 3, name: 'Idle' }]);
  });

  it('takes another unique key by on_conflict', async () => {
    const { status, body } = await api.post('/projects?on_conflict=name', { id: 3, name: 'Idle' }, merge);
    expect([status, body]).toEqual([200, [{ id: 3, name: 'Idle' }]]);
  });

  it('works with composite keys and on partitioned tables', async () => {
    const roles = [{ film_id: 1, actor_id: 1, part: 'Robot' }];
    expect((await api.post('/roles', roles, merge)).body).toEqual(roles);
    const events = [{ id: 4, happened: '2026-05-01', film_id: 2, kind: 'found' }];
    expect((await api.post('/events', events, merge)).body).toEqual(events);
  });

  it('adds the predicate of a partial key', async () => {
    const row = { scope: 'app', name: 'color', value: 'blue' };
    const { status, body } = await api.post('/settings?on_conflict=scope,name', row, merge);
    expect([status, body]).toEqual([200, [{ id: 1, ...row, deleted_at: null }]]);
    const fresh = await api.post('/settings?on_conflict=scope,name', { ...row, name: 'font' }, merge);
    expect([fresh.status, fresh.body]).toEqual([201, [having({ name: 'font' })]]);
  });

  it('finds null in a key where nulls are not distinct', async () => {
    const row = { key: 'tier', owner: null, value: 'middle' };
    const { status, body } = await api.post('/labels?on_conflict=key,owner', row, merge);
    expect([status, body]).toEqual([200, [{ id: 1, ...row }]]);
  });

  it('gives missing keys their defaults when asked', async () => {
    const rows = [
      { id: 1, key: 'tier', value: 'x' },
      { key: 'zone', value: 'y' },
    ];
    const { status, body } = await api.post('/labels?columns=id,key,value', rows, {
      prefer: 'resolution=merge-duplicates,missing=default,return=representation',
    });
    expect([status, body]).toEqual([
      201,
      [
        { id: 1, key: 'tier', owner: null, value: 'x' },
        { id: someNumber, key: 'zone', owner: null, value: 'y' },
      ],
    ]);
  });

  it('refuses columns without a unique key', async () => {
    const { status, body } = await api.post('/projects?on_conflict=id,name', { id: 1, name: 'x' }, merge);
    expect([status, body]).toEqual([400, refusal('42P10', 'unique')]);
  });

  it('refuses an unknown column in on_conflict', async () => {
    const { status, body } = await api.post('/projects?on_conflict=nope', { id: 1, name: 'x' }, merge);
    expect(status).toBe(400);
    expect(body).toEqual(having({ message: containing('nope') }));
  });

  it('refuses the same row twice in one upsert', async () => {
    const { status, body } = await api.post(
      '/projects',
      [
        { id: 7, name: 'a' },
        { id: 7, name: 'b' },
      ],
      merge,
    );
    expect([status, body]).toEqual([500, refusal('21000', 'second time')]);
  });

  it('is a plain insert without a preference', async () => {
    expect((await api.post('/projects', { id: 1, name: 'again' })).status).toBe(409);
  });
});

describe('PUT', () => {
  const put = (url: string, body: unknown) => api.ask('PUT', url, { body, prefer: 'return=representation' });

  it('inserts, then replaces', async () => {
    const first = await put('/people?id=eq.70', { id: 70, name: 'Pat', secret_note: null });
    expect([first.status, first.body]).toEqual([201, [{ id: 70, name: 'Pat', secret_note: null }]]);
    const second = await put('/people?id=eq.70', { id: 70, name: 'Kit', secret_note: 'x' });
    expect([second.status, second.body]).toEqual([200, [{ id: 70, name: 'Kit', secret_note: 'x' }]]);
    const silent = await api.ask('PUT', '/people?id=eq.70', { body: { id: 70, name: 'Lou', secret_note: null } });
    expect([silent.status, silent.text]).toEqual([204, '']);
  });

  it('takes the whole of a composite key', async () => {
    const row = { film_id: 3, actor_id: 5, part: 'Guest' };
    expect((await put('/roles?film_id=eq.3&actor_id=eq.5', row)).body).toEqual([row]);
  });

  it.each([
    ['/people', 405, 'PGRST105'],
    ['/people?name=eq.Eve', 405, 'PGRST105'],
    ['/people?id=gt.1', 405, 'PGRST105'],
    ['/people?id=eq.1&name=eq.Eve', 405, 'PGRST105'],
    ['/roles?film_id=eq.1', 405, 'PGRST105'],
    ['/people?id=eq.1&limit=1', 400, 'PGRST114'],
    ['/people?id=eq.1&offset=1', 400, 'PGRST114'],
    ['/people?id=eq.2', 400, 'PGRST115'],
  ])('refuses %s', async (url, status, code) => {
    const answer = await put(url, { id: 1, name: 'Eve', secret_note: null });
    expect([answer.status, answer.body]).toEqual([status, having({ code })]);
  });
});
