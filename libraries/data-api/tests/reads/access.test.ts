import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const reader = { role: 'reader' } as const;

describe('a column that the role may not read', () => {
  it('is in no star, whose reading never fails', async () => {
    expect((await stage.read('people?id=eq.1', reader)).body).toEqual([{ id: 1, name: 'Eve' }]);
    expect((await stage.read('employees?select=manager_id(*)&id=eq.2', reader)).body).toEqual([
      { manager_id: { id: 1, name: 'Ada', manager_id: null, team: 'core' } },
    ]);
    expect((await stage.read('people?id=eq.1', { ...reader, options: { format: 'csv' } })).text).toBe('id,name\n1,Eve');
  });

  it.each([
    'select=salary',
    'select=salary->x',
    'select=salary.sum()',
    'select=salary_band',
    'salary=gt.1',
    'or=(id.eq.1,not.and(salary.gt.1,id.eq.2))',
    'order=salary',
    'order=salary_band',
    'select=manager_id(salary)',
    'select=...manager_id(salary)',
    'select=manager_id()&manager_id.salary=eq.1',
    'select=manager_id()&order=manager_id(salary)',
  ])('does not exist in employees?%s', (search) => {
    const column = search.includes('band') ? 'salary_band' : 'salary';
    expect(() => stage.statement(`employees?${search}`, reader)).toThrow(
      expect.objectContaining({
        status: 400,
        code: '42703',
        hint: null,
        message: `column employees.${column} does not exist`,
      }),
    );
  });

  it.each([
    'profiles?select=sponsor_note(*)',
    'profiles?select=people!profiles_sponsor_fkey(name)',
    'people?select=profiles!profiles_sponsor_fkey()',
    'employees?select=boss(name)',
  ])('leads nowhere: %s', (url) => {
    expect(() => stage.statement(url, reader)).toThrow(expect.objectContaining({ code: 'PGRST200' }));
  });

  it('does not make an embed ambiguous', async () => {
    expect((await stage.read('profiles?select=people(name)', reader)).body).toEqual([{ people: { name: 'Eve' } }]);
    expect(() => stage.statement('profiles?select=people(name)')).toThrow(
      expect.objectContaining({ code: 'PGRST201' }),
    );
  });
});

it.each([
  ['vault', 'vault'],
  ['films?select=vault(code)', 'vault'],
  ['films?select=id,vault!inner()', 'vault'],
  ['films?select=...vault(code)', 'vault'],
  ['films?select=badges(name)', 'classified'],
])('a relation without a grant is refused by %s', (url, relation) => {
  expect(() => stage.statement(url, reader)).toThrow(
    expect.objectContaining({ status: 403, code: '42501', message: `permission denied for table ${relation}` }),
  );
});

it('what the role may not see is never suggested', () => {
  for (const url of ['people?select=secret_not', 'films?select=vaul(*)', 'films?select=classifie(*)']) {
    expect(() => stage.statement(url, reader)).toThrow(expect.objectContaining({ hint: null }));
  }
});

it('every other relation is readable without an error of PostgreSQL', async () => {
  const { schema, access } = stage.context(reader);
  for (const relation of schema.relationsOf('api').filter((candidate) => access.may('select', candidate))) {
    await expect(stage.read(relation.name, { ...reader, plan: { maxRows: 10_000 } })).resolves.toMatchObject({
      total: null,
    });
  }
});
