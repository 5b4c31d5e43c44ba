import type { Files } from './copy.ts';

/** A kind of check: every file that one writes by hand to add it. */
export const madeUpKind: Files = {
  'server/src/health/kinds/coin.ts': `
import { z } from 'zod';
import { defineCheckKind } from './support/define.ts';
import { commonFields, relatable, templatable } from './support/fields.ts';
import { checkScripts } from './support/scripts.ts';

const scripts = checkScripts('coin', {});

export const kind = defineCheckKind({
  title: 'Coin',
  summary: 'Tosses a coin.',
  icon: 'coin',
  documentKey: 'coin',
  schema: z.strictObject({
    ...commonFields,
    side: z.enum(['heads', 'tails']).meta({ description: 'The side that passes', 'x-level': 'basic' }),
    ...templatable(scripts),
    ...relatable,
  }),
  scripts,
  examples: [{ title: 'Heads', spec: { name: 'heads', side: 'heads' } }],
  rejects: [{ spec: { name: 'edge', side: 'edge' }, path: 'side', reason: 'heads' }],
  needs: [],
  endpoint: (spec) => spec.side,
  deadline: () => 1_000,
  async run(_context, spec) {
    return { pass: spec.side === 'heads', duration: 0 };
  },
});
`,
};
