import { condition, conditions, count, get, isTrue, moment, text } from './read.ts';
import { type Health, HOUR, type ObjectHealth, result, worse } from './result.ts';
import { isStarting } from './start.ts';

interface Counts {
  readonly desired: number;
  readonly replicas: number;
  readonly ready: number;
  readonly updated: number;
}

/** What Deployments, StatefulSets and ReplicaSets have in common. */
function replicated(object: unknown, now: number, counts: Counts): ObjectHealth {
  const { desired, replicas, ready, updated } = counts;
  const starting = isStarting(object, get(object, 'spec', 'template', 'spec'), now);
  const failure = condition(object, 'ReplicaFailure');
  if (failure?.status === 'True') return result('unhealthy', 'Failed Create', true, failure.message);
  if (desired === 0 && replicas === 0) return result('unknown', 'Scaled to Zero', true);
  const progress = condition(object, 'Progressing');
  const isOverdue = progress?.reason === 'ProgressDeadlineExceeded';
  const isAvailable = condition(object, 'Available');
  const settled = ready === desired && updated === desired && replicas === desired;
  const isReady =
    settled && (progress === undefined || (progress.status === 'True' && progress.reason !== 'ReplicaSetUpdated'));
  const message = messageOf(object, counts);
  const of = (health: Health, status: string, isDone = isReady) => result(health, status, isDone, message);
  if (replicas === 0) return isOverdue ? of('unhealthy', 'Failed Create') : of('unknown', 'Pending');
  const available = isAvailable === undefined ? ready > 0 : isAvailable.status === 'True';
  const base: Health = available ? 'healthy' : ready > 0 ? 'warning' : 'unhealthy';
  const health = starting && base !== 'healthy' ? 'unknown' : base;
  if (desired === 0) return of(health, 'Scaling Down', false);
  if (ready === 0) {
    if (starting) return of('unknown', 'Starting');
    return of(base, isAvailable?.status === 'True' ? 'Updating' : 'CrashLoopBackOff');
  }
  if (isOverdue && !starting) return of(worse(health, 'warning'), 'Rollout Failed');
  if (settled) return of('healthy', 'Running');
  if (!starting && desired !== updated) return of(health, 'Rolling Out', false);
  if (replicas > desired) return of(health, 'Scaling Down', false);
  if (replicas < desired) return of(health, 'Scaling Up', false);
  return of(health, starting ? 'Starting' : 'Running');
}

function messageOf(object: unknown, { desired, ready, updated, replicas }: Counts): string {
  const updating = replicas > updated ? `, ${replicas - updated} updating` : '';
  const terminating = count(object, 'status', 'terminatingReplicas');
  return `${ready}/${desired} ready${updating}${terminating > 0 ? `, ${terminating} terminating` : ''}`;
}

function countsOf(object: unknown, updated: number): Counts {
  const desired = get(object, 'spec', 'replicas');
  return {
    desired: typeof desired === 'number' ? desired : 1,
    replicas: count(object, 'status', 'replicas'),
    ready: count(object, 'status', 'readyReplicas'),
    updated,
  };
}

export function deployment(object: unknown, now: number): ObjectHealth {
  const found = replicated(object, now, countsOf(object, count(object, 'status', 'updatedReplicas')));
  return get(object, 'spec', 'paused') === true ? { ...found, status: 'Suspended', ready: false } : found;
}

export function statefulSet(object: unknown, now: number): ObjectHealth {
  const updated = count(object, 'status', 'updatedReplicas');
  const found = replicated(object, now, countsOf(object, updated));
  return found.status === 'Scaled to Zero'
    ? found
    : { ...found, ready: count(object, 'status', 'replicas') === updated };
}

export function replicaSet(object: unknown, now: number): ObjectHealth {
  const counts = countsOf(object, count(object, 'status', 'replicas'));
  const found = replicated(object, now, counts);
  const seen = get(object, 'status', 'observedGeneration');
  const isBehind = seen !== undefined && seen !== get(object, 'metadata', 'generation');
  return isBehind ? { ...found, status: 'Updating', ready: false } : found;
}

export function daemonSet(object: unknown): ObjectHealth {
  const desired = count(object, 'status', 'desiredNumberScheduled');
  const available = count(object, 'status', 'numberAvailable');
  const ready = count(object, 'status', 'numberReady');
  const updated = count(object, 'status', 'updatedNumberScheduled');
  const isAll = available === desired && ready === desired;
  const health: Health =
    desired === 0 ? 'unknown' : isAll ? 'healthy' : available > 0 || ready > 0 ? 'warning' : 'unhealthy';
  if (text(object, 'spec', 'updateStrategy', 'type') === 'OnDelete') return result(health, 'Running', isAll);
  if (updated !== desired) return result(health, 'Rolling Out', false, `${updated} of ${desired} pods updated`);
  if (!isAll) return result(health, 'PartiallyAvailable', false, `${available} of ${desired} pods available`);
  return result(health, 'Running', true);
}

export function job(object: unknown): ObjectHealth {
  const failed = conditions(object).find(({ type, status }) => type === 'Failed' && status === 'True');
  if (failed !== undefined) return result('unhealthy', failed.reason || 'Failed', true, failed.message);
  const done = conditions(object).find(({ type, status }) => type === 'Complete' && status === 'True');
  if (done !== undefined) return result('healthy', 'Completed', true, done.message);
  if (isTrue(object, 'Suspended')) return result('unknown', 'Suspended', false);
  return result('healthy', 'Running', false);
}

export function cronJob(object: unknown): ObjectHealth {
  const scheduled = moment(object, 'status', 'lastScheduleTime');
  const succeeded = moment(object, 'status', 'lastSuccessfulTime');
  if (scheduled === undefined) return result('unknown', '', false, 'Not scheduled yet');
  const active = get(object, 'status', 'active');
  if (Array.isArray(active) && active.length > 0) return result('healthy', 'Running', false);
  if (succeeded === undefined) return result('unhealthy', 'Error', false, 'No run has succeeded yet');
  if (succeeded < scheduled) return result('unhealthy', 'Error', true, 'The last run did not succeed');
  return result('healthy', 'Completed', true);
}

export function service(object: unknown, now: number): ObjectHealth {
  if (text(object, 'spec', 'type') !== 'LoadBalancer') return result('unknown', 'Unknown', true);
  const ingress = get(object, 'status', 'loadBalancer', 'ingress');
  if (Array.isArray(ingress) && ingress.length > 0) return result('healthy', 'Running', true);
  const age = now - (moment(object, 'metadata', 'creationTimestamp') ?? now);
  return result(age < HOUR ? 'unknown' : 'unhealthy', 'Creating', false);
}
