import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('errors', () => {
  it('have the four fields and are JSON', async () => {
    const { status, body, headers } = await api.get('/film');
    expect(status).toBe(404);
    expect(body).toEqual({
      code: 'PGRST205',
      message: "Could not find the table 'api.film' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'api.films'",
    });
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  it.each([
    ['GET', '/nowhere', 404, 'PGRST205', 'api.nowhere'],
    ['GET', '/films/1', 404, 'PGRST125', 'path'],
    ['GET', '/rpc/a/b', 404, 'PGRST125', 'path'],
    ['GET', '/rpc/nowhere', 404, 'PGRST202', 'api.nowhere'],
    ['GET', '/hidden.accounts', 404, 'PGRST205', 'hidden.accounts'],
    ['GET', '/pg_class', 404, 'PGRST205', 'api.pg_class'],
    ['GET', '/films?title=eq.x&nope=eq.1', 400, '42703', 'films.nope'],
    ['GET', '/films?title', 400, 'PGRST100', 'title'],
    ['GET', '/films?title=Psycho', 400, 'PGRST100', 'Psycho'],
    ['POST', '/nowhere', 404, 'PGRST205', 'api.nowhere'],
  ] as const)('%s %s', async (method, url, status, code, message) => {
    const answer = await api.ask(method, url, method === 'POST' ? { body: {} } : {});
    expect([answer.status, answer.body]).toEqual([status, refusal(code, message)]);
  });

  it('suggest a near column that the caller may see', async () => {
    const { body } = await api.get('/films?select=titel');
    expect(body).toEqual(having({ code: '42703', hint: containing('title') }));
  });

  it('suggest a near relation for an embed', async () => {
    const { body } = await api.get('/films?select=director(*)');
    expect(body).toEqual(having({ code: 'PGRST200', hint: containing('directors') }));
  });

  it('suggest a near function', async () => {
    const { body } = await api.get('/rpc/grete');
    expect(body).toEqual(having({ code: 'PGRST202', hint: containing('greet') }));
  });

  it('of missing rights are 403, and 401 for who is not signed in', async () => {
    const reader = await api.get('/vault', { role: 'reader' });
    expect([reader.status, reader.body]).toEqual([403, refusal('42501', 'vault')]);
    const nobody = await api.get('/films', { role: 'anonymous' });
    expect([nobody.status, nobody.body]).toEqual([401, refusal('42501', 'films')]);
    expect((await api.get('/notices?select=id', { role: 'anonymous' })).status).toBe(200);
  });

  it('of the database keep its details', async () => {
    const { status, body } = await api.post('/directors', { id: 1, name: 'Twice' });
    expect([status, body]).toEqual([
      409,
      {
        code: '23505',
        hint: null,
        details: 'Key (id)=(1) already exists.',
        message: 'duplicate key value violates unique constraint "directors_pkey"',
      },
    ]);
  });

  it('from authenticate go to the app unchanged', async () => {
    await using closed = await openFixture({
      authenticate: () => Promise.reject(Object.assign(new Error('No token'), { statusCode: 401 })),
    });
    const { status, body } = await closed.get('/films?select=nope');
    expect([status, body]).toEqual([401, having({ message: 'No token' })]);
  });

  it('a role that does not exist runs nothing', async () => {
    await using broken = await openFixture({ authenticate: () => Promise.resolve({ role: 'no_such_role' }) });
    const { status, text } = await broken.get('/films');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('Metropolis');
  });
});

describe('changes of the schema', () => {
  it('are noticed without a restart', async () => {
    await using changing = await openFixture({ schemaPoll: 50 });
    expect((await changing.get('/late')).status).toBe(404);
    await changing.database.query(
      `create table api.late (id int primary key); grant select on api.late to ${changing.database.role('reader')}`,
    );
    await expect.poll(async () => (await changing.get('/late', { role: 'reader' })).status).toBe(200);
    await changing.database.query('alter table api.late add extra text default $$x$$; insert into api.late values (1)');
    await expect
      .poll(async () => (await changing.get('/late?select=extra', { role: 'reader' })).body)
      .toEqual([{ extra: 'x' }]);
    await changing.database.query(`revoke all on api.late from ${changing.database.role('reader')}`);
    await expect.poll(async () => (await changing.get('/late', { role: 'reader' })).status).toBe(403);
  });
});
