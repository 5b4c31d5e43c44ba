import { z } from 'zod';
import type { KindDeclaration } from '../define.ts';
import { defineFamily, kindRegistry } from '../family.ts';

/** A made-up kind of machine in a harbour. */
export interface Machine extends KindDeclaration<unknown> {
  readonly lifts: number;
}

export const crane: Machine = {
  title: 'Crane',
  summary: 'Lifts what is heavy from ship to shore.',
  icon: 'crane',
  schema: z.strictObject({
    height: z.int().min(1).meta({ description: 'Metres to the hook' }),
    hooks: z.int().default(1).meta({ description: 'How many hooks it has' }),
    cabin: z.string().optional().meta({ description: 'Who sits in it' }),
    remote: z.string().optional().meta({ description: 'Where it is steered from' }),
    radar: z.boolean().optional().meta({ description: 'Sees in fog', 'x-unsupported': true }),
  }),
  rules: [{ require: ['cabin', 'remote'], message: 'Set cabin or remote' }],
  examples: [{ title: 'A small one', spec: { height: 12, cabin: 'Jo' } }],
  rejects: [
    { spec: { height: 0, cabin: 'Jo' }, path: 'height', reason: '1' },
    { spec: { height: 12 }, path: 'cabin', reason: 'cabin or remote' },
  ],
  needs: [],
  lifts: 40,
};

export const winch: Machine = {
  ...crane,
  title: 'Winch',
  summary: 'Pulls what floats to the quay by a rope.',
  schema: z.strictObject({ rope: z.string().meta({ description: 'What the rope is made of' }) }),
  rules: [],
  examples: [{ title: 'Hemp', spec: { rope: 'hemp' } }],
  rejects: [{ spec: { rope: 3 }, path: 'rope', reason: 'string' }],
};

const fields = z.strictObject({
  name: z.string().min(1, 'Name it').meta({ description: 'Name of the machine' }),
  pier: z.int().optional().meta({ description: 'Where it stands' }),
});

/** Its kinds sit in rows: the column `type` decides. */
export const rows = defineFamily<Machine>({
  holder: 'a machine',
  consequence: 'so it stands still',
  place: { in: 'row', column: 'type', fields },
  schema: { name: 'machine', title: 'Machine', description: 'What moves goods' },
  faults: ({ lifts }) => (lifts > 0 ? [] : ['It lifts nothing']),
});

/** Its kinds sit in a document, one entry under the key of each. */
export const entries = defineFamily<Machine>({
  ...rows,
  holder: 'a pier',
  place: {
    in: 'document',
    holds: 'entry',
    path: 'spec',
    fields,
    keys: [
      { key: 'pulley', type: 'pulley', holds: 'list' },
      { key: 'mule', type: 'mule', holds: 'entry', removed: 'Mules were set free' },
    ],
  },
});

export const machines = kindRegistry(rows, { crane, winch });
