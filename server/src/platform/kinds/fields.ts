import { z } from 'zod';
import { type ScriptPlace, scriptFault } from './scripts.ts';

const SCRIPT_CHARACTERS = 65_536;

/** A script over what its place holds. One that cannot run there is refused with its line and column. */
export function script(description: string, place: ScriptPlace) {
  const text = (language: string) => z.string().max(SCRIPT_CHARACTERS).optional().meta({ description: language });
  return z
    .strictObject({
      expr: text('A CEL expression'),
      template: text('A Go template'),
      javascript: text('JavaScript'),
      jsonPath: z.string().optional().meta({ description: 'A JSONPath expression', 'x-unsupported': true }),
    })
    .check(({ value, issues }) => {
      const fault = scriptFault(place, value);
      if (fault) issues.push({ code: 'custom', input: value, path: [fault.field], message: fault.message });
    })
    .optional()
    .meta({ description, 'x-widget': 'script' });
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
