import type { CheckGroup, ChecksPage, CheckTab, HealthCounts, ListChecksQuery } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';
import { type Parameters, parameters } from '../../platform/database/parameters.ts';
import { checkConditions, groupExpression, tabExpression } from './check-filter.ts';
import { listedChecks } from './listed-check.ts';

/** Runs shown as bars. */
export const STRIP_LENGTH = 36;
const PAGE = 100;

const RANK = `case status when 'unhealthy' then 0 when 'healthy' then 2 else 1 end`;
const COUNTS = `count(*)::int as total, (count(*) filter (where status = 'healthy'))::int as healthy,
  (count(*) filter (where status = 'unhealthy'))::int as unhealthy, (count(*) filter (where status is null))::int as unknown`;

/** One page of checks with counts, tabs and groups; a summary of ten thousand checks and one page of them. */
export async function listChecks(
  reader: Queryable,
  query: ListChecksQuery,
  mayReadAgents: boolean,
): Promise<ChecksPage> {
  const { ids, ...summary } = await readSummary(reader, query, mayReadAgents);
  const checks = await listedChecks(reader, ids, STRIP_LENGTH);
  return { ...summary, checks };
}

interface Summary extends Omit<ChecksPage, 'checks'> {
  readonly ids: readonly string[];
}

/** One statement, since looking at every check and at its last hour is most of the work: summary and page share it. */
async function readSummary(reader: Queryable, query: ListChecksQuery, mayReadAgents: boolean): Promise<Summary> {
  const bound = parameters();
  const grouped = query.groupBy !== 'none';
  const needsHour = grouped || query.sortBy === 'uptime' || query.sortBy === 'latency';
  const sql = `${shownChecks(query, bound, mayReadAgents)} ${needsHour ? HOUR : ''}, page as (${pageOf(query, needsHour, bound)})
    select
      (select row_to_json(t) from (select ${COUNTS} from in_tab) t) as counts,
      (select count(*)::int from shown) as total,
      (select coalesce(json_agg(t order by t.value), '[]') from
        (select tab as value, count(*)::int as total from base where tab is not null group by tab) t) as tabs,
      ${grouped ? groupsOf(query) : `'[]'::json`} as groups,
      (select coalesce(array_agg(id order by place), '{}') from page) as ids`;
  const result = await reader.query<{
    counts: HealthCounts;
    total: number;
    tabs: CheckTab[];
    groups: CheckGroup[];
    ids: string[];
  }>(sql, bound.values);
  return (
    result.rows[0] ?? {
      counts: { total: 0, healthy: 0, unhealthy: 0, unknown: 0 },
      total: 0,
      tabs: [],
      groups: [],
      ids: [],
    }
  );
}

/**
 * `base`: checks that match search and labels; `in_tab`: those of the tab; `shown`: without the passing ones;
 * `of_groups`: with the passing ones of every group that is shown, whose figures are those of the whole group.
 */
function shownChecks(query: ListChecksQuery, bound: Parameters, mayReadAgents: boolean): string {
  const group = groupExpression(query.groupBy, bound);
  return `
    with base as materialized (
      select c.id, c.name, c.status, c.last_transition_time,
             ${tabExpression(query.tabBy, bound, mayReadAgents)} as tab, ${group ?? `''::text`} as grp
      from api.check_list c
      where ${checkConditions(query, bound)}
    ), in_tab as (
      select * from base ${query.tab ? `where tab = ${bound.add(query.tab)}` : ''}
    ), shown as materialized (
      select * from in_tab ${query.hidePassing ? `where status is distinct from 'healthy'` : ''}
    ), of_groups as ${query.hidePassing && group ? 'materialized (select * from in_tab where grp in (select grp from shown))' : '(select * from shown)'}`;
}

/** The last hour of every check that is shown or counted in a group, from the five-minute roll-up. Sums of bigint are numeric, which takes three times as long. */
const HOUR = `
  , hour as materialized (
    select b.check_id, sum(b.passed) as passed, sum(b.failed) as failed, sum(b.duration::float8) as duration, sum(b.total) as runs
    from api.check_statuses_5m b
    where b.created_at > now() - interval '65 minutes' and b.check_id in (select id from of_groups)
    group by b.check_id
  )`;

function groupsOf(query: ListChecksQuery): string {
  return `(select coalesce(json_agg(json_build_object('key', g.grp, 'shown', g.shown,
      'counts', json_build_object('total', g.total, 'healthy', g.healthy, 'unhealthy', g.unhealthy, 'unknown', g.unknown),
      'uptime', json_build_object('passed', g.passed, 'failed', g.failed),
      'latency', json_build_object('rolling1h', g.rolling)) order by ${groupOrder(query)}), '[]')
    from (select grp, ${COUNTS}, ${query.hidePassing ? `(count(*) filter (where status is distinct from 'healthy'))::int` : 'count(*)::int'} as shown, min(${RANK}) as rank, coalesce(sum(h.passed), 0)::int as passed, coalesce(sum(h.failed), 0)::int as failed,
                 coalesce(round(sum(h.duration) / nullif(sum(h.runs), 0)), 0)::int as rolling
          from of_groups left join hour h on h.check_id = of_groups.id group by grp) g)`;
}

/** Sorted by health, the groups in trouble come first; otherwise they stand in the order of the alphabet. */
function groupOrder(query: ListChecksQuery): string {
  if (query.sortBy !== undefined && query.sortBy !== 'status') return 'g.grp';
  return query.sortDesc ? 'g.rank desc, g.grp' : 'g.rank, g.grp';
}

/** The ids of one page with their places. */
function pageOf(query: ListChecksQuery, hasHour: boolean, bound: Parameters): string {
  const direction = query.sortDesc ? 'desc' : 'asc';
  const rank = RANK.replaceAll('status', 's.status');
  const keys: Record<NonNullable<ListChecksQuery['sortBy']>, string> = {
    name: `lower(s.name) ${direction}`,
    status: `${rank} ${direction}, lower(s.name)`,
    uptime: `h.passed::float8 / nullif(h.passed + h.failed, 0) ${direction} nulls last, lower(s.name)`,
    latency: `h.duration / nullif(h.runs, 0) ${direction} nulls last, lower(s.name)`,
    transition: `s.last_transition_time ${direction} nulls last, lower(s.name)`,
  };
  const byStatus = query.sortBy === undefined || query.sortBy === 'status';
  return `select s.id, row_number() over (order by ${byStatus ? `s.worst ${direction}, ` : ''}s.grp, ${keys[query.sortBy ?? 'status']}, s.id) as place
    from (select shown.*${byStatus ? `, min(${RANK}) over (partition by grp) as worst` : ''} from shown) s
    ${hasHour ? 'left join hour h on h.check_id = s.id' : ''}
    order by place limit ${bound.add(query.limit ?? PAGE)} offset ${bound.add(query.offset ?? 0)}`;
}
