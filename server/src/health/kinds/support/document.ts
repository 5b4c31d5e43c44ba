import type { KindManifest } from '@watchroom/contract/kinds';
import { z } from 'zod';
import { envVar } from '../../../platform/kinds/credentials.ts';
import { retries } from './fields.ts';

/** A key of a canary's spec under which documents have checks, and the type that is stored for them. */
export interface DocumentKey {
  readonly key: string;
  readonly type: string;
  /** `list` is the rule; `single` is one object; `removed` parses and never runs. */
  readonly shape: 'list' | 'single' | 'removed';
}

const LISTS = `alertmanager awsConfig awsConfigRule azureDevops catalog cloudwatch dns dynatrace elasticsearch exec folder http icmp
  jmeter junit kubernetes ldap mongodb mssql mysql opensearch postgres prometheus pubsub redis restic s3 tcp`;
const REMOVED = 'github gitProtocol docker dockerPush containerd containerdPush helm namespace pod ec2 configDB';
const OTHER_TYPES: Readonly<Record<string, string>> = {
  kubernetesResource: 'kubernetes_resource',
  databaseBackup: 'databasebackupcheck',
  docker: 'dockerpull',
  containerd: 'containerdpull',
};

/** Every key that documents of users may hold. A key that no kind serves yet must show up as a check that cannot run. */
export const documentKeys: readonly DocumentKey[] = [
  ...[...LISTS.split(/\s+/), 'kubernetesResource', 'databaseBackup'].map((key) => documentKey(key, 'list')),
  documentKey('webhook', 'single'),
  ...REMOVED.split(' ').map((key) => documentKey(key, 'removed')),
];

function documentKey(key: string, shape: DocumentKey['shape']): DocumentKey {
  return { key, type: OTHER_TYPES[key] ?? key.toLowerCase(), shape };
}

/** The fields of a canary's spec that are no checks. */
export const canarySpec = z.strictObject({
  schedule: z
    .string()
    .max(256)
    .optional()
    .meta({
      description: 'When the checks run: 5-field cron, @every 30s, @hourly, @daily, @weekly; @never does not schedule',
      examples: ['@every 30s', '*/5 * * * *'],
    }),
  interval: z.int().min(0).max(31_536_000).optional().meta({
    description: 'Seconds between two runs; the old form of schedule, used when schedule is absent',
    'x-unit': 's',
  }),
  replicas: z.int().min(0).max(1_000).optional().meta({ description: '0 pauses the canary; 1 without it' }),
  retries: retries.optional().meta({ description: 'Retries of every check that does not set its own' }),
  icon: z.string().optional().meta({ description: 'Icon of the checks' }),
  severity: z.string().optional().meta({ description: 'Severity of the checks; also becomes a label' }),
  owner: z.string().optional().meta({ description: 'Owner of the checks; also becomes a label' }),
  env: z
    .record(z.string(), envVar({ secret: false }).loose())
    .optional()
    .meta({
      description: 'Variables for templates',
      'x-unsupported': true,
    }),
  resultMode: z.enum(['junit']).optional().meta({
    description: 'junit collapses all results of a run into one',
    'x-unsupported': true,
  }),
  agentSelector: z.array(z.string()).optional().meta({
    description: 'Agents that run the canary instead of this server',
    'x-unsupported': true,
  }),
});

/**
 * Names the schema file of the documents.
 * @public Read by tools/generate, which knows no room.
 */
export const documentName = 'canary';

type Json = Readonly<Record<string, unknown>>;

/**
 * JSON Schema 2020-12 of a whole canary document, for editors. Entries of a kind are checked by the kind's own
 * schema and rules; keys that no kind serves yet accept any object.
 * @public Read by tools/generate, which knows no room.
 */
export function documentSchema(manifests: readonly KindManifest[]): Json {
  const spec = z.toJSONSchema(canarySpec, { io: 'input', reused: 'inline' });
  const lists = Object.fromEntries(documentKeys.map((known) => [known.key, anyCheck(known)]));
  for (const manifest of manifests)
    lists[manifest.documentKey] = {
      description: manifest.summary,
      type: 'array',
      items: { $ref: `#/$defs/${manifest.id}` },
    };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Canary',
    description: 'Health checks that run on one schedule',
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { const: 'canaries.flanksource.com/v1' },
      kind: { const: 'Canary' },
      metadata: metadataSchema,
      spec: { type: 'object', properties: { ...spec.properties, ...lists }, additionalProperties: false },
      status: { description: 'Written by the server', type: 'object' },
    },
    $defs: Object.fromEntries(manifests.map((manifest) => [manifest.id, entrySchema(manifest)])),
  };
}

const metadataSchema: Json = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { description: 'Name of the canary', type: 'string', minLength: 1 },
    namespace: { description: 'Namespace of the canary, default without it', type: 'string' },
    labels: { description: 'Labels of every check', type: 'object', additionalProperties: { type: 'string' } },
    annotations: { description: 'Free notes', type: 'object', additionalProperties: { type: 'string' } },
    uid: { description: 'Id of the canary', type: 'string' },
  },
};

function anyCheck(known: DocumentKey): Json {
  const description = `${known.key} checks are not supported yet; they are shown and do not run`;
  return known.shape === 'single'
    ? { description, type: 'object' }
    : { description, type: 'array', items: { type: 'object' } };
}

function entrySchema(manifest: KindManifest): Json {
  const { $schema: _, ...schema } = manifest.schema as Json;
  return { title: manifest.title, ...schema, allOf: manifest.rules.map(ruleSchema) };
}

/** One rule across fields as JSON Schema: when all are present, one of `require` is and none of `forbid`. */
function ruleSchema(rule: KindManifest['rules'][number]): Json {
  const then = [
    ...(rule.require ? [{ anyOf: rule.require.map(present) }] : []),
    ...(rule.forbid ?? []).map((path) => ({ not: present(path) })),
  ];
  return { if: { allOf: (rule.when ?? []).map(present) }, then: { allOf: then }, description: rule.message };
}

/** Matches when the dotted path holds more than an empty text, `false` or `null`. */
function present(path: string): Json {
  const [key = '', ...rest] = path.split('.');
  const value = rest.length > 0 ? { type: 'object', ...present(rest.join('.')) } : { not: { enum: ['', false, null] } };
  return { required: [key], properties: { [key]: value } };
}
