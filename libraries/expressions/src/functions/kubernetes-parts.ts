import { get, items, text } from '../kubernetes/read.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { toPlain } from '../values/output.ts';
import { isMap, type MapValue, type Value } from '../values/value.ts';
import { fromYaml, toYamlText } from './data.ts';
import { define, type FunctionDefinition } from './define.ts';
import { quantity } from './quantities.ts';
import { fail } from '../failure.ts';

type Plain = Readonly<Record<string, unknown>>;

/** What the server of Kubernetes writes into the metadata of an object. */
const WRITTEN_METADATA = ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid'];
const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without(from: Plain, names: readonly string[]): Plain {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}

/** An object as its author wrote it, without what the server added; of a list each of its items. */
function neat(object: Plain): Plain {
  const { metadata, ...rest } = without(object, ['status']);
  const isList = Array.isArray(object['items']);
  const inner = isList ? { items: items(object, 'items').map((item) => (isPlain(item) ? neat(item) : item)) } : {};
  if (!isPlain(metadata)) return { ...rest, ...inner };
  const annotations = isPlain(metadata['annotations']) ? without(metadata['annotations'], [APPLIED]) : {};
  const kept = without(metadata, [...WRITTEN_METADATA, 'annotations']);
  const shown = Object.keys(annotations).length === 0 ? kept : { ...kept, annotations };
  return { ...rest, metadata: shown, ...inner };
}

function plainOf(run: Run, given: Value): Plain {
  const value = typeof given === 'string' ? fromYaml(run, given) : isMap(given) ? toPlain(run, given) : undefined;
  return isPlain(value) ? value : fail('This is no object of Kubernetes, nor a text that holds one.');
}

interface Property {
  readonly name: string;
  readonly text?: string;
  readonly max?: Value;
  readonly unit?: string;
}

function amount(name: string, given: unknown, unit: 'millicores' | 'bytes'): readonly Property[] {
  if (typeof given !== 'string' && typeof given !== 'number') return [];
  return [{ name, max: quantity(adapt(given), unit === 'bytes' ? 1 : 1e-3), unit }];
}

function said(name: string, given: string): readonly Property[] {
  return given === '' ? [] : [{ name, text: given }];
}

function podProperties(pod: unknown): readonly Property[] {
  const [container] = items(pod, 'spec', 'containers');
  const limit = (resource: string) => get(container, 'resources', 'limits', resource);
  return [
    ...said('image', text(container, 'image')),
    ...amount('cpu', limit('cpu'), 'millicores'),
    ...amount('memory', limit('memory'), 'bytes'),
    ...said('node', text(pod, 'spec', 'nodeName')),
    ...said('created_at', text(pod, 'metadata', 'creationTimestamp')),
    ...said('namespace', text(pod, 'metadata', 'namespace')),
  ];
}

function nodeProperties(node: unknown): readonly Property[] {
  const capacity = (resource: string) => get(node, 'status', 'allocatable', resource);
  const label = (name: string) => text(node, 'metadata', 'labels', name);
  return [
    ...amount('cpu', capacity('cpu'), 'millicores'),
    ...amount('memory', capacity('memory'), 'bytes'),
    ...amount('ephemeral-storage', capacity('ephemeral-storage'), 'bytes'),
    ...said('instance-type', label('node.kubernetes.io/instance-type')),
    ...said('zone', label('topology.kubernetes.io/zone')),
  ];
}

function listing(
  name: string,
  doc: string,
  example: string,
  gives: readonly object[],
  read: (object: unknown) => readonly Property[],
): FunctionDefinition {
  return define({
    names: { cel: [name], template: [name] },
    args: ['object: map'],
    result: 'list',
    doc,
    examples: [{ cel: `${name}(${example})`, gives }],
    call: (run, object: MapValue) => {
      run.spend(200);
      return adapt(read(toPlain(run, object)));
    },
  });
}

/** What objects of Kubernetes are made of; parts of the group of Kubernetes. */
export const kubernetesParts: readonly FunctionDefinition[] = [
  define({
    names: { cel: ['k8s.neat', 'neat'], template: ['k8s.neat', 'neat'] },
    args: ['object: any'],
    result: 'string',
    doc: 'An object, or a text in YAML or JSON that holds one, as YAML without its status and what the server wrote into its metadata.',
    examples: [
      {
        cel: 'k8s.neat({"kind": "Pod", "metadata": {"name": "web", "uid": "1"}, "status": {"phase": "Running"}})',
        gives: 'kind: Pod\nmetadata:\n  name: web\n',
      },
      { cel: 'k8s.neat("kind: Pod\\\\nstatus: {}")'.replace('\\\\', '\\'), gives: 'kind: Pod\n' },
    ],
    call: (run, object) => {
      const written = toYamlText(neat(plainOf(run, object)));
      run.allocate(written.length);
      return written;
    },
  }),
  listing(
    'k8s.podProperties',
    'Image, limits, node, age and namespace of a pod, as far as they are known, as properties of a component.',
    '{"metadata": {"namespace": "shop"}, "spec": {"nodeName": "n1", "containers": [{"image": "web:1", "resources": {"limits": {"cpu": "500m", "memory": "1Ki"}}}]}}',
    [
      { name: 'image', text: 'web:1' },
      { name: 'cpu', max: 500, unit: 'millicores' },
      { name: 'memory', max: 1024, unit: 'bytes' },
      { name: 'node', text: 'n1' },
      { name: 'namespace', text: 'shop' },
    ],
    podProperties,
  ),
  listing(
    'k8s.nodeProperties',
    'What pods may use of a node, its type and zone, as far as they are known, as properties of a component.',
    '{"metadata": {"labels": {"topology.kubernetes.io/zone": "a"}}, "status": {"allocatable": {"cpu": "2"}}}',
    [
      { name: 'cpu', max: 2000, unit: 'millicores' },
      { name: 'zone', text: 'a' },
    ],
    nodeProperties,
  ),
];
