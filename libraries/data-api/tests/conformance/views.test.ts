import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('views over tables that are not exposed', () => {
  it.each([
    ['accounts?id=eq.1&select=name,tenants(name)', { name: 'ann', tenants: { name: 'North' } }],
    ['tenants?id=eq.1&select=name,accounts(id)&accounts.order=id', { name: 'North', accounts: [{ id: 1 }, { id: 2 }] }],
    [
      'sessions?id=eq.3&select=device,accounts(name,tenants(name))',
      { device: null, accounts: { name: 'cat', tenants: { name: 'South' } } },
    ],
    ['named_accounts?id=eq.1&select=label,tenants(name)', { label: 'ann', tenants: { name: 'North' } }],
    [
      'named_accounts?id=eq.1&select=label,sessions(device)&sessions.order=id',
      { label: 'ann', sessions: [{ device: 'phone' }, { device: 'desk' }] },
    ],
    ['account_overview?id=eq.3&select=tenant_name,tenants(id)', { tenant_name: 'South', tenants: { id: 2 } }],
    ['account_overview?id=eq.3&select=name,sessions(id)', { name: 'cat', sessions: [{ id: 3 }] }],
    ['tenants?id=eq.2&select=account_overview(name)', { account_overview: [{ name: 'cat' }] }],
    ['accounts?id=eq.1&select=name,t:tenant_id(name)', { name: 'ann', t: { name: 'North' } }],
  ])('embed by what their definitions tell: %s', async (url, expected) => {
    const { status, body } = await api.get(`/${url}`);
    expect([status, body]).toEqual([200, [expected]]);
  });

  it('bear the name of the table that a key means, when several show it', async () => {
    const { status, body } = await api.get('/sessions?id=eq.3&select=account_id(id,name)');
    expect([status, body]).toEqual([200, [{ account_id: { id: 3, name: 'cat' } }]]);
  });

  it('embed beside tables', async () => {
    const { status, body } = await api.get(
      '/old_films?select=id,directors(name),roles(part)&order=id&roles.order=part',
    );
    expect([status, body]).toEqual([
      200,
      [
        { id: 1, directors: { name: 'Fritz Lang' }, roles: [{ part: 'Maria' }] },
        { id: 2, directors: { name: 'Alfred Hitchcock' }, roles: [{ part: 'Madeleine' }, { part: 'Scottie' }] },
      ],
    ]);
    const back = await api.get('/directors?id=eq.2&select=old_films(id)');
    expect([back.status, back.body]).toEqual([200, [{ old_films: [{ id: 2 }] }]]);
  });

  it('many to many to a view', async () => {
    const { status, body } = await api.get('/actors?id=eq.3&select=old_films(title)');
    expect([status, body]).toEqual([200, [{ old_films: [{ title: 'Vertigo' }] }]]);
  });

  it('materialized views embed', async () => {
    const { status, body } = await api.get('/film_stats?director_id=eq.2&select=films,directors(name)');
    expect([status, body]).toEqual([200, [{ films: 2, directors: { name: 'Alfred Hitchcock' } }]]);
  });
});

describe('relationships that are declared', () => {
  it('lead from a union and back', async () => {
    const { status, body } = await api.get('/credits?select=job,films(title)&film_id=eq.3&order=job');
    expect([status, body]).toEqual([
      200,
      [
        { job: 'actor', films: { title: 'Psycho' } },
        { job: 'director', films: { title: 'Psycho' } },
      ],
    ]);
    const back = await api.get('/films?id=eq.3&select=credits(job)&credits.order=job');
    expect([back.status, back.body]).toEqual([200, [{ credits: [{ job: 'actor' }, { job: 'director' }] }]]);
  });

  it('are the only ones that a union has', async () => {
    const { status, body } = await api.get('/credits?select=job,directors(name)');
    expect([status, body]).toEqual([400, refusal('PGRST200', "'credits' and 'directors'")]);
  });
});

describe('writes through views', () => {
  it('insert, upsert, update and delete where PostgreSQL lets them', async () => {
    const write = { prefer: 'return=representation' };
    const created = await api.post('/accounts', { id: 50, name: 'new', tenant_id: 1 }, write);
    expect([created.status, created.body]).toEqual([201, [{ id: 50, name: 'new', tenant_id: 1 }]]);
    const merged = await api.post(
      '/accounts',
      { id: 50, name: 'newer', tenant_id: 2 },
      {
        prefer: 'resolution=merge-duplicates,return=representation',
      },
    );
    expect([merged.status, merged.body]).toEqual([200, [{ id: 50, name: 'newer', tenant_id: 2 }]]);
    const byName = await api.post(
      '/accounts?on_conflict=name',
      { id: 51, name: 'newer', tenant_id: null },
      {
        prefer: 'resolution=ignore-duplicates,return=representation',
      },
    );
    expect([byName.status, byName.body]).toEqual([201, []]);
    const patched = await api.ask('PATCH', '/named_accounts?id=eq.50', { ...write, body: { label: 'last' } });
    expect([patched.status, patched.body]).toEqual([200, [{ id: 50, label: 'last', tenant_id: 2 }]]);
    const gone = await api.ask('DELETE', '/accounts?id=eq.50', write);
    expect([gone.status, gone.body]).toEqual([200, [{ id: 50, name: 'last', tenant_id: 2 }]]);
  });

  it('are refused where a view is none to write', async () => {
    for (const url of ['/credits', '/film_stats']) {
      const { status } = await api.post(url, { film_id: 1 });
      expect([400, 405, 500]).toContain(status);
    }
    expect((await api.get('/credits?select=count()')).body).toEqual([{ count: 10 }]);
  });
});
