import { z } from 'zod';
import { defineFamily } from '../../platform/kinds/family.ts';
import { type ConnectionKind, GROUPS } from './support/define.ts';

/** Types of connections: the column `type` of a row decides which other columns it has. */
export const family = defineFamily<ConnectionKind>({
  holder: 'a connection',
  consequence: 'so it cannot be used',
  groups: GROUPS,
  place: {
    in: 'row',
    column: 'type',
    fields: z.strictObject({
      name: z.string().min(1).max(253).meta({ description: 'Name of the connection' }),
      namespace: z.string().min(1).max(253).meta({ description: 'Namespace of the connection' }),
    }),
  },
  schema: {
    name: 'connection',
    title: 'Connection',
    description: 'An address of another system and the credentials for it',
  },
  faults: (kind) => [
    ...(GROUPS.includes(kind.group) ? [] : ['It is in no group of the picker']),
    ...(kind.test ? [] : ['It has no test']),
  ],
});
