import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Parts of the sandbox that are there only for scripts that name them, because each takes its time to set up. */
interface Part {
  /** Names that a script may use it by. */
  readonly names: readonly string[];
  /** A function of JavaScript that gets the global object. */
  readonly source: () => string;
}

const quantities = `(function (global) {
  var units = {Ki: 1024, Mi: 1048576, Gi: 1073741824, Ti: 1099511627776, k: 1e3, M: 1e6, G: 1e9, T: 1e12};
  global.fromSI = function (text) {
    var found = /^([-+]?[0-9.]+)(Ki|Mi|Gi|Ti|k|M|G|T)?$/.exec(String(text));
    return found === null ? Number(text) : Number(found[1]) * (found[2] === undefined ? 1 : units[found[2]]);
  };
  global.fromMillicores = function (text) {
    if (typeof text === 'number') return text * 1000;
    return text.slice(-1) === 'm' ? Number(text.slice(0, -1)) : Number(text);
  };
})`;

const kubernetes = `(function (global) {
  var k8s = global.k8s || (global.k8s = {});
  function conditionsOf(object) { return (object && object.status && object.status.conditions) || []; }
  function labelsOf(object) { return (object && object.metadata && object.metadata.labels) || {}; }
  k8s.conditions = {
    isReady: function (object) {
      if (object && object.healthStatus) return object.healthStatus.status === 'HEALTHY';
      return conditionsOf(object).some(function (one) { return one.type === 'Ready' && one.status === 'True'; });
    },
    getMessage: function (object) {
      return conditionsOf(object).map(function (one) { return one.message; }).filter(Boolean).join(', ');
    },
    getError: function (object) {
      return conditionsOf(object).filter(function (one) { return one.status === 'False'; })
        .map(function (one) { return one.message; }).filter(Boolean).join(', ');
    }
  };
  k8s.filterLabels = function (labels) {
    var kept = {};
    Object.keys(labels || {}).forEach(function (key) {
      if (!/^(pod-template-hash|controller-revision-hash|pod-template-generation|statefulset\\.kubernetes\\.io\\/.*)$/.test(key))
        kept[key] = labels[key];
    });
    return kept;
  };
  k8s.getNodeName = function (name) { return String(name).split('.')[0]; };
  k8s.getAlertName = function (alert) { return ((alert && alert.labels) || {}).alertname || ''; };
  k8s.getAlertLabels = function (alert) {
    var kept = {}, labels = (alert && alert.labels) || {};
    Object.keys(labels).forEach(function (key) {
      if (['alertname', 'severity', 'prometheus', 'endpoint', 'job'].indexOf(key) < 0) kept[key] = labels[key];
    });
    return kept;
  };
  k8s.getAlerts = function (alerts) {
    return ((alerts && alerts.alerts) || alerts || []).map(function (alert) {
      var notes = alert.annotations || {};
      return {
        name: k8s.getAlertName(alert), labels: k8s.getAlertLabels(alert), severity: (alert.labels || {}).severity || '',
        message: alert.message || notes.description || notes.message || notes.summary || ''
      };
    });
  };
  function usageOf(usage) {
    return {cpu: global.fromMillicores((usage && usage.cpu) || '0m'), memory: global.fromSI((usage && usage.memory) || '0')};
  }
  k8s.getNodeMetrics = function (nodes) {
    return (nodes || []).map(function (node) {
      var used = usageOf(node.usage);
      return {name: node.metadata.name, properties: [
        {name: 'cpu', value: used.cpu, unit: 'millicores'}, {name: 'memory', value: used.memory, unit: 'bytes'}]};
    });
  };
  k8s.getPodMetrics = function (pods) {
    return (pods || []).map(function (pod) {
      var cpu = 0, memory = 0;
      (pod.containers || []).forEach(function (one) { var used = usageOf(one.usage); cpu += used.cpu; memory += used.memory; });
      return {name: pod.metadata.name, namespace: pod.metadata.namespace, properties: [
        {name: 'cpu', value: cpu, unit: 'millicores'}, {name: 'memory', value: memory, unit: 'bytes'}]};
    });
  };
  function component(object, type, text) {
    var ready = k8s.conditions.isReady(object);
    return {
      name: object.metadata.name, namespace: object.metadata.namespace || '', type: type, external_id: object.metadata.uid || '',
      labels: k8s.filterLabels(labelsOf(object)), status: ready ? 'healthy' : 'unhealthy',
      status_reason: ready ? '' : k8s.conditions.getError(object), properties: text
    };
  }
  k8s.getPodTopology = function (pods) {
    return (pods || []).map(function (pod) {
      return component(pod, 'KubernetesPod', [
        {name: 'node', text: (pod.spec && pod.spec.nodeName) || ''}, {name: 'ip', text: (pod.status && pod.status.podIP) || ''}]);
    });
  };
  k8s.getNodeTopology = function (nodes) {
    return (nodes || []).map(function (node) {
      var status = node.status || {}, info = status.nodeInfo || {};
      var address = (status.addresses || []).filter(function (one) { return one.type === 'InternalIP'; })[0];
      return component(node, 'KubernetesNode', [
        {name: 'os', text: info.osImage || ''}, {name: 'kubelet', text: info.kubeletVersion || ''},
        {name: 'ip', text: address ? address.address : ''}]);
    });
  };
})`;

const PARTS: readonly Part[] = [
  {
    names: ['_'],
    source: () => {
      const path = fileURLToPath(import.meta.resolve('underscore/underscore-umd-min.js'));
      return `(function () { ${readFileSync(path, 'utf8')} })`;
    },
  },
  { names: ['fromSI', 'fromMillicores', 'k8s'], source: () => quantities },
  { names: ['k8s'], source: () => kubernetes },
];

/** Every name that a part of the sandbox brings. */
export const PART_NAMES: ReadonlySet<string> = new Set(PARTS.flatMap(({ names }) => names));

const sources = new Map<Part, string>();

/** The sources of what a script needs, in order. Each is a function that gets the global object. */
export function partsFor(names: readonly string[]): string[] {
  return PARTS.filter((part) => part.names.some((name) => names.includes(name))).map((part) => {
    const source = sources.get(part) ?? part.source();
    sources.set(part, source);
    return source;
  });
}
