import { IconCode } from '@tabler/icons-react';
import type { KindManifest } from '@watchroom/contract/kinds';
import { RelativeTime } from '@watchroom/ui';
import { useMemo } from 'react';
import { asObject, entriesOf } from '../../app/resources/draft.ts';
import { defineResource, type ResourceType } from '../../app/resources/resource.ts';
import { CREATED_AT, CREATED_BY, CutText, NAME, SOURCE, UPDATED_AT } from '../../app/resources/resource-columns.tsx';
import { defineList } from '../../app/table/table-shape.ts';
import { JOB_STATUS } from '../../jobs/index.ts';
import { useKind, useKinds } from '../api.ts';
import { DEFAULT_SCHEDULE } from '../check-draft.ts';
import { kindTile } from '../components/kind-tile.tsx';

const list = defineList({
  label: 'Health checks',
  nouns: 'canaries',
  from: 'canaries_with_status',
  select: `id, name, namespace, schedule, source, agent, last_runtime, job_status, created_at, updated_at,
    author:people!created_by(name)`,
  key: 'id',
  search: { columns: ['name', 'namespace', 'source'], placeholder: 'Search by name, namespace or source' },
  filters: [
    { type: 'choices', id: 'namespace', title: 'Namespace', options: { from: 'canaries', column: 'namespace' } },
  ],
  where: { deleted_at: 'is.null' },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 100,
  columns: [
    NAME,
    {
      id: 'namespace',
      title: 'Namespace',
      width: 'minmax(100px, 0.8fr)',
      cell: (row) => <CutText text={row.namespace} />,
    },
    {
      id: 'schedule',
      title: 'Schedule',
      width: 'minmax(90px, 0.6fr)',
      cell: (row) => <CutText text={row.schedule} />,
    },
    SOURCE,
    {
      id: 'last_runtime',
      title: 'Last Run',
      width: 'minmax(80px, 0.5fr)',
      align: 'right',
      cell: (row) => <RelativeTime time={row.last_runtime} />,
    },
    JOB_STATUS,
    CREATED_BY,
    CREATED_AT,
    { ...UPDATED_AT, isOptional: true },
  ],
  emptyTitle: 'No resources found',
  empty: 'A canary groups the checks of one target and sets their schedule.',
  href: ({ id }) => `/settings/canaries/${id}`,
});

const SETTINGS = {
  type: 'object',
  properties: {
    schedule: {
      type: 'string',
      title: 'Schedule',
      description: 'How often its checks run: @every 30s, @hourly, or five cron fields',
      'x-widget': 'schedule',
      'x-level': 'basic',
    },
  },
  required: ['schedule'],
} as const;

const CUSTOM: ResourceType = {
  id: 'custom',
  title: 'Custom',
  summary: 'Several kinds of checks in one canary, or any other spec, written as YAML.',
  icon: <IconCode size={22} stroke={1.6} color="var(--ui-muted)" aria-hidden />,
  start: { schedule: DEFAULT_SCHEDULE },
};

function typeOfKind(kind: KindManifest): ResourceType {
  const { title, documentKey, schema, rules, examples } = kind;
  const start = examples[0]?.spec ?? {};
  return {
    ...kindTile(kind),
    form: { schema: SETTINGS, entries: { key: documentKey, noun: `${title} check`, schema, rules, start } },
    start: { schedule: DEFAULT_SCHEDULE, [documentKey]: [start] },
    test: async ({ spec }) =>
      (await import('./test-entries.tsx')).testEntries(kind, entriesOf(asObject(spec), documentKey)),
  };
}

/** The sources of checks. */
export const CANARIES = defineResource({
  table: 'canaries',
  noun: 'health check',
  list,
  embeds: 'agent:agents!agent_id(id,name)',
  write: 'canaries:write',
  head: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 253, 'x-level': 'basic' },
        namespace: { type: 'string', title: 'Namespace', minLength: 1, maxLength: 253, 'x-level': 'basic' },
        labels: {
          type: 'object',
          title: 'Labels',
          description: 'Added to every check of the canary',
          additionalProperties: { type: 'string' },
          'x-widget': 'key-values',
          'x-level': 'basic',
        },
      },
      required: ['name', 'namespace'],
    },
    start: { namespace: 'default' },
    fixed: ['name', 'namespace'],
  },
  document: 'spec',
  useTypes() {
    const { data: kinds, error, refetch } = useKinds();
    const data = useMemo(() => kinds && [...kinds.map(kindTile), CUSTOM], [kinds]);
    return { data, error, refetch };
  },
  useType(id) {
    const { data: kind, error, refetch } = useKind(id === CUSTOM.id ? undefined : id);
    const data = useMemo(() => (id === CUSTOM.id ? CUSTOM : kind && typeOfKind(kind)), [id, kind]);
    return { data, error, refetch };
  },
  resourceType: 'canary',
});
