/** A room on every floor, path → content: what one writes by hand to add it. @param migration free number, four digits */
export function madeUpRoom(migration: string): Readonly<Record<string, string>> {
  return {
    [`database/migrations/${migration}_logs_lines.sql`]: `
create schema logs;
create table logs.lines (
  id uuid primary key default platform.new_id(),
  text text not null
);
`,
    'database/api/logs.sql': 'create view api.log_lines as select id, text from logs.lines;\n',
    'contract/src/logs/exposed.ts': `
import type { Exposed } from '../rooms/exposed.ts';
export const exposed: Exposed = { tables: { log_lines: { area: 'logging_backends', writes: { insert: true } } } };
`,
    'contract/src/logs/index.ts': `
import { operation } from '../operation.ts';
export const countLines = operation<{ readonly lines: number }>('GET', '/api/v1/logs/count', 'logging_backends:read');
`,
    'server/src/logs/room.ts': `
import { countLines } from '@watchroom/contract/logs';
import { route } from '../platform/http/route.ts';
import { defineRoom } from '../platform/rooms/room.ts';

export const room = defineRoom({
  open: ({ database }) => ({
    routes: (app) =>
      route(app, countLines, {}, async () => {
        const { rows } = await database.query<{ lines: number }>('select count(*)::int as lines from logs.lines');
        return { lines: rows[0]?.lines ?? 0 };
      }),
  }),
});
`,
    'console/src/logs/screens.ts': `
import { IconFileText } from '@tabler/icons-react';
import type { RoomScreens } from '../app/screen.ts';

export const screens: RoomScreens = {
  main: [
    {
      order: 700,
      path: '/logs',
      title: 'Logs',
      icon: IconFileText,
      permission: 'logging_backends:read',
      load: () => import('./pages/LogsPage.tsx').then((file) => file.LogsPage),
      guide: '/docs/logs/guide',
    },
  ],
};
`,
    'console/src/logs/pages/LogsPage.tsx': `
import { Page } from '../../app/Page.tsx';

export function LogsPage() {
  return <Page title="Logs">Nothing is logged.</Page>;
}
`,
    'console/src/logs/sizes.json': '{ "/logs": { "loads": ["src/logs/pages/LogsPage.tsx"], "budget": 30 } }\n',
    'docs/logs/guide.md': '# Logs\n\nLines of text that something wrote.\n',
  };
}
