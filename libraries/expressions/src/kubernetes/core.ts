import { conditions, get, isFalse, items, text, condition } from './read.ts';
import { type ObjectHealth, result } from './result.ts';

const PRESSURE =
  /^(?:DiskPressure|MemoryPressure|PIDPressure|CorruptDockerOverlay2|KernelDeadlock|ReadonlyFilesystem|Frequent\w*Restart|FrequentUnregisterNetDevice|Gcfs\w*)$/;

export function node(object: unknown): ObjectHealth {
  const ready = condition(object, 'Ready');
  if (ready !== undefined && ready.status !== 'True') return result('unhealthy', 'Ready', false, ready.message);
  const network = condition(object, 'NetworkUnavailable');
  if (network?.status === 'True') return result('unhealthy', 'Network Unavailable', true, network.message);
  const problem = conditions(object).find(({ type, status }) => PRESSURE.test(type) && status === 'True');
  const voter = isFalse(object, 'EtcdIsVoter') ? condition(object, 'EtcdIsVoter') : undefined;
  const found = problem ?? voter;
  if (found !== undefined) return result('warning', found.type, true, found.message);
  const isClosed = items(object, 'spec', 'taints').some(
    (taint) => text(taint, 'key') === 'node.kubernetes.io/unschedulable' && text(taint, 'effect') === 'NoSchedule',
  );
  if (isClosed) return result('warning', 'Unschedulable', true);
  return ready === undefined ? result('unknown', '', false) : result('healthy', 'Running', true);
}

export function ingress(object: unknown): ObjectHealth {
  const list = get(object, 'status', 'loadBalancer', 'ingress');
  if (!Array.isArray(list)) return result('healthy', 'Pending', false);
  return list.length > 0 ? result('healthy', 'Healthy', true) : result('unknown', 'Pending', false);
}

export function volumeClaim(object: unknown): ObjectHealth {
  switch (text(object, 'status', 'phase')) {
    case 'Bound':
      return result('healthy', 'Healthy', true);
    case 'Pending':
      return result('healthy', 'Progressing', false);
    case 'Lost':
      return result('unhealthy', 'Degraded', false);
    default:
      return result('unknown', 'Unknown', false);
  }
}

export function namespace(object: unknown): ObjectHealth {
  const isActive = text(object, 'status', 'phase') === 'Active';
  return result('unknown', isActive ? 'Healthy' : 'Terminating', isActive);
}

const BROKEN = new Set(['FailedGetScale', 'FailedUpdateScale', 'FailedGetResourceMetric', 'InvalidSelector']);

/** The conditions stand in an annotation in version 1, in the status in all later ones. */
export function autoscaler(object: unknown): ObjectHealth {
  const all = [...conditions(object), ...annotated(object)];
  const broken = all.find(
    ({ type, status, reason }) =>
      (type === 'AbleToScale' || type === 'ScalingActive') && status !== 'True' && BROKEN.has(reason),
  );
  if (broken !== undefined) return result('unhealthy', 'Degraded', false, broken.message);
  const able = all.find(
    ({ type, status }) => (type === 'AbleToScale' || type === 'ScalingLimited') && status === 'True',
  );
  if (able !== undefined) return result('healthy', 'Healthy', true, able.message);
  return result('healthy', 'Progressing', false, 'Waiting to Autoscale');
}

function annotated(object: unknown) {
  const note = text(object, 'metadata', 'annotations', 'autoscaling.alpha.kubernetes.io/conditions');
  try {
    return note === '' || note.length > 20_000
      ? []
      : conditions({ status: { conditions: JSON.parse(note) as unknown } });
  } catch {
    return [];
  }
}
