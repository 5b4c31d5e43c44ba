import { z } from 'zod';

/** A script in one of four languages. Accepted everywhere that documents have it; scripts do not run yet. */
export function script(description: string) {
  return z
    .strictObject({
      expr: z.string().optional().meta({ description: 'A CEL expression' }),
      template: z.string().optional().meta({ description: 'A Go template' }),
      javascript: z.string().optional().meta({ description: 'JavaScript (ES5)' }),
      jsonPath: z.string().optional().meta({ description: 'A JSONPath expression' }),
    })
    .optional()
    .meta({ description, 'x-unsupported': true });
}

const lookup = z
  .strictObject({
    value: z.string().optional().meta({ description: 'A fixed value' }),
    label: z.string().optional().meta({ description: 'The label that holds the value' }),
    expr: z.string().optional().meta({ description: 'A CEL expression that gives the value' }),
  })
  .optional();

/** The items that an entry relates to, by what they are. */
export const resourceSelector = z.strictObject({
  id: lookup.meta({ description: 'Id of the related item' }),
  external_id: lookup.meta({ description: 'External id of the related item' }),
  name: lookup.meta({ description: 'Name of the related item' }),
  namespace: lookup.meta({ description: 'Namespace of the related item' }),
  type: lookup.meta({ description: 'Type of the related item' }),
  agent: lookup.meta({ description: 'Agent of the related item' }),
  scope: lookup.meta({ description: 'Scope of the related item' }),
  labels: z.record(z.string(), z.string()).optional().meta({ description: 'Labels of the related item' }),
});

/** A limit in milliseconds; 0 and absent mean none. */
export function thresholdMillis(description: string) {
  return z.int().min(0).max(3_600_000).optional().meta({ description, 'x-level': 'basic', 'x-unit': 'ms' });
}
