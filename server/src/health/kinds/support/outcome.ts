import type { Limit } from '../../../platform/kinds/limit.ts';
import { keptText } from '../../../platform/kinds/text.ts';
import type { CheckOutcome } from './define.ts';

const MAX_ERROR_CHARACTERS = 4_096;

/** A failed outcome; `error` is a sentence that names the field or the cap. */
export function failure(error: string, more: Omit<CheckOutcome, 'pass' | 'error'> = {}): CheckOutcome {
  return { pass: false, error, ...more };
}

/** The failed outcome of whatever a connection threw, with the field whose limit it met. @throws OutboundError `busy` as it is. */
export function failureOf(error: unknown, limit: Limit): CheckOutcome {
  const code = codeOf(error);
  // It waited for a slot of our own and got none: that is no result, and the engine runs the check again.
  if (code === 'busy') throw error;
  const sentence = error instanceof Error && error.message !== '' ? error.message : String(error);
  const named =
    code === 'timeout' && limit.field !== undefined ? `${sentence}; ${limit.field} is ${limit.timeout} ms` : sentence;
  // The entry's fault, which does not say that the target is down.
  const invalid = code === 'bad_request' || code === 'scheme';
  return failure(keptText(named, MAX_ERROR_CHARACTERS), {
    duration: limit.elapsed(),
    ...(invalid ? { invalid } : {}),
  });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
