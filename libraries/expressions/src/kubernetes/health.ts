import { byConditions } from './by-conditions.ts';
import { certificate, certificateRequest } from './cert-manager.ts';
import { application, canary, missionControl, notification, scrapeConfig, workflow } from './controllers.ts';
import { autoscaler, ingress, namespace, node, volumeClaim } from './core.ts';
import { pod } from './pod.ts';
import { get, moment, text } from './read.ts';
import { HOUR, type ObjectHealth, result, type Rule, span } from './result.ts';
import { byThirdParty } from './third-party.ts';
import { cronJob, daemonSet, deployment, job, replicaSet, service, statefulSet } from './workloads.ts';

/** Rules by group and kind; the group of Kubernetes' own first kinds is empty. */
const RULES: Readonly<Record<string, Rule>> = {
  '/Namespace': namespace,
  '/Node': node,
  '/PersistentVolumeClaim': volumeClaim,
  '/Pod': pod,
  '/Service': service,
  'apps/DaemonSet': daemonSet,
  'apps/Deployment': deployment,
  'apps/ReplicaSet': replicaSet,
  'apps/StatefulSet': statefulSet,
  'argoproj.io/Application': application,
  'argoproj.io/Workflow': workflow,
  'autoscaling/HorizontalPodAutoscaler': autoscaler,
  'batch/CronJob': cronJob,
  'batch/Job': job,
  'canaries.flanksource.com/Canary': canary,
  'cert-manager.io/Certificate': certificate,
  'cert-manager.io/CertificateRequest': certificateRequest,
  'configs.flanksource.com/ScrapeConfig': scrapeConfig,
  'extensions/Ingress': ingress,
  'mission-control.flanksource.com/Notification': notification,
  'networking.k8s.io/Ingress': ingress,
};

const VAGUE = new Set(['', 'Suspended', 'Degraded', 'Progressing']);

/** Health of an object of Kubernetes, or of one that is built like them. */
export function objectHealth(object: unknown, now: number): ObjectHealth {
  const version = text(object, 'apiVersion');
  const group = version.includes('/') ? version.slice(0, version.indexOf('/')) : '';
  const kind = text(object, 'kind');
  const deleted = moment(object, 'metadata', 'deletionTimestamp');
  if (deleted !== undefined && now - deleted > HOUR)
    return result('warning', 'TerminatingStalled', false, `terminating for ${span(now - deleted)}`);
  const key = `${group}/${kind}`;
  const rule = Object.hasOwn(RULES, key)
    ? RULES[key]
    : group === 'mission-control.flanksource.com'
      ? missionControl
      : undefined;
  const found = rule?.(object, now) ?? byThirdParty(object, group, kind);
  const settled = withConditions(found, object, group, kind) ?? result('unknown', 'Unknown', true);
  const current = withGeneration(settled, object, group);
  return deleted === undefined ? current : { ...current, status: 'Terminating', ready: false };
}

/** Conditions answer where nothing else does, and say more where the status is one of the words that say little. */
function withConditions(found: ObjectHealth | undefined, object: unknown, group: string, kind: string) {
  if (found !== undefined && !VAGUE.has(found.status)) return found;
  const said = byConditions(object, group, kind);
  if (found === undefined || said === undefined) return said ?? found;
  return { ...found, status: said.status || found.status, message: found.message || said.message };
}

/** What a controller has not seen yet cannot be judged by what it says. */
function withGeneration(found: ObjectHealth, object: unknown, group: string): ObjectHealth {
  const seen = get(object, 'status', 'observedGeneration');
  const generation = get(object, 'metadata', 'generation');
  if (!group.endsWith('.flanksource.com') || typeof seen !== 'number' || typeof generation !== 'number') return found;
  if (seen >= generation) return found;
  const behind = `observed generation ${seen} is behind metadata generation ${generation}`;
  const message = found.message === '' ? behind : `${behind}: ${found.message}`;
  return { ready: false, health: 'warning', status: 'Degraded', message };
}
