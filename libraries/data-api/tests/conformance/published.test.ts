import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type OwnDatabase } from '../database.ts';
import { readCases } from './published/cases.ts';
import { ratesTable, surprises } from './published/rates.ts';
import { type Outcome, PUBLISHED_ROLES, runCases } from './published/run.ts';

let database: OwnDatabase;
let outcomes: readonly Outcome[];
beforeAll(async () => {
  database = await createDatabase(PUBLISHED_ROLES);
  outcomes = await runCases(database, await readCases());
});
afterAll(() => database[Symbol.asyncDispose]());

const GOALS = { reads: 98, writes: 97, calls: 95 };

it('answers what PostgREST publishes, except where it differs on purpose', () => {
  expect(surprises(outcomes)).toEqual([]);
});

it.each(Object.entries(GOALS))('answers enough of the %s exactly', (group, goal) => {
  const all = outcomes.filter(({ case: asked }) => asked.group === group);
  const exact = all.filter(({ differences }) => differences.length === 0);
  expect((100 * exact.length) / all.length).toBeGreaterThanOrEqual(goal);
});

it('has its rates and its differences in the documentation', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/data-api.md'), 'utf8');
  expect(page).toContain(ratesTable(outcomes));
  const text = page.replaceAll(/\s+/g, ' ');
  const differences = outcomes.flatMap(({ case: { difference } }) => difference ?? []);
  expect(differences.filter((difference) => !text.includes(difference))).toEqual([]);
});
