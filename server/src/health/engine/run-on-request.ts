import type { CheckResult } from '@watchroom/contract/health';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { retriesOf } from './retries.ts';
import { NoCapacityError, type RunTools, runCheck } from './run-check.ts';

/**
 * Runs an entry because a person asked for it. @throws CatalogueError invalid_input for retries that make no sense,
 * unavailable when this server has no free connection.
 */
export async function runOnRequest(
  tools: RunTools,
  type: string,
  entry: Entry,
  canaryRetries: unknown,
  signal: AbortSignal,
): Promise<CheckResult> {
  const retries = retriesOf(canaryRetries, entry['retries']);
  if (typeof retries === 'string') throw new CatalogueError('invalid_input', retries, { fields: { retries } });
  try {
    return await runCheck(tools, type, entry, retries, signal);
  } catch (cause) {
    if (!(cause instanceof NoCapacityError)) throw cause;
    throw new CatalogueError('unavailable', 'Every connection of this server is in use. Try again in a moment.', {
      cause,
    });
  }
}
