import { z } from 'zod';
import { duration } from '../../../platform/kinds/duration.ts';
import { resourceSelector, script } from '../../../platform/kinds/fields.ts';
import type { CheckScripts } from './scripts.ts';

export const DELETE_STRATEGIES = ['MarkHealthy', 'MarkUnhealthy', 'Ignore'] as const;

const metric = z.strictObject({
  name: z.string().meta({ description: 'Name of the metric' }),
  type: z.enum(['counter', 'gauge', 'histogram']).meta({ description: 'Type of the metric' }),
  value: z.string().meta({ description: 'A CEL expression that gives a number' }),
  labels: z
    .array(
      z.strictObject({
        name: z.string().meta({ description: 'Name of the label' }),
        value: z.string().optional().meta({ description: 'A fixed value' }),
        valueExpr: z.string().optional().meta({ description: 'A CEL expression that gives the value' }),
      }),
    )
    .optional()
    .meta({ description: 'Labels of the metric' }),
});

/** How often a failed run is repeated; the same object stands at a canary and at a check. */
export const retries = z.strictObject({
  maxRetries: z.int().min(0).max(1_000).optional().meta({ description: 'How many times a failed run is repeated' }),
  timeout: duration().optional().meta({ description: 'Stop repeating after this time' }),
  interval: duration().optional().meta({ description: 'Pause between two attempts, 1s without it' }),
  delay: duration().optional().meta({ description: 'Wait before the first attempt' }),
  disabled: z.boolean().optional().meta({ description: 'Switch off the retries that the canary sets' }),
});

/** The fields of every check. */
export const commonFields = {
  name: z.string().max(512).optional().meta({
    description: 'Name of the check, unique among the checks of its kind in a canary',
    'x-level': 'basic',
  }),
  description: z.string().max(4_096).optional().meta({ description: 'What the check watches and why' }),
  namespace: z
    .union([z.string(), z.strictObject({ name: z.string().meta({ description: 'The namespace' }) })])
    .optional()
    .meta({ description: 'Namespace of the check; without it, that of the canary' }),
  icon: z.string().max(256).optional().meta({ description: 'Icon; without it, that of the kind', 'x-widget': 'icon' }),
  labels: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Labels, merged over the labels of the canary', 'x-widget': 'key-values' }),
  retries: retries.optional().meta({ description: 'Repeat a failed run; each field overrides that of the canary' }),
  transformDeleteStrategy: z
    .enum(DELETE_STRATEGIES)
    .optional()
    .meta({ description: 'What to record for a check that transform gives no more, before it is deleted' }),
  metrics: z.array(metric).optional().meta({ description: 'Metrics to export from the result', 'x-unsupported': true }),
  markFailOnEmpty: z.boolean().optional().meta({ description: 'Fail when transform gives an empty list' }),
  dependsOn: z
    .array(z.string())
    .optional()
    .meta({ description: 'Names of checks that run before this one', 'x-unsupported': true }),
};

/** Scripts over the result. */
export function templatable({ place }: CheckScripts) {
  const reads = `It reads ${place.variables.join(', ')}`;
  return {
    test: script(`The check fails unless this gives true. ${reads}`, place),
    display: script(`Gives the message of the result. ${reads}`, place),
    transform: script(
      `Gives JSON: a list of results, each of which becomes a check, or an object that changes the result. ${reads}`,
      place,
    ),
  };
}

/** Links to components and configuration items. */
export const relatable = {
  relationships: z
    .strictObject({
      components: z.array(resourceSelector).optional().meta({ description: 'Components that the check belongs to' }),
      configs: z
        .array(resourceSelector)
        .optional()
        .meta({ description: 'Configuration items that the check belongs to' }),
    })
    .optional()
    .meta({ description: 'Components and configuration items that the check belongs to', 'x-unsupported': true }),
};
