import type { Database } from '../../server/src/platform/database/database.ts';
import { ROW } from '../kit/browser.ts';

/** A page of the console that is measured. */
export interface MeasuredPage {
  readonly name: string;
  /** Its address; of one item when it needs one. */
  readonly address: (database: Database) => Promise<string>;
  /** Selects what only the loaded page has. */
  readonly row: string;
}

const list = (path: string): MeasuredPage => ({
  name: path.split('?')[0] ?? path,
  address: async () => path,
  row: ROW,
});

/** The page of one canary. */
const item = (query: string, row: string): MeasuredPage => ({
  name: `/settings/canaries/{id}${query}`,
  address: async (database) => {
    const found = await database.query<{ id: string }>(
      'select id from health.canaries where deleted_at is null order by name limit 1',
    );
    return `/settings/canaries/${found.rows[0]?.id ?? ''}${query}`;
  },
  row,
});

/** A page is added to every table by a line here. */
export const PAGES: readonly MeasuredPage[] = [
  list('/health?hidePassing=false'),
  list('/settings/jobs'),
  list('/settings/event-queue-status'),
  list('/settings/feature-flags'),
  list('/settings/canaries'),
  item('?editor=code', '.cm-line'),
  item('', 'main form input'),
];
