import type { ListChecksQuery } from '@watchroom/contract/health';
import type { HealthView } from './view.ts';

/** The part of the view that the server answers. */
export function listQueryOf(view: HealthView): ListChecksQuery {
  return {
    ...(view.query && { query: view.query }),
    ...(view.hidePassing && { hidePassing: true }),
    ...(Object.keys(view.labels).length > 0 && { labels: JSON.stringify(view.labels) }),
    tabBy: view.tabBy,
    ...(view.tab !== undefined && { tab: view.tab || 'none' }),
    groupBy: view.groupBy,
    ...(view.sortBy && { sortBy: view.sortBy, sortDesc: view.sortDesc }),
  };
}
