import { SEVERITIES } from '@watchroom/contract/health';
import { z } from 'zod';
import { envVar } from '../../platform/kinds/credentials.ts';
import { defineFamily, type DocumentKey } from '../../platform/kinds/family.ts';
import type { CheckKind } from './support/define.ts';
import { retries } from './support/fields.ts';

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
  documentKey('webhook', 'entry'),
  ...REMOVED.split(' ').map((key) => ({
    ...documentKey(key, 'list'),
    removed: `Checks of the kind ${key} were removed; use kubernetesResource or exec`,
  })),
];

function documentKey(key: string, holds: DocumentKey['holds']): DocumentKey {
  return { key, type: OTHER_TYPES[key] ?? key.toLowerCase(), holds };
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
  severity: z.enum(SEVERITIES).optional().meta({ description: 'Severity of the checks; also becomes a label' }),
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

const metadata = {
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

/** Checks: a canary's spec holds a list of entries under the key of each kind. */
export const family = defineFamily<CheckKind<unknown>>({
  holder: 'a canary',
  consequence: 'so this check does not run',
  place: { in: 'document', holds: 'list', path: 'spec', fields: canarySpec, keys: documentKeys },
  schema: {
    name: 'canary',
    title: 'Canary',
    description: 'Health checks that run on one schedule',
    around: (spec) => ({
      type: 'object',
      required: ['apiVersion', 'kind', 'metadata', 'spec'],
      properties: {
        apiVersion: { const: 'canaries.flanksource.com/v1' },
        kind: { const: 'Canary' },
        metadata,
        spec,
        status: { description: 'Written by the server', type: 'object' },
      },
    }),
  },
  faults: (kind, examples) =>
    examples.filter((spec) => kind.endpoint(spec) === '').map(() => 'An example has no address to show in lists'),
});
