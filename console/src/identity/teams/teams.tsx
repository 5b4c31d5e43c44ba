import { IconUsersGroup } from '@tabler/icons-react';
import { teamSpecSchema } from '@watchroom/contract/identity';
import { defineResource, onlyType } from '../../app/resources/resource.ts';
import { CREATED_AT, CREATED_BY, NAME, SOURCE, UPDATED_AT } from '../../app/resources/resource-columns.tsx';
import { defineList } from '../../app/table/table-shape.ts';
import { JOB_STATUS } from '../../jobs/index.ts';
import { TeamMembers } from './TeamMembers.tsx';

const list = defineList({
  label: 'Teams',
  nouns: 'teams',
  from: 'teams_with_status',
  select: 'id, name, icon, source, job_status, created_at, updated_at, author:people!created_by(name)',
  key: 'id',
  search: { columns: ['name', 'source'], placeholder: 'Search by name or source' },
  where: { deleted_at: 'is.null' },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 100,
  columns: [NAME, SOURCE, JOB_STATUS, CREATED_BY, CREATED_AT, UPDATED_AT],
  emptyTitle: 'No resources found',
  empty: 'A team is a group of people who look after something together, with the ways to notify them.',
  href: ({ id }) => `/settings/teams/${id}`,
});

/** People who look after something together. */
export const TEAMS = defineResource({
  table: 'teams',
  noun: 'team',
  list,
  write: 'database:write',
  head: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 253, 'x-level': 'basic' },
        icon: { type: 'string', title: 'Icon', maxLength: 500, 'x-widget': 'icon', 'x-level': 'basic' },
      },
      required: ['name'],
    },
    start: {},
    fixed: ['name'],
  },
  document: 'spec',
  ...onlyType({
    id: 'team',
    title: 'Team',
    summary: 'People who look after something together.',
    icon: <IconUsersGroup size={22} stroke={1.6} aria-hidden />,
    form: { schema: teamSpecSchema },
    start: {},
  }),
  resourceType: 'team',
  tabs: [
    {
      id: 'members',
      title: 'Members',
      content: ({ row, mayWrite }) => <TeamMembers team={row.id} mayWrite={mayWrite} />,
    },
  ],
});
