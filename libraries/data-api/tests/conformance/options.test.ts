import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { WriteChange, WriteHook } from '@watchroom/data-api';
import { type Fixture, openFixture } from './fixture.ts';
import { having } from './matchers.ts';

const changes: WriteChange[] = [];
const hook: WriteHook = async (transaction, change) => {
  changes.push(change);
  for (const row of change.after) {
    if (row['title'] === 'forbidden') throw Object.assign(new Error('Not this title'), { statusCode: 422 });
    if (row['title'] === 'mend')
      await transaction.query(`update api.tasks set title = 'mended' where id = $1`, [row['id']]);
  }
};

let api: Fixture;
beforeAll(async () => {
  api = await openFixture((database) => ({
    hooks: { tasks: hook },
    // Hooks write with rights that no caller has.
    hookPool: database.pool({ user: inject('cluster').superuser }),
    adapters: [
      (request) => ({ ...request, query: request.query.filter(([name]) => name !== 'cache_buster') }),
      (request) =>
        request.kind === 'relation' && request.method === 'POST' && request.body === 'nothing'
          ? { ...request, body: [] }
          : request,
    ],
    countTimeout: 100,
  }));
});
afterAll(() => api[Symbol.asyncDispose]());

const full = { prefer: 'return=representation' };

describe('hooks', () => {
  it('see rows before and after, inside of the transaction', async () => {
    changes.length = 0;
    const row = { id: 70, project_id: 1, title: 'a' };
    expect((await api.post('/tasks', row)).status).toBe(201);
    await api.ask('PATCH', '/tasks?id=eq.70', { body: { title: 'b' } });
    await api.ask('DELETE', '/tasks?id=eq.70');
    expect(
      changes.map(({ operation, before, after }) => [
        operation,
        before.map((each) => each['title']),
        after.map((each) => each['title']),
      ]),
    ).toEqual([
      ['insert', [], ['a']],
      ['update', ['a'], ['b']],
      ['delete', ['b'], []],
    ]);
    expect(changes[0]).toMatchObject({
      schema: 'api',
      relation: 'tasks',
      caller: { role: api.database.role('admin') },
    });
  });

  it('change what is answered', async () => {
    const { status, body } = await api.post('/tasks?select=title', { id: 71, project_id: 1, title: 'mend' }, full);
    expect([status, body]).toEqual([201, [{ title: 'mended' }]]);
  });

  it('roll back by throwing, and the error goes to the app', async () => {
    const { status, body } = await api.post('/tasks', { id: 72, project_id: 1, title: 'forbidden' }, full);
    expect([status, body]).toEqual([422, having({ message: 'Not this title' })]);
    const patched = await api.ask('PATCH', '/tasks?id=eq.1', { body: { title: 'forbidden' } });
    expect(patched.status).toBe(422);
    expect((await api.get('/tasks?or=(id.eq.72,title.eq.forbidden)')).body).toEqual([]);
  });

  it('are not asked when the database refuses', async () => {
    changes.length = 0;
    expect((await api.post('/tasks', { id: 1, project_id: 1, title: 'twice' })).status).toBe(409);
    expect((await api.ask('PATCH', '/tasks?id=eq.1', { role: 'reader', body: { title: 'x' } })).status).toBe(403);
    expect(changes).toEqual([]);
  });

  it('obey tx=rollback', async () => {
    const { status } = await api.post('/tasks', { id: 73, project_id: 1, title: 'mend' }, { prefer: 'tx=rollback' });
    expect(status).toBe(201);
    expect((await api.get('/tasks?id=eq.73')).body).toEqual([]);
  });
});

describe('adapters', () => {
  it('mend the query before it is read', async () => {
    expect((await api.get('/films?id=eq.1&select=id&cache_buster=12')).body).toEqual([{ id: 1 }]);
  });

  it('mend the body', async () => {
    expect((await api.ask('POST', '/projects', { ...full, body: '"nothing"' })).body).toEqual([]);
  });
});

describe('a count that takes too long', () => {
  it('is answered by the estimate, and the answer says so', async () => {
    const { status, headers } = await api.get('/slow_rows?limit=1', { prefer: 'count=exact' });
    expect([status, headers['preference-applied']]).toEqual([206, 'count=estimated']);
    expect((await api.get('/films?limit=1', { prefer: 'count=exact' })).headers['content-range']).toBe('0-0/6');
  });
});
