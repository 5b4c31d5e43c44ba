import { globSync } from 'node:fs';
import { ROOMS } from '@watchroom/contract/rooms';
import type { FastifyInstance } from 'fastify';
import { serveDocs } from '../platform/docs/serve.ts';
import type { DocsGroup } from '../platform/docs/site.ts';
import { ROOT_FOLDER, THEME_FILE } from './folders.ts';

const FIRST = ['README.md', 'docs/operations.md', 'docs/data-api.md'];
const LAST = ['GLOSSARY.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/performance.md'];

/** Serves the guides of this program, which whoever reaches the server may read. */
export function registerDocs(app: FastifyInstance): void {
  serveDocs(app, { product: 'Watchroom', root: ROOT_FOLDER, theme: THEME_FILE, groups: findGroups });
}

/** Groups of every guide: what one needs first, room after room, and what stays. */
function findGroups(): DocsGroup[] {
  const wanted = [...FIRST, ...LAST, 'docs/**/*.md', 'libraries/*/README.md'];
  const found = globSync(wanted, { cwd: ROOT_FOLDER }).map((file) => file.replaceAll('\\', '/'));
  const files = [...new Set(found)].toSorted();
  const below = (folder: string) => files.filter((file) => file.startsWith(folder));
  const groups = [
    { title: 'Start', files: FIRST.filter((file) => files.includes(file)) },
    ...ROOMS.map((room) => ({ title: titleOf(room), files: below(`docs/${room}/`) })),
    { title: 'Reference', files: LAST.filter((file) => files.includes(file)) },
    { title: 'Decisions', files: below('docs/decisions/') },
    { title: 'Libraries', files: below('libraries/') },
  ];
  const grouped = new Set(groups.flatMap((group) => group.files));
  const others = { title: 'More', files: files.filter((file) => !grouped.has(file)) };
  return [...groups, others].filter((group) => group.files.length > 0);
}

function titleOf(room: string): string {
  return room.charAt(0).toUpperCase() + room.slice(1);
}
