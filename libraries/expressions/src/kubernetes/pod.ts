import { condition, conditions, count, get, items, moment, text } from './read.ts';
import { compareHealth, DAY, type Health, HOUR, MINUTE, type ObjectHealth, result, span } from './result.ts';
import { isStarting } from './start.ts';

/** Health of a pod, from its phase, its conditions and the worst of its containers. */
export function pod(object: unknown, now: number): ObjectHealth {
  const deleted = moment(object, 'metadata', 'deletionTimestamp');
  if (deleted !== undefined)
    return now - deleted < 15 * MINUTE
      ? result('unknown', 'Terminating', false)
      : result('warning', 'Terminating', false, `stuck in 'Terminating' for ${span(now - deleted)}`);
  const message = text(object, 'status', 'message');
  if (text(object, 'status', 'reason') === 'Evicted') return result('warning', 'Evicted', true, message);
  const unschedulable = conditions(object).find(({ reason }) => reason === 'Unschedulable');
  if (unschedulable !== undefined) return result('unhealthy', 'Unschedulable', false, unschedulable.message);
  const phase = text(object, 'status', 'phase');
  if (phase === 'Succeeded') return result('healthy', 'Completed', true, message);
  if (phase === 'Failed') return result('unhealthy', 'Failed', true, message || text(object, 'status', 'reason'));
  return whileStarting(object, now, running(object, now));
}

function running(object: unknown, now: number): ObjectHealth {
  const ready = condition(object, 'Ready');
  const isReady = ready?.status === 'True';
  const states = [...items(object, 'status', 'initContainerStatuses'), ...items(object, 'status', 'containerStatuses')]
    .map((container) => containerState(container, now))
    .filter((state) => state !== undefined);
  const [first] = states;
  if (first === undefined) {
    const message = [ready?.reason, ready?.message].filter(Boolean).join(': ');
    return result(isReady ? 'healthy' : 'unhealthy', 'Running', isReady, message);
  }
  const worst = states.reduce((a, b) => (compareHealth(b.health, a.health) > 0 ? b : a), first);
  const { isWaiting, ...found } = worst;
  return { ...found, ready: isReady && !isWaiting };
}

interface ContainerState extends ObjectHealth {
  readonly isWaiting: boolean;
}

/** What is remarkable about a container; nothing if it simply runs. */
function containerState(container: unknown, now: number): ContainerState | undefined {
  const restarts = count(container, 'restartCount');
  const waiting = get(container, 'state', 'waiting');
  const last = get(container, 'lastState', 'terminated');
  const note = restarts > 0 ? `restarted ${restarts} ${restarts === 1 ? 'time' : 'times'}` : '';
  const state = (health: Health, status: string, isWaiting: boolean, message = '') => ({
    ...result(health, status, false, [message, note].filter(Boolean).join(', ')),
    isWaiting,
  });
  if (waiting !== undefined) {
    const reason = text(waiting, 'reason');
    const isLoop = reason === 'CrashLoopBackOff' && text(last, 'reason') === 'Completed';
    const isBad = reason.startsWith('Err') || /(?:Error|BackOff)$/.test(reason) || restarts > 0;
    return state(
      isBad ? 'unhealthy' : 'unknown',
      isLoop ? 'RestartLoopBackOff' : reason,
      true,
      text(waiting, 'message'),
    );
  }
  const ended = get(container, 'state', 'terminated') ?? last;
  if (ended === undefined) return undefined;
  const age = now - (moment(ended, 'finishedAt') ?? 0);
  const exit = count(ended, 'exitCode');
  const reason = text(ended, 'reason');
  if (exit === 0 && restarts === 0)
    return get(container, 'state', 'terminated') === undefined ? undefined : state('healthy', 'Completed', false);
  if (age >= DAY) return undefined;
  return state(
    age < HOUR ? 'unhealthy' : 'warning',
    endedStatus(reason, age, restarts, exit),
    false,
    exit === 0 ? '' : `exit=${exit}`,
  );
}

function endedStatus(reason: string, age: number, restarts: number, exit: number): string {
  if (reason === 'Error') {
    if (age >= 15 * MINUTE) return 'Restarted';
    return restarts <= 1 ? 'CrashedOnce' : 'CrashLoopBackOff';
  }
  if (reason === 'Completed') return exit === 0 ? 'RestartLoop' : 'Completed';
  return reason;
}

/** A young pod may fail for a while: what is wrong goes into the message. */
function whileStarting(object: unknown, now: number, found: ObjectHealth): ObjectHealth {
  if (compareHealth(found.health, 'warning') < 0 || !isStarting(object, get(object, 'spec'), now)) return found;
  const killed = items(object, 'status', 'containerStatuses').some(
    (container) => text(container, 'lastState', 'terminated', 'reason') === 'OOMKilled',
  );
  if (killed) return { ...found, status: 'Starting OOMKilled', health: 'unhealthy' };
  const message = [found.status, found.message].filter(Boolean).join(': ');
  return { ...found, status: 'Starting', health: 'unknown', message };
}
