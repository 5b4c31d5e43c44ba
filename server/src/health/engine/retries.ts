import { parseDuration } from '@watchroom/time';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { textOf } from '../../platform/schedule/text-of.ts';

/** Retries of one check, in milliseconds (engine reference 1.6). */
export interface Retries {
  /** Wait before the first attempt. */
  readonly delay: number;
  /** Wait between attempts. */
  readonly interval: number;
  /** 0 is no limit of time. */
  readonly timeout: number;
  /** 0 is no limit of count; then `timeout` limits. */
  readonly maxRetries: number;
}

const MOST_RETRIES = 100;
/** No run with its retries takes longer; no lease is longer than this and its margin. Milliseconds. */
export const LONGEST_RUN = 3_600_000;

/**
 * The check's retries laid over the canary's, field by field.
 * @returns undefined when nothing is retried, or a sentence that begins with `invalid retries:`.
 */
export function retriesOf(canary: unknown, check: unknown): Retries | undefined | string {
  const merged: Entry = { ...(isEntry(canary) ? canary : {}), ...(isEntry(check) ? check : {}) };
  if (merged['disabled'] === true) return undefined;
  const maxRetries = Number(merged['maxRetries'] ?? 0);
  const times = { delay: '0s', interval: '1s', timeout: '0s' };
  const milliseconds: Record<string, number> = {};
  for (const [field, fallback] of Object.entries(times)) {
    const given = textOf(merged[field] ?? fallback);
    const value = parseDuration(given);
    if (value === undefined) return `invalid retries: ${field} "${given}" is not a duration`;
    milliseconds[field] = Math.min(value, LONGEST_RUN);
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) return `invalid retries: maxRetries must be 0 or more`;
  const { delay = 0, interval = 0, timeout = 0 } = milliseconds;
  if (maxRetries === 0 && timeout === 0) return undefined;
  if (interval === 0 && timeout > 0) return 'invalid retries: interval must be more than 0 with a timeout';
  return { delay, interval, timeout, maxRetries: Math.min(maxRetries, MOST_RETRIES) };
}

/** Milliseconds that a run with all its retries may take at the most. */
export function budgetOf(deadline: number, retries: Retries | undefined): number {
  if (!retries) return deadline;
  const byCount =
    retries.maxRetries > 0 ? (retries.maxRetries + 1) * (deadline + retries.interval) : Number.POSITIVE_INFINITY;
  const byTime = retries.timeout > 0 ? retries.timeout + deadline : Number.POSITIVE_INFINITY;
  return Math.min(LONGEST_RUN, retries.delay + Math.min(byCount, byTime));
}
