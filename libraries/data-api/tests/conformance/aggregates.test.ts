import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, including, refusal, someNumber } from './matchers.ts';

let api: Fixture;
let plain: Fixture;
beforeAll(async () => {
  [api, plain] = await Promise.all([openFixture(), openFixture({ aggregates: false })]);
});
afterAll(() => Promise.all([api[Symbol.asyncDispose](), plain[Symbol.asyncDispose]()]));

describe('aggregates', () => {
  it.each([
    ['/films?select=count()', [{ count: 6 }]],
    ['/films?select=year.count()', [{ count: 5 }]],
    ['/films?select=n:count()', [{ n: 6 }]],
    ['/orders?select=total.sum()', [{ sum: 35.5 }]],
    ['/orders?select=total.sum()::int', [{ sum: 36 }]],
    ['/orders?select=all:total::int.sum()', [{ all: someNumber }]],
    ['/films?select=oldest:year.min(),newest:year.max()', [{ oldest: 1927, newest: 1979 }]],
    ['/films?select=rating.avg()&director_id=eq.2', [{ avg: 8.4 }]],
    ['/films?select=details->length::int.max()', [{ max: 167 }]],
    [
      '/films?select=genre,count()&order=genre',
      [
        { genre: 'thriller', count: 2 },
        { genre: 'scifi', count: 3 },
        { genre: null, count: 1 },
      ],
    ],
    [
      '/employees?select=team,salary.sum()&order=team',
      [
        { team: 'core', sum: 1400 },
        { team: 'ops', sum: 700 },
      ],
    ],
    [
      '/projects?select=name,tasks(count())&order=id',
      [
        { name: 'Roof', tasks: [{ count: 3 }] },
        { name: 'Cellar', tasks: [{ count: 2 }] },
        { name: 'Idle', tasks: [{ count: 0 }] },
      ],
    ],
    [
      '/projects?select=name,tasks(is_done,count())&id=eq.2&tasks.order=is_done',
      [
        {
          name: 'Cellar',
          tasks: [
            { is_done: false, count: 1 },
            { is_done: true, count: 1 },
          ],
        },
      ],
    ],
  ] as const)('answer %s', async (url, expected) => {
    const { status, body } = await api.get(url);
    expect([status, body]).toEqual([200, expected]);
  });

  it('group by what a spread lifts', async () => {
    const { status, body } = await api.get('/films?select=...directors(name),count()&director_id=in.(1,2)');
    expect([status, body]).toEqual([
      200,
      including([
        { name: 'Fritz Lang', count: 1 },
        { name: 'Alfred Hitchcock', count: 2 },
      ]),
    ]);
  });

  it('refuse a function that is none of the five', async () => {
    const { status, body } = await api.get('/films?select=year.median()');
    expect([status, body]).toEqual([400, refusal('PGRST100', /median|select/)]);
  });

  it('refuse a sum of texts', async () => {
    const { status, body } = await api.get('/films?select=title.sum()');
    expect([400, 404]).toContain(status);
    expect(body).toEqual(having({ message: containing('sum') }));
  });

  it('refuse to sort groups by a column that is not grouped', async () => {
    const { status } = await api.get('/films?select=genre,count()&order=title');
    expect(status).toBe(400);
  });
});

describe('without the switch', () => {
  it.each([
    'films?select=count()',
    'films?select=year.max()',
    'projects?select=tasks(count())',
    'films?select=id,...directors(id.sum())',
  ])('%s is refused', async (url) => {
    const { status, body } = await plain.get(`/${url}`);
    expect([status, body]).toEqual([400, refusal('PGRST123', 'aggregate')]);
  });

  it('a column may be called like an aggregate', async () => {
    expect((await plain.get('/films?select=count:id&id=eq.1')).body).toEqual([{ count: 1 }]);
  });
});
