import type { Files } from './copy.ts';

/** A room on every floor: every file that one writes by hand to add it, all of them new. @param migration free number, four digits */
export function madeUpRoom(migration: string): Files {
  return {
    [`database/migrations/${migration}_ledger_lines.sql`]: `
create schema ledger;
create table ledger.lines (
  id uuid primary key default platform.new_id(),
  text text not null
);
`,
    'database/api/ledger.sql': 'create view api.ledger_lines as select id, text from ledger.lines;\n',
    'contract/src/ledger/exposed.ts': `
import type { Exposed } from '../rooms/exposed.ts';
export const exposed: Exposed = { tables: { ledger_lines: { area: 'logging_backends', writes: { insert: true } } } };
`,
    'contract/src/ledger/index.ts': `
import { operation } from '../operation.ts';
export const countLines = operation<{ readonly lines: number }>('GET', '/api/v1/ledger/count', 'logging_backends:read');
`,
    'server/src/ledger/room.ts': `
import { countLines } from '@watchroom/contract/ledger';
import { route } from '../platform/http/route.ts';
import { defineRoom } from '../platform/rooms/room.ts';

export const room = defineRoom({
  open: ({ database }) => ({
    routes: (app) =>
      route(app, countLines, {}, async () => {
        const { rows } = await database.query<{ lines: number }>('select count(*)::int as lines from ledger.lines');
        return { lines: rows[0]?.lines ?? 0 };
      }),
  }),
});
`,
    'console/src/ledger/screens.ts': `
import { IconFileText } from '@tabler/icons-react';
import type { RoomScreens } from '../app/screen.ts';

export const screens: RoomScreens = {
  main: [
    {
      order: 700,
      path: '/ledger',
      title: 'Ledger',
      icon: IconFileText,
      permission: 'logging_backends:read',
      load: () => import('./pages/LedgerPage.tsx').then((file) => file.LedgerPage),
      guide: '/docs/ledger/guide',
    },
  ],
};
`,
    'console/src/ledger/pages/LedgerPage.tsx': `
import { Page } from '../../app/Page.tsx';

export function LedgerPage() {
  return <Page title="Ledger">Nothing is written.</Page>;
}
`,
    'console/src/ledger/sizes.json': '{ "/ledger": { "loads": ["src/ledger/pages/LedgerPage.tsx"], "budget": 30 } }\n',
    'docs/ledger/guide.md': '# Ledger\n\nLines of text that something wrote.\n',
  };
}
