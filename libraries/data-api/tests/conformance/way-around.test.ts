import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Fixture, openFixture } from './fixture.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const reader = { role: 'reader' } as const;
const get = (url: string, more: object = {}) => api.get(url, { ...reader, ...more });

/** An unknown column of the same relation must be answered in the same words. */
async function expectUnknown(url: string, column: string): Promise<void> {
  const [hidden, unknown] = [await get(url), await get(url.replaceAll(column, 'xqzwv'))];
  const same = ({ status, text }: Answer) => [status, text.replaceAll('xqzwv', column)];
  expect(hidden.status).toBeGreaterThanOrEqual(400);
  expect(same(hidden)).toEqual(same(unknown));
}

describe('a column outside the grant', () => {
  it('is not in the star, nor in embeds, CSV or representations', async () => {
    expect((await get('/employees?id=eq.1')).body).toEqual([{ id: 1, name: 'Ada', manager_id: null, team: 'core' }]);
    expect((await get('/people?id=eq.1')).body).toEqual([{ id: 1, name: 'Eve' }]);
    expect((await get('/employees?id=eq.2&select=manager_id(*)')).body).toEqual([
      { manager_id: { id: 1, name: 'Ada', manager_id: null, team: 'core' } },
    ]);
    expect((await get('/people?id=eq.1', { headers: { accept: 'text/csv' } })).text.trimEnd()).toBe('id,name\n1,Eve');
    const written = await api.ask('PATCH', '/people?id=eq.1', {
      ...reader,
      prefer: 'return=representation',
      body: { name: 'Eve' },
    });
    expect(written.body).toEqual([{ id: 1, name: 'Eve' }]);
  });

  it.each([
    '/employees?select=salary',
    '/employees?select=id,s:salary',
    '/employees?select=salary::text',
    '/employees?select=salary->x',
    '/employees?select=salary->>x',
    '/employees?select=salary.sum()',
    '/employees?select=salary::int.max()',
    '/employees?select=team,salary.avg()::int',
    '/employees?salary=gt.1',
    '/employees?salary=not.is.null',
    '/employees?salary=in.(1,2)',
    '/employees?salary->>x=eq.1',
    '/employees?or=(id.eq.1,salary.gt.100)',
    '/employees?not.and=(id.eq.1,or(id.eq.2,salary.lt.100))',
    '/employees?order=salary',
    '/employees?order=salary.desc.nullslast',
    '/employees?order=id,salary->x',
    '/employees?select=id,manager_id(salary)',
    '/employees?select=id,manager_id(id,manager_id(salary))',
    '/employees?select=id,...manager_id(salary)',
    '/employees?select=id,boss:manager_id()&boss.salary=gt.1',
    '/employees?select=id,boss:manager_id!inner(id)&boss.or=(id.eq.1,salary.gt.1)',
    '/employees?select=id,boss:manager_id(id)&order=boss(salary)',
    '/employees?select=id,reports:employees!manager_id(id)&reports.order=salary',
    '/employees?select=id,reports:employees!manager_id(salary.sum())',
  ])('answers like one that does not exist: %s', (url) => expectUnknown(url, 'salary'));

  it('is not a way to count, nor to write', async () => {
    expect(
      (await get('/employees?salary=gt.800', { prefer: 'count=exact' })).headers['content-range'] ?? '',
    ).not.toMatch(/\/\d/);
    const refused = [
      await api.ask('HEAD', '/employees?salary=gt.1', { ...reader, prefer: 'count=exact' }),
      await api.ask('PATCH', '/people?secret_note=eq.likes rain', { ...reader, body: { name: 'x' } }),
      await api.ask('PATCH', '/people?id=eq.1', { ...reader, body: { secret_note: 'x' } }),
      await api.ask('PATCH', '/people?id=eq.1&columns=secret_note', { ...reader, body: { secret_note: 'x' } }),
      await api.post(
        '/people?select=secret_note',
        { id: 800, name: 'x' },
        { ...reader, prefer: 'return=representation' },
      ),
      await api.post(
        '/people?on_conflict=secret_note',
        { id: 801, name: 'y', secret_note: 'likes rain' },
        { ...reader, prefer: 'resolution=merge-duplicates,return=representation' },
      ),
      await api.post(
        '/people?on_conflict=secret_note',
        { id: 802, name: 'z', secret_note: 'likes rain' },
        { ...reader, prefer: 'resolution=ignore-duplicates,return=representation' },
      ),
      await api.post(
        '/people',
        { id: 1, name: 'y', secret_note: 'q' },
        { ...reader, prefer: 'resolution=merge-duplicates' },
      ),
    ];
    for (const { status, text } of refused) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toMatch(/likes rain|fears wasps/);
    }
    const { rows } = await api.database.query('select id, name, secret_note from api.people order by id');
    expect(rows).toEqual([
      { id: 1, name: 'Eve', secret_note: 'likes rain' },
      { id: 2, name: 'Sam', secret_note: 'fears wasps' },
    ]);
  });

  it.each([
    ['PATCH', '/profiles?person_id=eq.1', '{"sponsor_note":"x"}'],
    ['PATCH', '/profiles?person_id=eq.1&columns=sponsor_note', '{"sponsor_note":"x"}'],
    ['PATCH', '/profiles?person_id=eq.1&select=sponsor_note', '{"bio":"x"}'],
    ['PUT', '/profiles?person_id=eq.1', '{"person_id":1,"sponsor_note":"x"}'],
    ['POST', '/profiles', '{"person_id":2,"sponsor_note":"x"}'],
    ['POST', '/profiles?columns=person_id,sponsor_note', '{"person_id":2}'],
    ['POST', '/profiles?on_conflict=sponsor_note', '{"person_id":2}'],
    ['POST', '/profiles?select=sponsor_note', '{"person_id":2}'],
    ['POST', '/profiles', 'person_id,sponsor_note\n2,x'],
  ] as const)('is written like one that does not exist: %s %s', async (method, url, body) => {
    const write = async (name: string) => {
      const type = body.startsWith('{') ? 'application/json' : 'text/csv';
      const answer = await api.ask(method, url.replaceAll('sponsor_note', name), {
        ...reader,
        body: body.replaceAll('sponsor_note', name),
        prefer: 'return=representation,resolution=merge-duplicates',
        headers: { 'content-type': type },
      });
      return [answer.status, answer.text.replaceAll(name, 'sponsor_note')];
    };
    expect(await write('sponsor_note')).toEqual(await write('xqzwv'));
    expect((await write('sponsor_note'))[0]).toBe(400);
  });

  it('leads nowhere by a foreign key on it', async () => {
    for (const url of [
      '/profiles?select=sponsor_note(*)',
      '/profiles?select=people!profiles_sponsor_fkey(name)',
      '/profiles?select=people!sponsor_note(name)',
      '/people?select=profiles!profiles_sponsor_fkey(bio)',
      '/people?select=name,profiles!profiles_sponsor_fkey!inner()',
    ]) {
      const { status, text } = await get(url);
      expect([url, status >= 400]).toEqual([url, true]);
      expect(text).not.toContain('Sam');
    }
    expect((await get('/profiles?select=people(name)')).body).toEqual([{ people: { name: 'Eve' } }]);
  });

  it('is not read by a function of the row', async () => {
    for (const url of [
      '/employees?select=salary_band',
      '/employees?salary_band=eq.high',
      '/employees?order=salary_band',
      '/employees?select=name,boss(name)',
    ]) {
      const { status } = await get(url);
      expect([url, status >= 400]).toEqual([url, true]);
    }
  });

  it('is never suggested', async () => {
    for (const url of [
      '/employees?select=salry',
      '/employees?salarys=eq.1',
      '/employees?order=salaryy',
      '/people?select=secret_not',
      '/people?on_conflict=secret_not',
    ]) {
      const { text } = await get(url);
      expect(text.replaceAll(/salry|salarys|salaryy|secret_not(?!e)/g, '')).not.toMatch(/salary|secret_note/);
    }
    const { text } = await api.post('/people', { secret_not: 1 }, reader);
    expect(text).not.toContain('secret_note');
  });

  it('is not in the OpenAPI root', async () => {
    const { text } = await get('/');
    expect(text).not.toMatch(/"salary"|secret_note|sponsor_note/);
  });
});

describe('a key outside the grant', () => {
  it('is not told by who refuses a write', async () => {
    expect((await get('/lockers')).body).toEqual([{ holder: 'Eve' }]);
    const answers = [
      await api.ask('PUT', '/lockers?holder=eq.x', { ...reader, body: { holder: 'x' } }),
      await api.ask('PATCH', '/lockers', { ...reader, body: { holder: 'x' } }),
      await api.ask('DELETE', '/lockers', reader),
      await api.post('/lockers', { holder: 'x' }, { ...reader, prefer: 'resolution=merge-duplicates' }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toMatch(/secret_number|combination/);
    }
    const conflict = await api.ask('PATCH', '/lockers?holder=eq.Eve', { ...reader, body: { combination: 1 } });
    expect([conflict.status, conflict.text.includes('4711')]).toEqual([400, false]);
  });
});

describe('a relation without a grant', () => {
  it.each([
    '/vault',
    '/vault?select=id',
    '/vault?select=count()',
    '/vault?select=films(title)',
    '/films?select=id,vault(code)',
    '/films?select=id,vault()',
    '/films?select=id,vault!inner()',
    '/films?select=id,...vault(code)',
    '/films?select=id,vault(count())',
    '/films?select=id,v:vault()&v=is.null',
    '/films?select=id,v:vault()&v.code=like.o*',
    '/films?select=id,badges(name)',
    '/films?select=id,badges!classified(name)',
    '/films?select=id,badges!inner()',
    '/badges?select=name,films(id)',
    '/films?select=id,classified(badge_id)',
    '/directors?select=films(vault(code))',
    '/old_films?select=id,vault(code)',
    '/old_films?select=id,badges(name)',
    '/rpc/films_since?select=id,vault(code)',
    '/rpc/films_since?select=id,badges(name)',
    '/counters',
  ])('is refused by %s', async (url) => {
    const { status, text } = await get(url);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/open sesame|Gold|Tin/);
  });

  it.each(['POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const)('is refused to %s', async (method) => {
    const body = ['POST', 'PATCH', 'PUT'].includes(method) ? { body: { id: 1, film_id: null, code: 'x' } } : {};
    const { status } = await api.ask(method, '/vault?id=eq.1', { ...reader, ...body });
    expect(status).toBe(403);
  });

  it('is not suggested and not described', async () => {
    for (const url of ['/vaul', '/vaults', '/films?select=vaul(*)', '/films?select=classifie(*)', '/rpc/forbiden']) {
      expect((await get(url)).text).not.toMatch(/vault\b|classified|forbidden/);
    }
  });

  it('is closed to who is not signed in', async () => {
    for (const url of ['/films', '/directors?select=name', '/notices?select=films(*)', '/rpc/films_since']) {
      const { status } = await api.get(url, { role: 'anonymous' });
      expect([url, status >= 400 && status < 500]).toEqual([url, true]);
    }
  });

  it('a hidden schema cannot be named', async () => {
    for (const url of [
      '/hidden.accounts',
      '/accounts?select=hidden.accounts(*)',
      '/accounts?select=password',
      '/"hidden"."accounts"',
      '/accounts?select=accounts!accounts_tenant_id_fkey(password)',
    ]) {
      const { status, text } = await get(url);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('unset');
    }
  });
});
