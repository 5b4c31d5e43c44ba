import { count, get, items, moment } from './read.ts';
import { MINUTE } from './result.ts';

/** Whether an object is younger than its containers may take to become ready: ten minutes, or what their probes allow. */
export function isStarting(object: unknown, podSpec: unknown, now: number): boolean {
  const created = moment(object, 'metadata', 'creationTimestamp');
  if (created === undefined) return false;
  const probes = items(podSpec, 'containers').map((container) => get(container, 'readinessProbe'));
  const seconds = probes.map((probe) =>
    probe === undefined
      ? 0
      : count(probe, 'initialDelaySeconds') +
        (count(probe, 'failureThreshold') || 3) *
          ((count(probe, 'periodSeconds') || 10) + (count(probe, 'timeoutSeconds') || 1)),
  );
  const deadline = Math.max(10, Math.floor(Math.max(0, ...seconds) / 60));
  return now - created < deadline * MINUTE;
}
