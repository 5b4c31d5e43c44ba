import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReadPlans, type ReadPlan } from '../../src/http/read-plans.ts';
import type { QueryPairs } from '../../src/request/tree.ts';
import type { Access } from '../../src/schema/model.ts';
import { openStage, type Stage } from './stage.ts';

const access = {} as Access;

/** Plans as many statements as it is asked for, with the values of the filters bound as `bind` says. */
function planner(bind: (value: string) => string = (value) => value) {
  const planned: QueryPairs[] = [];
  const plan = (query: QueryPairs): ReadPlan => {
    planned.push(query);
    const values = ['own', ...query.map(([, value]) => bind(value.slice(value.indexOf('.') + 1)))];
    const statement = { text: 'select', values };
    return { offset: 0, statement: () => statement, estimate: () => statement };
  };
  return { plan, planned };
}

describe('plans of reads', () => {
  it('are made once for requests that differ in values alone', () => {
    const plans = createReadPlans();
    const { plan, planned } = planner();
    const valuesOf = (...query: QueryPairs) => plans.get(access, 'k', query, plan).statement(undefined).values;
    expect(valuesOf(['id', 'eq.1'], ['name', 'gt.b'])).toEqual(['own', '1', 'b']);
    expect(valuesOf(['id', 'eq.own'], ['name', 'gt.'])).toEqual(['own', 'own', '']);
    expect(planned).toHaveLength(1);
    expect(valuesOf(['id', 'neq.1'], ['name', 'gt.b'])).toEqual(['own', '1', 'b']);
    expect(valuesOf(['other', 'eq.1'], ['name', 'gt.b'])).toEqual(['own', '1', 'b']);
    expect(planned).toHaveLength(3);
    plans.get({ ...access }, 'k', [['id', 'eq.1']], plan);
    plans.get(access, 'another', [['id', 'eq.1']], plan);
    expect(planned).toHaveLength(5);
  });

  it('are made anew where a value is not bound as it is', () => {
    const plans = createReadPlans();
    const { plan } = planner((value) => `%${value}%`);
    const valuesOf = (value: string) =>
      plans.get(access, 'k', [['id', `eq.${value}`]], plan).statement(undefined).values;
    expect([valuesOf('1'), valuesOf('2')]).toEqual([
      ['own', '%1%'],
      ['own', '%2%'],
    ]);
  });
});

describe('a request like one before', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  const ids = async (search: string, role = 'reader') => {
    const answer = await stage.ask('GET', `/data/notes?select=id&${search}`, { headers: { 'x-role': role } });
    return answer.json();
  };

  it('is answered by its own values', async () => {
    expect(await ids('id=eq.1')).toEqual([{ id: 1 }]);
    expect(await ids('id=eq.2')).toEqual([{ id: 2 }]);
    expect(await ids('id=gt.3&id=lt.5')).toEqual([{ id: 4 }]);
    expect(await ids('id=gt.2&id=lt.4')).toEqual([{ id: 3 }]);
    expect(await ids('body=eq.note 4&limit=1')).toEqual([{ id: 4 }]);
    expect(await ids('order=id.desc&limit=1')).toEqual([{ id: 5 }]);
    expect(await ids('order=id.asc&limit=1')).toEqual([{ id: 1 }]);
  });

  it('is refused by its own words, and under its own rights', async () => {
    for (const value of ['x1', 'x2']) {
      expect(await ids(`id=eq.${value}`)).toMatchObject({ message: expect.stringContaining(value) as unknown });
      expect(await ids(`missing=eq.${value}`)).toMatchObject({ code: '42703' });
    }
    expect(await ids('secret=eq.hidden', 'writer')).toMatchObject({ code: '42703' });
  });

  it('is planned anew when the schema has changed', async () => {
    expect(await ids('size=eq.2')).toEqual([{ id: 2 }]);
    await stage.database.query('alter table api.notes rename column size to extent');
    await expect.poll(() => ids('extent=eq.2')).toEqual([{ id: 2 }]);
    expect(await ids('size=eq.2')).toMatchObject({ code: '42703' });
  });
});
