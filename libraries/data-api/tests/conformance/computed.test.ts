import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('computed columns', () => {
  it.each([
    ['films?select=full_title&id=eq.1', [{ full_title: 'Metropolis (1927)' }]],
    ['films?select=id,label:full_title&id=eq.6', [{ id: 6, label: 'Untitled' }]],
    ['films?select=id&full_title=eq.Psycho (1960)', [{ id: 3 }]],
    ['films?select=id&full_title=like.S*&order=full_title.desc', [{ id: 4 }, { id: 5 }]],
    ['films?select=id&or=(full_title.like.*1927*,id.eq.2)&order=id', [{ id: 1 }, { id: 2 }]],
    ['directors?select=films(full_title)&id=eq.1', [{ films: [{ full_title: 'Metropolis (1927)' }] }]],
    [
      'employees?select=name,salary_band&id=in.(1,4)&order=id',
      [
        { name: 'Ada', salary_band: 'high' },
        { name: 'Di', salary_band: 'low' },
      ],
    ],
  ])('answer %s', async (url, expected) => {
    const { status, body } = await api.get(`/${url}`);
    expect([status, body]).toEqual([200, expected]);
  });

  it('are not part of the star', async () => {
    const { text } = await api.get('/films?select=*&id=eq.1');
    expect(text).not.toContain('full_title');
  });

  it('are known only on their own relation', async () => {
    const { status, body } = await api.get('/directors?select=full_title');
    expect([status, body]).toEqual([400, refusal('42703', 'directors.full_title')]);
  });

  it('cannot be written', async () => {
    const { status, body } = await api.ask('PATCH', '/films?id=eq.1', { body: { full_title: 'x' } });
    expect([status, body]).toEqual([400, refusal('PGRST204', 'full_title')]);
  });
});

describe('computed relationships', () => {
  it('give many rows, with all that an embed takes', async () => {
    const { status, body } = await api.get(
      '/directors?select=id,directed(title)&id=eq.3&directed.order=year&directed.limit=1',
    );
    expect([status, body]).toEqual([200, [{ id: 3, directed: [{ title: 'Solaris' }] }]]);
  });

  it('give one row where the function says so', async () => {
    const { status, body } = await api.get('/employees?select=name,boss(name,boss(name))&id=eq.4');
    expect([status, body]).toEqual([200, [{ name: 'Di', boss: { name: 'Ben', boss: { name: 'Ada' } } }]]);
  });

  it('join inner', async () => {
    const { body } = await api.get('/directors?select=id,directed!inner()&directed.year=lt.1930');
    expect(body).toEqual([{ id: 1 }]);
  });

  it('start only at the type they take', async () => {
    const { status, body } = await api.get('/films?select=directed(*)');
    expect([status, body]).toEqual([400, refusal('PGRST200', "'films' and 'directed'")]);
  });
});
