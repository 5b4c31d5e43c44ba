import { objectHealth } from '../kubernetes/health.ts';
import { get, items, text } from '../kubernetes/read.ts';
import type { ObjectHealth } from '../kubernetes/result.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { mapFrom } from '../values/maps.ts';
import { toPlain } from '../values/output.ts';
import type { MapValue, Value } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';
import { kubernetesParts } from './kubernetes-parts.ts';

function healthOf(run: Run, object: MapValue): ObjectHealth {
  run.spend(200);
  return objectHealth(toPlain(run, object), Date.now());
}

const READY_POD =
  '{"apiVersion": "v1", "kind": "Pod", "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}';

function judge(
  names: readonly string[],
  result: 'bool' | 'string',
  doc: string,
  gives: boolean | string,
  answer: (health: ObjectHealth) => Value,
): FunctionDefinition {
  return define({
    names: { cel: names, template: names },
    args: ['object: map'],
    result,
    doc,
    examples: [{ cel: `${names[0] ?? ''}(${READY_POD})`, gives }],
    call: (run, object) => answer(healthOf(run, object)),
  });
}

/** What the first container asks for, or may have, of a resource. */
function resources(name: string, field: 'limits' | 'requests', doc: string): FunctionDefinition {
  return define({
    names: { cel: [`k8s.${name}`], template: [`k8s.${name}`] },
    args: ['object: map', 'resource: string'],
    result: 'any',
    doc,
    examples: [
      {
        cel: `k8s.${name}({"kind": "Pod", "spec": {"containers": [{"resources": {"${field}": {"cpu": "500m"}}}]}}, "cpu")`,
        gives: '500m',
      },
    ],
    call: (run, object, resource) => {
      const plain = toPlain(run, object);
      const spec = get(plain, 'spec', 'template', 'spec') ?? get(plain, 'spec');
      return adapt(get(items(spec, 'containers')[0], 'resources', field, resource) ?? null);
    },
  });
}

const word = (object: ObjectHealth) => [object.status, object.message].filter((part) => part !== '').join(': ');

export const kubernetes: FunctionGroup = {
  title: 'Kubernetes objects',
  functions: [
    define({
      names: {
        cel: ['k8s.getHealth', 'getHealth', 'GetHealth'],
        template: ['k8s.getHealth', 'getHealth', 'GetHealth'],
      },
      args: ['object: map'],
      result: 'map',
      doc: 'How an object does: ok, health (healthy, warning, unhealthy or unknown), ready, status and message.',
      examples: [
        {
          cel: `k8s.getHealth(${READY_POD})`,
          gives: { health: 'healthy', message: '', ok: true, ready: true, status: 'Running' },
        },
      ],
      call: (run, object) => {
        const { health, ready, status, message } = healthOf(run, object);
        const entries: [string, Value][] = [
          ['ok', health === 'healthy'],
          ['health', health],
          ['ready', ready],
          ['status', status],
          ['message', message],
        ];
        return mapFrom(entries);
      },
    }),
    judge(
      ['k8s.getStatus', 'getStatus', 'GetStatus'],
      'string',
      'The status of an object and its message, as one text.',
      'Running',
      word,
    ),
    judge(
      ['k8s.isHealthy', 'k8s.is_healthy', 'isHealthy', 'IsHealthy', 'is_healthy'],
      'bool',
      'Whether an object is healthy.',
      true,
      ({ health }) => health === 'healthy',
    ),
    judge(
      ['k8s.isReady', 'k8s.is_ready', 'isReady', 'IsReady'],
      'bool',
      'Whether an object is as it should be and no longer changing.',
      true,
      ({ ready }) => ready,
    ),
    define({
      names: { cel: ['k8s.labels'], template: ['k8s.labels'] },
      args: ['object: map'],
      result: 'map',
      doc: 'The labels of an object, with its namespace if it has one.',
      examples: [
        {
          cel: 'k8s.labels({"metadata": {"namespace": "shop", "labels": {"app": "web"}}})',
          gives: { app: 'web', namespace: 'shop' },
        },
      ],
      call: (run, object) => {
        const plain = toPlain(run, object);
        const labels = get(plain, 'metadata', 'labels');
        const all = Object.entries(typeof labels === 'object' && labels !== null ? labels : {});
        const space = text(plain, 'metadata', 'namespace');
        const entries: [string, unknown][] = space === '' ? all : [['namespace', space], ...all];
        return mapFrom(entries.map(([key, value]): [string, Value] => [key, adapt(value)]));
      },
    }),
    resources('getResourcesLimit', 'limits', 'The most that the first container may use of a resource.'),
    resources('getResourcesRequests', 'requests', 'What the first container asks for of a resource.'),
    ...kubernetesParts,
  ],
};
