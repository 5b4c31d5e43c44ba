import { IconBookmark } from '@tabler/icons-react';
import { defineResource, onlyType } from '../app/resources/resource.ts';
import { CREATED_AT, CREATED_BY, CutText, NAME, UPDATED_AT } from '../app/resources/resource-columns.tsx';
import { defineList } from '../app/table/table-shape.ts';

/** Page and query are texts in every row; what is none leads home. */
const hrefOf = (page: unknown, query: unknown) =>
  (typeof page === 'string' ? page : '/') + (typeof query === 'string' && query !== '' ? `?${query}` : '');

const list = defineList({
  label: 'Saved views',
  nouns: 'views',
  from: 'saved_views',
  select: 'id, name, page, description, is_shared, created_at, updated_at, author:people!created_by(name)',
  key: 'id',
  search: { columns: ['name', 'page', 'description'], placeholder: 'Search by name, page or description' },
  where: { deleted_at: 'is.null' },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 100,
  columns: [
    NAME,
    { id: 'page', title: 'Page', width: 'minmax(140px, 1fr)', cell: (row) => <CutText text={row.page} /> },
    {
      id: 'description',
      title: 'Description',
      width: 'minmax(120px, 1.4fr)',
      cell: (row) => <CutText text={row.description} />,
    },
    {
      id: 'is_shared',
      title: 'Shared',
      width: 'minmax(76px, 0.5fr)',
      isBadge: true,
      cell: (row) => (row.is_shared ? 'Shared' : 'Only you'),
    },
    CREATED_BY,
    CREATED_AT,
    { ...UPDATED_AT, isOptional: true },
  ],
  emptyTitle: 'No resources found',
  empty: 'Use the menu of a list to save its filters, order and columns under a name.',
  href: ({ id }) => `/settings/saved-views/${id}`,
});

/** Named states of lists: a person's own and those that others share. */
export const SAVED_VIEWS = defineResource({
  table: 'saved_views',
  noun: 'saved view',
  list,
  embeds: 'author:people!created_by(name)',
  isMadeElsewhere: true,
  head: {
    schema: {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name', minLength: 1, maxLength: 253, 'x-level': 'basic' } },
      required: ['name'],
    },
    start: {},
  },
  document: { description: null, icon: null, is_shared: false, query: '', columns: null },
  ...onlyType({
    id: 'view',
    title: 'Saved view',
    summary: 'A named state of a list.',
    icon: <IconBookmark size={22} stroke={1.6} aria-hidden />,
    form: {
      schema: {
        type: 'object',
        properties: {
          description: { type: 'string', maxLength: 2000, 'x-widget': 'text-area', 'x-level': 'basic' },
          icon: { type: 'string', maxLength: 500, 'x-widget': 'icon', 'x-level': 'basic' },
          is_shared: {
            type: 'boolean',
            title: 'Shared',
            description: 'Everyone who can see the page can use it',
            default: false,
            'x-level': 'basic',
          },
        },
      },
    },
    start: {},
  }),
  lead: ({ page, query }) => <a href={hrefOf(page, query)}>Open</a>,
  linkedTo: ({ created_by: owner, author, is_shared: isShared }, session) => {
    if (owner === (session?.person?.id ?? null) || (isShared === true && session?.can('identities:write')))
      return undefined;
    const name = typeof author === 'object' && author !== null && 'name' in author ? String(author.name) : 'someone';
    return { title: `Shared by ${name}`, text: 'Only its owner or an administrator may change it.' };
  },
});
