import { condition, conditions, count, get, isFalse, isTrue, items, text } from './read.ts';
import { type ObjectHealth, result } from './result.ts';

/** The words that most controllers share. */
type Word = 'Healthy' | 'Degraded' | 'Progressing' | 'Suspended' | 'Unknown' | 'Missing';
type Verdict = Word | { readonly word: Word; readonly message: string };
type Script = (object: unknown) => Verdict;

/** By a condition: true is healthy, false is degraded, and none is still progressing. */
const byCondition =
  (type: string): Script =>
  (object) => {
    const found = condition(object, type);
    if (found === undefined || !['True', 'False'].includes(found.status)) return 'Progressing';
    return { word: found.status === 'True' ? 'Healthy' : 'Degraded', message: found.message };
  };
const ready = byCondition('Ready');

/** By a text of the status; what is not in the table is what is given last. */
const byText =
  (path: string, words: Partial<Record<Word, readonly string[]>>, otherwise: Word): Script =>
  (object) => {
    const value = text(object, ...path.split('.'));
    const found = (Object.keys(words) as Word[]).find((word) => words[word]?.includes(value));
    const message = text(object, 'status', 'message');
    return { word: found ?? otherwise, message };
  };

/** All conditions true is healthy; which of the others is degraded depends on the kind. */
const allOf =
  (types: readonly string[], degrades: (status: string) => boolean): Script =>
  (object) => {
    const found = types.map((type) => condition(object, type));
    const wrong = found.find((one) => one !== undefined && degrades(one.status));
    if (wrong !== undefined) return { word: 'Degraded', message: wrong.message };
    return found.every((one) => one?.status === 'True') ? 'Healthy' : 'Progressing';
  };

const anyTrue =
  (types: readonly string[], word: Word, otherwise: Word): Script =>
  (object) => {
    const found = conditions(object).find(({ type, status }) => types.includes(type) && status === 'True');
    return found === undefined ? otherwise : { word, message: found.message };
  };

const cnrm: Script = (object) => {
  const reasons = conditions(object).map(({ type, reason, status }) => ({ type, reason, status }));
  const has = (name: string) => reasons.some(({ type, reason }) => type === name || reason === name);
  if (has('UpdateFailed') || has('DependencyNotFound')) return 'Degraded';
  if (has('DependencyNotReady')) return 'Suspended';
  return has('UpToDate') ? 'Healthy' : 'Progressing';
};

const rollout: Script = (object) => {
  const generation = count(object, 'metadata', 'generation');
  const seen = Number(get(object, 'status', 'observedGeneration') ?? generation);
  if (seen !== generation) return 'Progressing';
  const phase = text(object, 'status', 'phase');
  if (phase !== '') return phase === 'Paused' ? 'Suspended' : isWord(phase) ? phase : 'Unknown';
  const broken = ['InvalidSpec', 'RolloutAborted'].find((type) => isTrue(object, type));
  if (broken !== undefined) return { word: 'Degraded', message: condition(object, broken)?.message ?? '' };
  if (condition(object, 'Progressing')?.reason === 'ProgressDeadlineExceeded') return 'Degraded';
  if (get(object, 'spec', 'paused') === true) return 'Suspended';
  const hash = text(object, 'status', 'currentPodHash');
  const replicas = count(object, 'spec', 'replicas');
  if (
    hash === '' ||
    count(object, 'status', 'updatedReplicas') < replicas ||
    count(object, 'status', 'availableReplicas') < replicas
  )
    return 'Progressing';
  if (
    get(object, 'spec', 'strategy', 'blueGreen') !== undefined &&
    text(object, 'status', 'blueGreen', 'activeSelector') !== hash
  )
    return 'Progressing';
  if (count(object, 'status', 'replicas') > count(object, 'status', 'updatedReplicas')) return 'Progressing';
  const stable = text(object, 'status', 'stableRS');
  return stable !== '' && stable !== hash ? 'Progressing' : 'Healthy';
};

function isWord(value: string): value is Word {
  return ['Healthy', 'Degraded', 'Progressing', 'Suspended', 'Unknown', 'Missing'].includes(value);
}

const machineHealth: Script = (object) =>
  count(object, 'status', 'currentHealthy') === count(object, 'status', 'expectedMachines') ? 'Healthy' : 'Degraded';

const route: Script = (object) => {
  const all = items(object, 'status', 'ingress').map((one) => condition({ status: one }, 'Admitted')?.status);
  if (all.includes('False')) return 'Degraded';
  return all.length > 0 && all.every((status) => status === 'True') ? 'Healthy' : 'Progressing';
};

const kafka: Script = (object) => {
  const found = conditions(object).find(({ type, status }) => type === 'NotReady' && status === 'True');
  if (found !== undefined && !(found.reason === 'Creating' && text(object, 'kind') === 'Kafka'))
    return { word: 'Degraded', message: found.message };
  return isTrue(object, 'Ready') ? 'Healthy' : 'Progressing';
};

const elastic: Script = (object) => {
  const phase = text(object, 'status', 'phase');
  if (phase === 'Invalid') return 'Degraded';
  if (phase === 'ApplyingChanges' || phase === 'MigratingData') return 'Progressing';
  return byText(
    'status.health',
    { Healthy: ['green'], Progressing: ['yellow', ''], Degraded: ['red'] },
    'Unknown',
  )(object);
};

const provider: Script = (object) => {
  if (conditions(object).length === 0) return 'Progressing';
  return isTrue(object, 'Installed') && isTrue(object, 'Healthy') ? 'Healthy' : 'Degraded';
};

const subscription: Script = (object) => {
  if (isTrue(object, 'InstallPlanPending')) return 'Progressing';
  return anyTrue(
    ['CatalogSourcesUnhealthy', 'InstallPlanFailed', 'ResolutionFailed', 'InstallPlanMissing'],
    'Degraded',
    'Healthy',
  )(object);
};

const prometheus: Script = (object) => {
  const available = condition(object, 'Available');
  if (available?.status === 'True') return 'Healthy';
  if (available === undefined || available.reason === 'SomePodsNotReady') return 'Progressing';
  return { word: 'Degraded', message: available.message };
};

const snapshot: Script = (object) => {
  const error = get(object, 'status', 'error');
  if (error !== undefined) return { word: 'Degraded', message: text(error, 'message') };
  return get(object, 'status', 'readyToUse') === true ? 'Healthy' : 'Progressing';
};

const machine: Script = (object) => {
  if (get(object, 'spec', 'paused') === true) return 'Suspended';
  if (isFalse(object, 'Ready') && text(object, 'kind') === 'Cluster') return 'Degraded';
  return byText('status.phase', { Healthy: ['Provisioned', 'Running'], Degraded: ['Failed'] }, 'Progressing')(object);
};

const replicasReady: Script = (object) => {
  const replicas = count(object, 'spec', 'replicas') || count(object, 'status', 'replicas');
  return replicas > 0 && count(object, 'status', 'readyReplicas') === replicas ? 'Healthy' : 'Progressing';
};

const externalSecret: Script = (object) => {
  const status = text(object, 'status', 'status');
  return status === 'SUCCESS'
    ? 'Healthy'
    : status.startsWith('ERROR')
      ? { word: 'Degraded', message: status }
      : 'Progressing';
};

const lastCondition: Script = (object) => {
  const last = conditions(object).at(-1)?.type;
  return last === 'Ready' ? 'Healthy' : last === 'PartiallyReady' || last === 'NotReady' ? 'Degraded' : 'Progressing';
};

const ingressController: Script = (object) => {
  if (isTrue(object, 'Degraded')) return { word: 'Degraded', message: condition(object, 'Degraded')?.message ?? '' };
  if (isFalse(object, 'DeploymentReplicasAllAvailable') || isTrue(object, 'Progressing')) return 'Progressing';
  return isTrue(object, 'Available') ? 'Healthy' : 'Progressing';
};

/** Kinds of a group, separated by blanks; `*` stands for all. */
const SCRIPTS: readonly (readonly [group: string, kinds: string, script: Script])[] = [
  ['cert-manager.io', 'Issuer ClusterIssuer', ready],
  ['certmanager.k8s.io', 'Certificate Issuer', ready],
  ['external-secrets.io', 'ExternalSecret SecretStore ClusterSecretStore PushSecret', ready],
  ['external-secrets.io', 'ClusterExternalSecret', lastCondition],
  ['kubernetes-client.io', 'ExternalSecret', externalSecret],
  ['onepassword.com', 'OnePasswordItem', ready],
  ['bitnami.com', 'SealedSecret', byCondition('Synced')],
  ['pkg.crossplane.io', 'Provider', provider],
  ['argoproj.io', 'AnalysisRun Experiment', byText('status.phase', { Progressing: ['Pending', 'Running', ''], Healthy: ['Successful'], Degraded: ['Failed', 'Error'] }, 'Unknown')],
  ['argoproj.io', 'ApplicationSet', anyTrue(['ErrorOccurred'], 'Degraded', 'Healthy')],
  ['argoproj.io', 'CronWorkflow', anyTrue(['SpecError', 'SubmissionError'], 'Degraded', 'Healthy')],
  ['argoproj.io', 'EventBus', byCondition('Deployed')],
  ['argoproj.io', 'Rollout', rollout],
  ['route.openshift.io', 'Route', route],
  ['operator.openshift.io', 'IngressController', ingressController],
  ['operators.coreos.com', 'Subscription', subscription],
  ['beat.k8s.elastic.co', 'Beat', byText('status.health', { Healthy: ['green'], Progressing: ['yellow', ''], Degraded: ['red'] }, 'Unknown')],
  ['elasticsearch.k8s.elastic.co', 'Elasticsearch', elastic],
  ['cluster.x-k8s.io', 'Cluster Machine', machine],
  ['cluster.x-k8s.io', 'MachineDeployment', byText('status.phase', { Healthy: ['Running'], Progressing: ['ScalingUp', 'ScalingDown'], Degraded: ['Failed'] }, 'Unknown')],
  ['cluster.x-k8s.io', 'MachineHealthCheck', machineHealth],
  ['flagger.app', 'Canary', byText('status.phase', { Degraded: ['Failed'], Progressing: ['Progressing', 'Finalising', 'Promoting'], Healthy: ['Succeeded', 'Initialized'] }, 'Unknown')],
  ['flink.apache.org', 'FlinkDeployment', byText('status.jobManagerDeploymentStatus', { Healthy: ['READY', 'DEPLOYED'], Degraded: ['ERROR'] }, 'Progressing')],
  ['iammanager.keikoproj.io', 'Iamrole', byText('status.state', { Healthy: ['Ready'], Degraded: ['Error', 'RolesMaxLimitReached', 'PolicyNotAllowed', 'RoleNameNotAvailable'] }, 'Progressing')],
  ['install.istio.io', 'IstioOperator', byText('status.status', { Healthy: ['HEALTHY', '3'], Degraded: ['ERROR', '4'], Progressing: ['UPDATING', '1', 'RECONCILING', '2'] }, 'Unknown')],
  ['jaegertracing.io', 'Jaeger', byText('status.phase', { Healthy: ['Running'], Degraded: ['Failed'] }, 'Progressing')],
  ['kafka.strimzi.io', 'Kafka KafkaConnect KafkaTopic KafkaUser', kafka],
  ['platform.confluent.io', '*', byText('status.phase', { Healthy: ['RUNNING'] }, 'Progressing')],
  ['lifecycle.keptn.sh', '*', byText('status.status', { Healthy: ['Succeeded'], Degraded: ['Failed'] }, 'Progressing')],
  ['minio.min.io', 'Tenant', byText('status.currentState', { Healthy: ['Initialized'] }, 'Progressing')],
  ['monitoring.coreos.com', 'Prometheus', prometheus],
  ['operator.knative.dev', 'KnativeServing', allOf(['DependenciesInstalled', 'DeploymentsAvailable', 'InstallSucceeded', 'Ready'], () => false)],
  ['operator.knative.dev', 'KnativeEventing', allOf(['InstallSucceeded', 'Ready'], () => false)],
  ['serving.knative.dev', 'Service', allOf(['ConfigurationsReady', 'RoutesReady', 'Ready'], (status) => status === 'False')],
  ['pxc.percona.com', 'PerconaXtraDBCluster', byText('status.state', { Progressing: ['initializing'], Healthy: ['ready'], Degraded: ['stopping', 'error'] }, 'Unknown')],
  ['snapshot.storage.k8s.io', 'VolumeSnapshot VolumeSnapshotContent', snapshot],
  ['sparkoperator.k8s.io', 'SparkApplication', byText('status.applicationState.state', { Healthy: ['RUNNING', 'COMPLETED'], Degraded: ['FAILED', 'SUBMISSION_FAILED', 'FAILING'], Missing: ['INVALIDATING'] }, 'Progressing')],
  ['zookeeper.pravega.io', '*', replicasReady],
]; // biome-ignore format: a table

/** What the rules for kinds of other projects say; nothing if there is none for the kind. */
export function byThirdParty(object: unknown, group: string, kind: string): ObjectHealth | undefined {
  const script = group.endsWith('.cnrm.cloud.google.com')
    ? cnrm
    : SCRIPTS.find(([known, kinds]) => known === group && (kinds === '*' || kinds.split(' ').includes(kind)))?.[2];
  if (script === undefined) return undefined;
  const verdict = script(object);
  const { word, message } = typeof verdict === 'string' ? { word: verdict, message: '' } : verdict;
  switch (word) {
    case 'Healthy':
      return result('healthy', condition(object, 'Ready')?.reason || 'Healthy', true, message);
    case 'Degraded':
      return result('unhealthy', word, true, message);
    case 'Missing':
      return result('unknown', word, true, message);
    default:
      return result('unknown', word, false, message);
  }
}
