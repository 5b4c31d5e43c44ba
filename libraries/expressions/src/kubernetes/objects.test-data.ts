import type { Health } from './result.ts';

/** The moment at which all objects are judged. */
export const NOW = Date.parse('2024-06-01T12:00:00Z');

/** A moment so many minutes before that. */
function ago(minutes: number): string {
  return new Date(NOW - minutes * 60_000).toISOString();
}

type Fields = Readonly<Record<string, unknown>>;
type Case = readonly [name: string, object: Fields, status: string, health: Health, ready: boolean];

const OLD = ago(3 * 24 * 60);

function object(type: string, fields: { metadata?: Fields; spec?: Fields; status?: Fields } = {}): Fields {
  const at = type.lastIndexOf('/');
  const metadata = { name: 'one', creationTimestamp: OLD, ...fields.metadata };
  return { apiVersion: type.slice(0, at), kind: type.slice(at + 1), ...fields, metadata };
}

/** Conditions from texts such as `Ready=True Succeeded all is well`. */
function conditions(...texts: readonly string[]): { conditions: Fields[] } {
  return {
    conditions: texts.map((text) => {
      const [head = '', reason = '', ...message] = text.split(' ');
      const [type, status] = head.split('=');
      return { type, status, reason, message: message.join(' ') };
    }),
  };
}

const by = (type: string, ...texts: readonly string[]) => object(type, { status: conditions(...texts) });
const phase = (type: string, value: string) => object(type, { status: { phase: value } });

function pod(status: Fields, fields: { created?: number; deleted?: number; spec?: Fields } = {}): Fields {
  const { created, deleted, spec = {} } = fields;
  const metadata = {
    ...(created === undefined ? {} : { creationTimestamp: ago(created) }),
    ...(deleted === undefined ? {} : { deletionTimestamp: ago(deleted) }),
  };
  return object('v1/Pod', { metadata, spec, status: { phase: 'Running', ...status } });
}
const READY = conditions('Ready=True');
const NOT_READY = conditions('Ready=False ContainersNotReady');
const waiting = (reason: string, restartCount = 0, last?: Fields) => ({
  ...NOT_READY,
  containerStatuses: [
    { restartCount, state: { waiting: { reason } }, lastState: last === undefined ? {} : { terminated: last } },
  ],
});
const restarted = (reason: string, minutes: number, restartCount: number, exitCode = 1) => ({
  ...READY,
  containerStatuses: [
    { restartCount, state: { running: {} }, lastState: { terminated: { reason, exitCode, finishedAt: ago(minutes) } } },
  ],
});

const PODS: readonly Case[] = [
  ['a pod that runs', pod({ ...READY, containerStatuses: [{ restartCount: 0, state: { running: {} } }] }), 'Running', 'healthy', true],
  ['a pod that is not ready', pod(NOT_READY), 'Running', 'unhealthy', false],
  ['a pod being deleted', pod(READY, { deleted: 5 }), 'Terminating', 'unknown', false],
  ['a pod that is stuck while it is deleted', pod(READY, { deleted: 20 }), 'Terminating', 'warning', false],
  ['a pod that cannot be deleted', pod(READY, { deleted: 90 }), 'TerminatingStalled', 'warning', false],
  ['an evicted pod', pod({ phase: 'Failed', reason: 'Evicted' }), 'Evicted', 'warning', true],
  ['a pod without a node', pod({ phase: 'Pending', ...conditions('PodScheduled=False Unschedulable no node') }), 'Unschedulable', 'unhealthy', false],
  ['a pod that is done', pod({ phase: 'Succeeded' }), 'Completed', 'healthy', true],
  ['a pod that failed', pod({ phase: 'Failed' }), 'Failed', 'unhealthy', true],
  ['a pod that crashes', pod(waiting('CrashLoopBackOff', 5)), 'CrashLoopBackOff', 'unhealthy', false],
  ['a pod without its image', pod(waiting('ErrImagePull')), 'ErrImagePull', 'unhealthy', false],
  ['a pod that waits for its image', pod(waiting('ImagePullBackOff')), 'ImagePullBackOff', 'unhealthy', false],
  ['a pod with a wrong configuration', pod(waiting('CreateContainerConfigError')), 'CreateContainerConfigError', 'unhealthy', false],
  ['a pod whose container is made', pod(waiting('ContainerCreating')), 'ContainerCreating', 'unknown', false],
  ['a pod whose container is made again', pod(waiting('ContainerCreating', 1)), 'ContainerCreating', 'unhealthy', false],
  ['a pod that ends and starts again', pod(waiting('CrashLoopBackOff', 3, { reason: 'Completed', exitCode: 0 })), 'RestartLoopBackOff', 'unhealthy', false],
  ['a pod that crashed once', pod(restarted('Error', 5, 1)), 'CrashedOnce', 'unhealthy', true],
  ['a pod that crashed often', pod(restarted('Error', 5, 4)), 'CrashLoopBackOff', 'unhealthy', true],
  ['a pod that was restarted', pod(restarted('Error', 40, 1)), 'Restarted', 'unhealthy', true],
  ['a pod that was restarted hours ago', pod(restarted('Error', 300, 1)), 'Restarted', 'warning', true],
  ['a pod that was restarted days ago', pod(restarted('Error', 2880, 1)), 'Running', 'healthy', true],
  ['a pod that was out of memory', pod(restarted('OOMKilled', 200, 2, 137)), 'OOMKilled', 'warning', true],
  ['a pod that ended and started again', pod(restarted('Completed', 30, 2, 0)), 'RestartLoop', 'unhealthy', true],
  ['a pod that ended with an error code', pod(restarted('Completed', 30, 2, 3)), 'Completed', 'unhealthy', true],
  ['a young pod that is not ready', pod(NOT_READY, { created: 3 }), 'Starting', 'unknown', false],
  ['a young pod that crashes', pod(waiting('CrashLoopBackOff', 2), { created: 4 }), 'Starting', 'unknown', false],
  ['a young pod out of memory', pod(waiting('CrashLoopBackOff', 2, { reason: 'OOMKilled', exitCode: 137 }), { created: 4 }), 'Starting OOMKilled', 'unhealthy', false],
  ['a pod whose probe allows it more time', pod(NOT_READY, { created: 20, spec: { containers: [{ readinessProbe: { initialDelaySeconds: 1800 } }] } }), 'Starting', 'unknown', false],
  ['a pod whose second container crashes', pod({ ...NOT_READY, containerStatuses: [{ restartCount: 0, state: { waiting: { reason: 'ContainerCreating' } } }, { restartCount: 9, state: { waiting: { reason: 'CrashLoopBackOff' } } }] }), 'CrashLoopBackOff', 'unhealthy', false],
]; // biome-ignore format: a table

function workload(
  kind: string,
  replicas: number,
  status: Fields,
  fields: { spec?: Fields; metadata?: Fields } = {},
): Fields {
  return object(`apps/v1/${kind}`, {
    metadata: { generation: 1, ...fields.metadata },
    spec: { replicas, ...fields.spec },
    status,
  });
}
const counts = (replicas: number, readyReplicas: number, updatedReplicas = replicas) => ({
  replicas,
  readyReplicas,
  updatedReplicas,
});
const AVAILABLE = conditions('Available=True MinimumReplicasAvailable', 'Progressing=True NewReplicaSetAvailable');
const UNAVAILABLE = conditions('Available=False MinimumReplicasUnavailable', 'Progressing=True NewReplicaSetAvailable');
const OVERDUE = conditions('Available=True MinimumReplicasAvailable', 'Progressing=False ProgressDeadlineExceeded');
const YOUNG = { creationTimestamp: ago(2) };
const daemons = (desired: number, ready: number, updated = desired, spec: Fields = {}) =>
  object('apps/v1/DaemonSet', {
    spec,
    status: {
      desiredNumberScheduled: desired,
      numberReady: ready,
      numberAvailable: ready,
      updatedNumberScheduled: updated,
    },
  });

const WORKLOADS: readonly Case[] = [
  ['a deployment that runs', workload('Deployment', 2, { ...counts(2, 2), ...AVAILABLE }), 'Running', 'healthy', true],
  ['a deployment that cannot make pods', workload('Deployment', 2, { ...conditions('ReplicaFailure=True FailedCreate quota') }), 'Failed Create', 'unhealthy', true],
  ['a deployment of nothing', workload('Deployment', 0, counts(0, 0)), 'Scaled to Zero', 'unknown', true],
  ['a deployment without pods yet', workload('Deployment', 2, counts(0, 0)), 'Pending', 'unknown', false],
  ['a deployment that never got pods', workload('Deployment', 2, { ...counts(0, 0), ...conditions('Progressing=False ProgressDeadlineExceeded') }), 'Failed Create', 'unhealthy', false],
  ['a young deployment', workload('Deployment', 2, { ...counts(2, 0), ...UNAVAILABLE }, { metadata: YOUNG }), 'Starting', 'unknown', false],
  ['a deployment whose pods crash', workload('Deployment', 2, { ...counts(2, 0), ...UNAVAILABLE }), 'CrashLoopBackOff', 'unhealthy', false],
  ['a deployment whose pods are all replaced', workload('Deployment', 2, { ...counts(2, 0), ...AVAILABLE }), 'Updating', 'healthy', false],
  ['a deployment whose roll-out failed', workload('Deployment', 3, { ...counts(4, 3, 1), ...OVERDUE }), 'Rollout Failed', 'warning', false],
  ['a deployment that goes to nothing', workload('Deployment', 0, { ...counts(2, 2), ...AVAILABLE }), 'Scaling Down', 'healthy', false],
  ['a deployment that rolls out', workload('Deployment', 3, { ...counts(4, 3, 1), ...AVAILABLE }), 'Rolling Out', 'healthy', false],
  ['a deployment with too many pods', workload('Deployment', 3, { ...counts(5, 3, 3), ...AVAILABLE }), 'Scaling Down', 'healthy', false],
  ['a deployment with too few pods', workload('Deployment', 3, { ...counts(2, 2, 3), ...AVAILABLE }), 'Scaling Up', 'healthy', false],
  ['a deployment with some pods ready', workload('Deployment', 3, { ...counts(3, 1), ...UNAVAILABLE }), 'Running', 'warning', false],
  ['a paused deployment', workload('Deployment', 2, { ...counts(2, 2), ...AVAILABLE }, { spec: { paused: true } }), 'Suspended', 'healthy', false],
  ['a stateful set that runs', workload('StatefulSet', 3, counts(3, 3)), 'Running', 'healthy', true],
  ['a stateful set that rolls out', workload('StatefulSet', 3, counts(3, 3, 1)), 'Rolling Out', 'healthy', false],
  ['a stateful set of nothing', workload('StatefulSet', 0, counts(0, 0)), 'Scaled to Zero', 'unknown', true],
  ['a stateful set that crashes', workload('StatefulSet', 3, counts(3, 0)), 'CrashLoopBackOff', 'unhealthy', true],
  ['a replica set that runs', workload('ReplicaSet', 2, counts(2, 2)), 'Running', 'healthy', true],
  ['a replica set that nobody has looked at', workload('ReplicaSet', 2, { ...counts(2, 2), observedGeneration: 0 }), 'Updating', 'healthy', false],
  ['a daemon set that runs', daemons(3, 3), 'Running', 'healthy', true],
  ['a daemon set without nodes', daemons(0, 0), 'Running', 'unknown', true],
  ['a daemon set that rolls out', daemons(3, 3, 1), 'Rolling Out', 'healthy', false],
  ['a daemon set with some pods', daemons(3, 1), 'PartiallyAvailable', 'warning', false],
  ['a daemon set without pods', daemons(3, 0), 'PartiallyAvailable', 'unhealthy', false],
  ['a daemon set that is updated by hand', daemons(3, 3, 1, { updateStrategy: { type: 'OnDelete' } }), 'Running', 'healthy', true],
  ['a job that failed', by('batch/v1/Job', 'Failed=True BackoffLimitExceeded'), 'BackoffLimitExceeded', 'unhealthy', true],
  ['a job that is done', by('batch/v1/Job', 'Complete=True'), 'Completed', 'healthy', true],
  ['a job that is suspended', by('batch/v1/Job', 'Suspended=True'), 'Suspended', 'unknown', false],
  ['a job that runs', by('batch/v1/Job'), 'Running', 'healthy', false],
  ['a cron job that never ran', object('batch/v1/CronJob', { status: {} }), '', 'unknown', false],
  ['a cron job that never succeeded', object('batch/v1/CronJob', { status: { lastScheduleTime: ago(5) } }), 'Error', 'unhealthy', false],
  ['a cron job that runs', object('batch/v1/CronJob', { status: { lastScheduleTime: ago(5), active: [{}] } }), 'Running', 'healthy', false],
  ['a cron job whose last run failed', object('batch/v1/CronJob', { status: { lastScheduleTime: ago(5), lastSuccessfulTime: ago(60) } }), 'Error', 'unhealthy', true],
  ['a cron job that does well', object('batch/v1/CronJob', { status: { lastScheduleTime: ago(5), lastSuccessfulTime: ago(4) } }), 'Completed', 'healthy', true],
]; // biome-ignore format: a table

const balancer = (status: Fields, created = 300) =>
  object('v1/Service', { metadata: { creationTimestamp: ago(created) }, spec: { type: 'LoadBalancer' }, status });

const CORE: readonly Case[] = [
  ['a node that runs', by('v1/Node', 'Ready=True KubeletReady'), 'Running', 'healthy', true],
  ['a node that is not ready', by('v1/Node', 'Ready=False KubeletNotReady'), 'Ready', 'unhealthy', false],
  ['a node that is silent', by('v1/Node', 'Ready=Unknown NodeStatusUnknown'), 'Ready', 'unhealthy', false],
  ['a node without network', by('v1/Node', 'Ready=True', 'NetworkUnavailable=True'), 'Network Unavailable', 'unhealthy', true],
  ['a node with a full disk', by('v1/Node', 'Ready=True', 'DiskPressure=True'), 'DiskPressure', 'warning', true],
  ['a node with little memory', by('v1/Node', 'Ready=True', 'MemoryPressure=True'), 'MemoryPressure', 'warning', true],
  ['a node that lost its vote', by('v1/Node', 'Ready=True', 'EtcdIsVoter=False'), 'EtcdIsVoter', 'warning', true],
  ['a node with an old setting', by('v1/Node', 'Ready=True', 'DeprecatedAuth=True'), 'Running', 'healthy', true],
  ['a node that restarts its services', by('v1/Node', 'Ready=True', 'FrequentKubeletRestart=True'), 'FrequentKubeletRestart', 'warning', true],
  ['a closed node', object('v1/Node', { spec: { taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] }, status: conditions('Ready=True') }), 'Unschedulable', 'warning', true],
  ['a service', object('v1/Service', { spec: { type: 'ClusterIP' } }), 'Unknown', 'unknown', true],
  ['a balancer with an address', balancer({ loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } }), 'Running', 'healthy', true],
  ['a young balancer', balancer({}, 10), 'Creating', 'unknown', false],
  ['a balancer that gets no address', balancer({}), 'Creating', 'unhealthy', false],
  ['an ingress with an address', object('networking.k8s.io/v1/Ingress', { status: { loadBalancer: { ingress: [{}] } } }), 'Healthy', 'healthy', true],
  ['an ingress with none yet', object('networking.k8s.io/v1/Ingress', { status: { loadBalancer: { ingress: [] } } }), 'Pending', 'unknown', false],
  ['an ingress that needs none', object('networking.k8s.io/v1/Ingress', { status: { loadBalancer: {} } }), 'Pending', 'healthy', false],
  ['a volume claim that is bound', phase('v1/PersistentVolumeClaim', 'Bound'), 'Healthy', 'healthy', true],
  ['a volume claim that waits', phase('v1/PersistentVolumeClaim', 'Pending'), 'Progressing', 'healthy', false],
  ['a volume claim whose volume is lost', phase('v1/PersistentVolumeClaim', 'Lost'), 'Degraded', 'unhealthy', false],
  ['a volume claim in another phase', phase('v1/PersistentVolumeClaim', 'Odd'), 'Unknown', 'unknown', false],
  ['a namespace', phase('v1/Namespace', 'Active'), 'Healthy', 'unknown', true],
  ['a namespace that goes', phase('v1/Namespace', 'Terminating'), 'Terminating', 'unknown', false],
  ['an autoscaler that can scale', by('autoscaling/v2/HorizontalPodAutoscaler', 'AbleToScale=True ReadyForNewScale'), 'Healthy', 'healthy', true],
  ['an autoscaler without metrics', by('autoscaling/v2/HorizontalPodAutoscaler', 'AbleToScale=True', 'ScalingActive=False FailedGetResourceMetric'), 'Degraded', 'unhealthy', false],
  ['an autoscaler that waits', by('autoscaling/v2/HorizontalPodAutoscaler'), 'Progressing', 'healthy', false],
  ['an autoscaler with its conditions in a note', object('autoscaling/v1/HorizontalPodAutoscaler', { metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/conditions': '[{"type":"AbleToScale","status":"True"}]' } } }), 'Healthy', 'healthy', true],
  ['a configuration that has no state', object('v1/ConfigMap'), 'Unknown', 'unknown', true],
  ['a configuration that goes', object('v1/ConfigMap', { metadata: { deletionTimestamp: ago(5) } }), 'Terminating', 'unknown', false],
]; // biome-ignore format: a table

const certificate = (status: Fields, ...texts: readonly string[]) =>
  object('cert-manager.io/v1/Certificate', {
    status: { notAfter: ago(-60 * 24 * 30), ...status, ...conditions(...texts) },
  });
const request = (created: number, ...texts: readonly string[]) =>
  object('cert-manager.io/v1/CertificateRequest', {
    metadata: { creationTimestamp: ago(created) },
    status: conditions(...texts),
  });

const CERTIFICATES: readonly Case[] = [
  ['a certificate', certificate({}, 'Ready=True Ready'), 'Issued', 'healthy', true],
  ['an expired certificate', certificate({ notAfter: ago(60) }, 'Ready=False Expired'), 'Expired', 'unhealthy', true],
  ['a certificate that expires tomorrow', certificate({ notAfter: ago(-1440) }, 'Ready=True'), 'Warning', 'warning', true],
  ['a certificate that is asked for', certificate({}, 'Issuing=True ManuallyTriggered'), 'Issuing', 'unknown', false],
  ['a certificate that was never made', certificate({}, 'Issuing=True DoesNotExist'), 'Issuing', 'unhealthy', false],
  ['a certificate that is renewed', certificate({ renewalTime: ago(5) }, 'Issuing=True Renewing'), 'Renewing', 'healthy', false],
  ['a certificate whose renewal takes long', certificate({ renewalTime: ago(50) }, 'Issuing=True Renewing'), 'Renewing', 'warning', false],
  ['a certificate that could not be made', certificate({}, 'Issuing=True Failed'), 'Failed', 'unhealthy', true],
  ['a certificate with a wrong key', certificate({}, 'Issuing=True InvalidKeyPair'), 'InvalidKeyPair', 'unhealthy', true],
  ['a certificate that is late', certificate({ renewalTime: ago(90) }, 'Ready=True'), 'Warning', 'warning', true],
  ['a certificate that is not ready', certificate({}, 'Ready=False DoesNotExist'), 'Issuing', 'unknown', false],
  ['a request that is pending', request(5, 'Ready=False Pending'), 'Pending', 'unknown', false],
  ['a request that is pending for long', request(45, 'Ready=False Pending'), 'Pending', 'unhealthy', false],
  ['a request that failed', request(5, 'Ready=False Failed'), 'Failed', 'unhealthy', true],
  ['a request that is denied', request(5, 'Denied=True DeniedByPolicy'), 'DeniedByPolicy', 'unhealthy', true],
  ['a request that is issued', request(5, 'Ready=True Issued'), 'Issued', 'healthy', true],
  ['a request that is approved', request(5, 'Approved=True'), 'Approved', 'healthy', false],
  ['a request that is approved for long', request(90, 'Approved=True'), 'Approved', 'unhealthy', false],
  ['an issuer', by('cert-manager.io/v1/ClusterIssuer', 'Ready=True ACMEAccountRegistered'), 'ACMEAccountRegistered', 'healthy', true],
  ['an issuer that fails', by('cert-manager.io/v1/Issuer', 'Ready=False ErrInitIssuer no key'), 'ErrInitIssuer', 'unhealthy', true],
]; // biome-ignore format: a table

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io/v1/Kustomization';
const HELM = 'helm.toolkit.fluxcd.io/v2/HelmRelease';
const GIT = 'source.toolkit.fluxcd.io/v1/GitRepository';
const SCRAPER = 'configs.flanksource.com/v1/ScrapeConfig';
const NOTIFICATION = 'mission-control.flanksource.com/v1/Notification';
const state = (type: string, status: Fields, spec: Fields = {}) => object(type, { spec, status });

const CONTROLLERS: readonly Case[] = [
  ['a kustomization', by(KUSTOMIZE, 'Ready=True ReconciliationSucceeded Applied'), 'ReconciliationSucceeded', 'healthy', true],
  ['a kustomization that does not build', by(KUSTOMIZE, 'Ready=False BuildFailed no file'), 'BuildFailed', 'unhealthy', false],
  ['a kustomization that works', by(KUSTOMIZE, 'Ready=Unknown Progressing'), 'Progressing', 'unknown', false],
  ['a kustomization that waits', by(KUSTOMIZE, 'Ready=False DependencyNotReady'), 'DependencyNotReady', 'unknown', false],
  ['a kustomization that cannot fetch', by(KUSTOMIZE, 'Ready=False FetchFailed'), 'FetchFailed', 'warning', false],
  ['a helm release', by(HELM, 'Ready=True InstallSucceeded'), 'InstallSucceeded', 'healthy', true],
  ['a helm release that cannot upgrade', by(HELM, 'Ready=False UpgradeFailed timed out'), 'UpgradeFailed', 'unhealthy', true],
  ['a helm release at work', by(HELM, 'Ready=Unknown Progressing'), 'Reconciling', 'unknown', false],
  ['a repository', by(GIT, 'Ready=True Succeeded'), 'Succeeded', 'healthy', true],
  ['a repository that is not found', by(GIT, 'Ready=False GitOperationFailed 404'), 'GitOperationFailed', 'unhealthy', false],
  ['an OCI repository of charts', object('source.toolkit.fluxcd.io/v1/HelmRepository', { spec: { type: 'oci' } }), '', 'unknown', true],
  ['an application', state('argoproj.io/v1alpha1/Application', { health: { status: 'Healthy' }, sync: { status: 'Synced' } }), 'Healthy', 'healthy', true],
  ['an application out of step', state('argoproj.io/v1alpha1/Application', { health: { status: 'Healthy' }, sync: { status: 'OutOfSync' } }), 'Healthy', 'healthy', false],
  ['an application that fails', state('argoproj.io/v1alpha1/Application', { health: { status: 'Degraded' }, sync: { status: 'Synced' } }), 'Degraded', 'unhealthy', true],
  ['a workflow that runs', phase('argoproj.io/v1alpha1/Workflow', 'Running'), 'Progressing', 'healthy', true],
  ['a workflow that is done', phase('argoproj.io/v1alpha1/Workflow', 'Succeeded'), 'Healthy', 'healthy', true],
  ['a workflow that failed', phase('argoproj.io/v1alpha1/Workflow', 'Failed'), 'Degraded', 'unhealthy', true],
  ['a canary that passes', state('canaries.flanksource.com/v1/Canary', { status: 'Passed', uptime1h: '10/10 (100%)' }), 'Passed', 'healthy', true],
  ['a canary that passes at times', state('canaries.flanksource.com/v1/Canary', { status: 'Passed', uptime1h: '7/10 (70%)' }), 'Passed', 'warning', true],
  ['a canary that fails', state('canaries.flanksource.com/v1/Canary', { status: 'Failed' }), 'Failed', 'unhealthy', true],
  ['a canary that is invalid', state('canaries.flanksource.com/v1/Canary', { status: 'Invalid' }), 'Invalid', 'unhealthy', false],
  ['a canary that was not read yet', object('canaries.flanksource.com/v1/Canary', { metadata: { generation: 3 }, status: { status: 'Passed', observedGeneration: 2 } }), 'Degraded', 'warning', false],
  ['a scraper', state(SCRAPER, { lastRun: { success: 5, timestamp: ago(10) } }), '', 'healthy', true],
  ['a scraper with errors', state(SCRAPER, { lastRun: { success: 5, error: 1, timestamp: ago(10) } }), '', 'warning', true],
  ['a scraper with errors only', state(SCRAPER, { lastRun: { error: 1, timestamp: ago(10) } }), '', 'unhealthy', true],
  ['a scraper that is late', state(SCRAPER, { lastRun: { success: 5, timestamp: ago(90) } }), 'Stale', 'warning', true],
  ['a scraper that stands still', state(SCRAPER, { lastRun: { success: 5, timestamp: ago(600) } }), 'Stale', 'unhealthy', true],
  ['a scraper with a wrong schedule', state(SCRAPER, {}, { schedule: 'every day' }), '', 'unhealthy', true],
  ['a playbook', by('mission-control.flanksource.com/v1/Playbook', 'Ready=True Synced'), 'Synced', 'healthy', true],
  ['a playbook that is wrong', by('mission-control.flanksource.com/v1/Playbook', 'Ready=False Invalid'), 'Invalid', 'unhealthy', false],
  ['a notification with an error', state(NOTIFICATION, { error: 'bad filter' }), '', 'unhealthy', true],
  ['a notification that is sent', state(NOTIFICATION, { sent: 3 }), '', 'healthy', true],
  ['a notification that waits at times', state(NOTIFICATION, { sent: 3, pending: 1 }), '', 'warning', true],
  ['a notification that failed', state(NOTIFICATION, { sent: 3, lastFailed: ago(20) }), '', 'unhealthy', true],
  ['a notification that failed today', state(NOTIFICATION, { sent: 3, lastFailed: ago(200) }), '', 'warning', true],
]; // biome-ignore format: a table

const OTHERS: readonly Case[] = [
  ['an external secret', by('external-secrets.io/v1beta1/ExternalSecret', 'Ready=True SecretSynced'), 'SecretSynced', 'healthy', true],
  ['an external secret that fails', by('external-secrets.io/v1beta1/ExternalSecret', 'Ready=False SecretSyncedError'), 'SecretSyncedError', 'unhealthy', true],
  ['a sealed secret', by('bitnami.com/v1alpha1/SealedSecret', 'Synced=True'), 'Healthy', 'healthy', true],
  ['a sealed secret that cannot be opened', by('bitnami.com/v1alpha1/SealedSecret', 'Synced=False'), 'Degraded', 'unhealthy', true],
  ['an analysis', phase('argoproj.io/v1alpha1/AnalysisRun', 'Successful'), 'Healthy', 'healthy', true],
  ['an analysis without a result', phase('argoproj.io/v1alpha1/AnalysisRun', 'Inconclusive'), 'Unknown', 'unknown', false],
  ['a roll-out that pauses', phase('argoproj.io/v1alpha1/Rollout', 'Paused'), 'Suspended', 'unknown', false],
  ['a roll-out that is done', object('argoproj.io/v1alpha1/Rollout', { spec: { replicas: 2 }, status: { currentPodHash: 'a', stableRS: 'a', replicas: 2, updatedReplicas: 2, availableReplicas: 2 } }), 'Healthy', 'healthy', true],
  ['a roll-out that was ended', by('argoproj.io/v1alpha1/Rollout', 'RolloutAborted=True'), 'Degraded', 'unhealthy', true],
  ['an elasticsearch', state('elasticsearch.k8s.elastic.co/v1/Elasticsearch', { health: 'green' }), 'Healthy', 'healthy', true],
  ['an elasticsearch in red', state('elasticsearch.k8s.elastic.co/v1/Elasticsearch', { health: 'red' }), 'Degraded', 'unhealthy', true],
  ['an elasticsearch that moves', state('elasticsearch.k8s.elastic.co/v1/Elasticsearch', { health: 'green', phase: 'MigratingData' }), 'Progressing', 'unknown', false],
  ['a broker', by('kafka.strimzi.io/v1beta2/Kafka', 'Ready=True'), 'Healthy', 'healthy', true],
  ['a topic that is refused', by('kafka.strimzi.io/v1beta2/KafkaTopic', 'NotReady=True KafkaError'), 'Degraded', 'unhealthy', true],
  ['a snapshot', state('snapshot.storage.k8s.io/v1/VolumeSnapshot', { readyToUse: true }), 'Healthy', 'healthy', true],
  ['a snapshot that failed', state('snapshot.storage.k8s.io/v1/VolumeSnapshot', { error: { message: 'no space' } }), 'Degraded', 'unhealthy', true],
  ['a job of spark that failed', state('sparkoperator.k8s.io/v1beta2/SparkApplication', { applicationState: { state: 'FAILED' } }), 'Degraded', 'unhealthy', true],
  ['a route', state('route.openshift.io/v1/Route', { ingress: [conditions('Admitted=True')] }), 'Healthy', 'healthy', true],
  ['a route that is refused', state('route.openshift.io/v1/Route', { ingress: [conditions('Admitted=True'), conditions('Admitted=False')] }), 'Degraded', 'unhealthy', true],
  ['a serverless service', by('serving.knative.dev/v1/Service', 'ConfigurationsReady=True', 'RoutesReady=True', 'Ready=True'), 'Healthy', 'healthy', true],
  ['a serverless service without route', by('serving.knative.dev/v1/Service', 'ConfigurationsReady=True', 'RoutesReady=False NotReady'), 'Degraded', 'unhealthy', true],
  ['a bucket of a cloud', by('storage.cnrm.cloud.google.com/v1beta1/StorageBucket', 'Ready=True UpToDate'), 'UpToDate', 'healthy', true],
  ['a bucket of a cloud that cannot be changed', by('storage.cnrm.cloud.google.com/v1beta1/StorageBucket', 'Ready=False UpdateFailed'), 'UpdateFailed', 'unhealthy', true],
  ['a composed resource', by('example.crossplane.io/v1/Bucket', 'Synced=True ReconcileSuccess', 'Ready=True Available'), 'ReconcileSuccess', 'healthy', true],
  ['a composed resource that is made', by('example.crossplane.io/v1/Bucket', 'Ready=False Creating'), 'Creating', 'unknown', false],
  ['a kind that nobody knows', by('example.org/v1/Thing', 'Ready=True AllGood'), 'AllGood', 'healthy', true],
  ['a kind that nobody knows, in trouble', by('example.org/v1/Thing', 'Ready=False Broken it is'), 'Broken', 'unhealthy', false],
  ['a kind without any sign', object('example.org/v1/Thing'), 'Unknown', 'unknown', true],
]; // biome-ignore format: a table

export const OBJECTS: readonly Case[] = [...PODS, ...WORKLOADS, ...CORE, ...CERTIFICATES, ...CONTROLLERS, ...OTHERS];
