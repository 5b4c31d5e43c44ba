import type { CheckResult } from '@watchroom/contract/health';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { retriesOf } from './retries.ts';
import { NoCapacityError } from './no-capacity.ts';
import { type RunTools, runCheck } from './run-check.ts';
import type { ScriptSubject } from './script-subject.ts';

/**
 * Runs an entry because a person asked for it. @throws CatalogueError invalid_input for retries that make no sense,
 * unavailable when this server has no free connection or thread for it.
 */
export async function runOnRequest(
  tools: RunTools,
  type: string,
  entry: Entry,
  canaryRetries: unknown,
  signal: AbortSignal,
  subject?: ScriptSubject | null,
): Promise<CheckResult> {
  const retries = retriesOf(canaryRetries, entry['retries']);
  if (typeof retries === 'string') throw new CatalogueError('invalid_input', retries, { fields: { retries } });
  try {
    return await runCheck(tools, type, entry, retries, signal, subject);
  } catch (cause) {
    if (!(cause instanceof NoCapacityError)) throw cause;
    throw new CatalogueError('unavailable', 'This server is too busy for the run. Try again in a moment.', {
      cause,
    });
  }
}
