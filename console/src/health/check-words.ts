import type { ListedCheck } from '@watchroom/contract/health';
import { age, type Health } from '@watchroom/ui/logic';

type Judged = Pick<ListedCheck, 'status' | 'problem' | 'last_transition_time'>;

/** Health of a check: a check that cannot run or never ran is unknown. */
export function healthOf(check: Judged): Health {
  if (check.problem !== null) return 'unknown';
  return check.status ?? 'unknown';
}

/** The word beside the shape. */
export function healthWord(check: Judged): string {
  if (check.problem !== null) return 'Cannot run';
  if (check.status === null) return 'Not run yet';
  return check.status === 'healthy' ? 'Healthy' : 'Unhealthy';
}

/** Why a check is not well, in the server's words; undefined where it is, or said nothing. */
export function reasonOf(check: Pick<ListedCheck, 'status' | 'problem' | 'message'>): string | undefined {
  return (check.problem ?? (check.status === 'unhealthy' ? check.message : '')) || undefined;
}

/** The word with its age, for the head of the dialog, for example `Unhealthy for 3m`. */
export function healthSince(check: Judged, now: number): string {
  const word = healthWord(check);
  return check.problem === null && check.status !== null && check.last_transition_time
    ? `${word} for ${age(check.last_transition_time, now)}`
    : word;
}

export const GROUPINGS = [
  { value: 'none', label: 'No Grouping' },
  { value: 'canary_name', label: 'Group Name' },
  { value: 'name', label: 'Name' },
  { value: 'description', label: 'Description' },
  { value: 'type', label: 'Type' },
] as const;

export const TABBINGS = [
  { value: 'namespace', label: 'namespace' },
  { value: 'agent', label: 'Agent' },
] as const;

/** `23 passing` with its noun left out when the number says enough. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
