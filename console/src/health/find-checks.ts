import { rowsQuery } from '../app/data.ts';
import type { Find } from '../app/screen.ts';

/** Checks by name, with their health. */
export const findChecks: Find = async (pattern, limit, signal) => {
  const { queryFn } = rowsQuery({
    from: 'check_names',
    select: 'id,name,status',
    refine: (query) => query.ilike('name', pattern).order('name').limit(limit),
  });
  const rows = await queryFn({ signal });
  return rows.map(({ id, name, status }) => ({
    id,
    title: name,
    search: { checkId: id },
    health: status === 'healthy' || status === 'unhealthy' || status === 'warning' ? status : 'unknown',
  }));
};
