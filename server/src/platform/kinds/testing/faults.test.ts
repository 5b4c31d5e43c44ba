import { expect, it } from 'vitest';
import { z } from 'zod';
import { kindRegistry } from '../family.ts';
import { faultsOf } from './faults.ts';
import { crane, entries, type Machine, machines, rows } from './harbour.ts';

const faultsOfCrane = (change: Partial<Machine>) =>
  faultsOf(kindRegistry(rows, { crane: { ...crane, ...change } }), 'crane');

it.each(machines.ids)('a sound %s has no faults, in a row and in a document', (id) => {
  const kind = machines.kindOf(id);
  expect(faultsOf(machines, id)).toEqual([]);
  expect(kind && faultsOf(kindRegistry(entries, { [id]: kind }), id)).toEqual([]);
});

it.each<[string, Partial<Machine>]>([
  ['It has no title', { title: '' }],
  ['Its summary is no sentence', { summary: 'lifts' }],
  ['It has no example', { examples: [] }],
  ['It has no entry that must fail', { rejects: [] }],
  ['The example "low" is refused: {"height":', { examples: [{ title: 'low', spec: { height: 0, cabin: 'Jo' } }] }],
  [
    'is not refused at height but gives {}',
    { rejects: [{ spec: { height: 9, cabin: 'Jo' }, path: 'height', reason: '' }] },
  ],
  ['is refused with "', { rejects: [{ spec: { height: 0, cabin: 'Jo' }, path: 'height', reason: 'feet' }] }],
  ['It lifts nothing', { lifts: 0 }],
])('says: %s', (fault, change) => {
  expect(faultsOfCrane(change)).toContainEqual(expect.stringContaining(fault));
});

const height = z.int().min(1).meta({ description: 'Metres' });
const cabin = z.string().meta({ description: 'Who sits in it' });
const sound = { rules: [], rejects: [crane.rejects[0] ?? { spec: {}, path: '', reason: '' }] };

it.each<[string, z.ZodType]>([
  ['The field height has no description', z.strictObject({ height: z.int().min(1), cabin })],
  [
    'The default of hooks is not in the JSON Schema',
    z.strictObject({ height, cabin, hooks: z.int().optional().meta({ description: 'Hooks' }) }).overwrite((crane) => ({
      hooks: 1,
      ...crane,
    })),
  ],
  [
    'is accepted by the JSON Schema',
    z.strictObject({
      height: z
        .int()
        .meta({ description: 'Metres' })
        .refine((metres) => metres >= 1, 'Over 1'),
      cabin,
    }),
  ],
  ['A misspelt field in a document is not taken', z.looseObject({ height, cabin })],
])('says of a schema: %s', (fault, schema) => {
  expect(faultsOfCrane({ ...sound, schema })).toContainEqual(expect.stringContaining(fault));
});
