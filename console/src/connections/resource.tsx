import { tryConnection } from '@watchroom/contract/connections';
import type { KindManifest, ListedKind } from '@watchroom/contract/kinds';
import { useMemo } from 'react';
import { call } from '../app/call.ts';
import { useKindForm, useKindList } from '../app/kinds.ts';
import { defineResource, type ResourceTile, type ResourceType } from '../app/resources/resource.ts';
import { CREATED_AT, CREATED_BY, CutText, NAME, SOURCE, UPDATED_AT } from '../app/resources/resource-columns.tsx';
import { defineList } from '../app/table/table-shape.ts';
import classes from './connections.module.css';
import { TestResults } from './TestResults.tsx';
import { TypeIcon } from './TypeIcon.tsx';

const ROOM = 'connections';

const list = defineList({
  label: 'Connections',
  nouns: 'connections',
  from: 'connections',
  select: 'id, name, namespace, type, source, created_at, updated_at, author:people!created_by(name)',
  key: 'id',
  search: { columns: ['name', 'namespace', 'type'], placeholder: 'Search by name, namespace or type' },
  filters: [{ type: 'choices', id: 'type', title: 'Type', options: { from: 'connections', column: 'type' } }],
  where: { deleted_at: 'is.null' },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 100,
  columns: [
    NAME,
    { id: 'type', title: 'Type', width: 'minmax(120px, 0.8fr)', cell: ({ type }) => <TypeCell type={type} /> },
    {
      id: 'namespace',
      title: 'Namespace',
      width: 'minmax(100px, 0.8fr)',
      cell: ({ namespace }) => <CutText text={namespace} />,
    },
    SOURCE,
    CREATED_BY,
    CREATED_AT,
    UPDATED_AT,
  ],
  emptyTitle: 'No resources found',
  empty: 'A connection is the address of another system together with the credentials for it.',
  href: ({ id }) => `/settings/connections/${id}`,
});

function TypeCell({ type }: { readonly type: string | null }) {
  const { data: types } = useKindList(ROOM);
  const known = types?.find(({ id }) => id === type);
  return (
    <span className={classes['type']}>
      <TypeIcon name={known?.icon} />
      <CutText text={known?.title ?? type} />
    </span>
  );
}

function tileOf({ id, title, summary, icon, group }: ListedKind): ResourceTile {
  const tile = { id, title, summary, icon: <TypeIcon name={icon} size={22} /> };
  return group === undefined ? tile : { ...tile, group };
}

/** What is filled in when a new one is begun: nothing but what the schema sets by default. */
function typeOfKind(kind: KindManifest): ResourceType {
  return {
    ...tileOf(kind),
    form: { schema: kind.schema, rules: kind.rules },
    start: kind.schema.properties?.['properties'] ? { properties: {} } : {},
    test: async (payload, id) => {
      const test = await call(tryConnection, { body: { ...payload, type: kind.id, ...(id !== undefined && { id }) } });
      // Another test opens another dialog.
      return <TestResults key={crypto.randomUUID()} test={test} />;
    },
  };
}

/** Addresses of other systems with their credentials. */
export const CONNECTIONS = defineResource({
  table: 'connections',
  noun: 'connection',
  noticeName: 'Connection',
  list,
  write: 'connections:write',
  head: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 253, 'x-level': 'basic' },
        namespace: { type: 'string', title: 'Namespace', minLength: 1, maxLength: 253, 'x-level': 'basic' },
      },
      required: ['name', 'namespace'],
    },
    start: { namespace: 'default' },
  },
  typeColumn: 'type',
  document: { url: null, username: null, password: null, certificate: null, insecure_tls: null, properties: null },
  useTypes() {
    const { data: kinds, error, refetch } = useKindList(ROOM);
    const data = useMemo(() => kinds?.map(tileOf), [kinds]);
    return { data, error, refetch };
  },
  useType(id) {
    const { data: kind, error, refetch } = useKindForm(ROOM, id);
    const data = useMemo(() => kind && typeOfKind(kind), [kind]);
    return { data, error, refetch };
  },
});
