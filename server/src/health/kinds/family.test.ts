import { readFile } from 'node:fs/promises';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, it } from 'vitest';
import { kinds } from './registry.generated.ts';

const file = new URL('../../../../contract/src/health/canary.schema.generated.json', import.meta.url);

it('the schema of a canary document accepts every example, and refuses a misspelt key beside the lists', async () => {
  const validator = new Validator(JSON.parse(await readFile(file, 'utf8')) as Schema, '2020-12');
  const lists = Object.values(kinds).map((kind) => [kind.documentKey, kind.examples.map(({ spec }) => spec)] as const);
  const canary = { apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary', metadata: { name: 'all' } };
  const withSpec = (spec: object) => validator.validate({ ...canary, spec: { schedule: '@every 30s', ...spec } });
  expect(withSpec(Object.fromEntries(lists)).errors).toEqual([]);
  expect(withSpec({ postgres: [{ name: 'later' }] }).errors).toEqual([]);
  expect(withSpec({ shedule: '@every 30s' }).valid).toBe(false);
  expect(validator.validate(canary).valid).toBe(false);
});
