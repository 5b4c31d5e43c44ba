import type { Files } from './copy.ts';

/**
 * A resource of the settings in a room that exists: a table with its rights, a list, a form and a guide.
 * Every file that one writes or edits by hand to add it. @param migration free number, four digits
 */
export function madeUpResource(migration: string): Files {
  return {
    [`database/migrations/${migration}_features_shelves.sql`]: `
create table features.shelves (
  id uuid primary key default platform.new_id(),
  name text not null constraint shelves_name_check check (length(name) between 1 and 253),
  boards jsonb not null default '{}',
  source text default 'UI',
  created_by uuid constraint shelves_created_by_fkey references identity.people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index shelves_name_key on features.shelves (name) where deleted_at is null;
select platform.manage_table('features.shelves');
`,
    'database/api/features.sql': (before) => `${before}
create view api.shelves as
  select id, name, boards, source, created_by, created_at, updated_at, deleted_at from features.shelves;
`,
    'contract/src/features/exposed.ts': (before) =>
      before
        .replace('tables: {', "tables: {\n    shelves: { area: 'database', writes: { insert: true, update: true } },")
        .replace('audited: {', "audited: { 'features.shelves': 'Shelf',"),
    'console/src/features/shelves.tsx': `
import { IconBooks } from '@tabler/icons-react';
import { CREATED_AT, NAME } from '../app/resources/resource-columns.tsx';
import { defineResource, onlyType } from '../app/resources/resource.ts';
import { defineList } from '../app/table/table-shape.ts';

const list = defineList({
  label: 'Shelves',
  nouns: 'shelves',
  from: 'shelves',
  select: 'id, name, created_at',
  key: 'id',
  search: { columns: ['name'], placeholder: 'Search by name' },
  where: { deleted_at: 'is.null' },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 100,
  columns: [NAME, CREATED_AT],
  emptyTitle: 'No shelves',
  empty: 'Add one.',
  href: ({ id }) => \`/settings/shelves/\${id}\`,
});

export const SHELVES = defineResource({
  table: 'shelves',
  noun: 'shelf',
  list,
  write: 'database:write',
  head: {
    schema: { type: 'object', properties: { name: { type: 'string', maxLength: 253 } }, required: ['name'] },
    start: {},
  },
  document: 'boards',
  ...onlyType({
    id: 'shelf',
    title: 'Shelf',
    summary: 'Holds books.',
    icon: <IconBooks aria-hidden />,
    form: { schema: { type: 'object', properties: { oak: { type: 'integer', minimum: 1 } } } },
    start: {},
  }),
});
`,
    'console/src/features/screens.ts': (before) =>
      before
        .replace(
          "import type { RoomScreens } from '../app/screen.ts';",
          "import { resourceScreen } from '../app/resources/resource-screen.ts';\nimport type { RoomScreens } from '../app/screen.ts';",
        )
        .replace(
          'settings: [',
          `settings: [
    resourceScreen(
      {
        path: '/settings/shelves',
        title: 'Shelves',
        icon: IconFlag,
        permission: 'database:read',
        guide: '/docs/features/shelves',
      },
      () => import('./shelves.tsx').then((file) => file.SHELVES),
    ),`,
        ),
    'console/src/features/sizes.json': (before) =>
      before.replace(
        '{',
        `{
  "/settings/shelves": {
    "loads": ["src/app/resources/ResourceListPage.tsx", "src/features/shelves.tsx"],
    "budget": 85
  },`,
      ),
    'docs/features/shelves.md': '# Shelves\n\nWhat holds books.\n',
  };
}
