import { parseSchedule } from '@watchroom/time/schedule';
import { z } from 'zod';
import { CatalogueError } from '../../platform/http/errors.ts';
import { type Entry, validateStrictly } from '../../platform/kinds/validate.ts';
import { textOf } from '../../platform/schedule/text-of.ts';
import { registry } from '../kinds/registry.generated.ts';
import { readCanary, severityError } from './read-canary.ts';
import { restoreSecrets } from './secrets.ts';

const entry = z.record(z.string(), z.unknown());
const name = z.string().trim().min(1, 'This field is required').max(253, 'At most 253 characters');

export const canaryInput = z.strictObject({
  name,
  namespace: z.string().trim().max(253, 'At most 253 characters').default('default'),
  labels: z.record(z.string(), z.string()).default({}),
  spec: entry,
});

/** What people may write of a canary. */
export type CanaryInput = z.output<typeof canaryInput>;

/**
 * The canary that somebody sent, with its secrets from the stored spec where they were left hidden.
 * @throws CatalogueError invalid_input naming every wrong field.
 */
export function completeCanary(input: CanaryInput, stored: Entry): CanaryInput {
  const spec = restoreSecrets(input.spec, stored);
  checkCanaryStrictly(spec);
  return { ...input, spec };
}

/**
 * What a form sends is taken strictly: every check must be valid and able to run, the schedule readable.
 * @throws CatalogueError invalid_input with the path of every wrong field, for example `spec.http[0].url`.
 */
function checkCanaryStrictly(spec: Entry): void {
  const fields: Record<string, string> = {};
  const { checks, warnings } = readCanary(spec);
  for (const check of checks) {
    const kind = registry.kindOf(check.type);
    const validated = kind ? validateStrictly(kind, check.entry) : undefined;
    if (validated && !validated.ok)
      for (const [path, reason] of Object.entries(validated.errors)) fields[`spec.${check.path}.${path}`] = reason;
    else if (check.problem !== null) fields[`spec.${check.path}`] = check.problem;
  }
  if (checks.length === 0) fields['spec'] = 'A canary needs at least one check.';
  const { schedule } = spec;
  const parsed =
    schedule === undefined || schedule === null || schedule === '' ? null : parseSchedule(textOf(schedule), 0);
  if (typeof parsed === 'string') fields['spec.schedule'] = parsed;
  const wrongSeverity = severityError(spec['severity']);
  if (wrongSeverity !== null) fields['spec.severity'] = wrongSeverity;
  const unknown = warnings.find((warning) => warning.includes('is not a field of a canary'));
  if (unknown !== undefined) fields[unknown.split(' ')[0] ?? 'spec'] ??= 'There is no such field';
  refuse(fields);
}

/** @throws CatalogueError invalid_input with the path of every wrong field of the entry. */
export function checkEntryStrictly(kindId: string, spec: Entry): void {
  const kind = registry.kindOf(kindId);
  if (!kind)
    throw new CatalogueError('invalid_input', `There is no kind "${kindId}".`, {
      fields: { kind: 'There is no such kind' },
    });
  const validated = validateStrictly(kind, spec);
  if (!validated.ok) refuse(validated.errors);
  const [check] = readCanary({ [kind.documentKey]: [spec] }).checks;
  if (check && check.problem !== null) throw new CatalogueError('not_runnable', check.problem);
}

function refuse(fields: Readonly<Record<string, string>>): void {
  const [first] = Object.entries(fields);
  if (first) throw new CatalogueError('invalid_input', `${first[0]}: ${first[1]}`, { fields });
}
