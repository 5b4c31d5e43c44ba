import type { ListedCheck } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';

/** Percentiles of the last hour come from the roll-up, the bars from the newest raw rows; both only for the checks asked for. */
const LISTED = `
  select c.id, c.canary_id, c.canary_name, c.canary_namespace, c.agent_id, c.name, c.namespace, c.description, c.type, c.icon,
    c.endpoint, c.labels, c.severity, c.owner, c.status, c.problem, c.last_runtime, c.next_runtime, c.last_transition_time,
    c.created_at, c.updated_at, c.deleted_at, c.silenced_at, coalesce(c.last_message, '') as message,
    json_build_object('passed', coalesce(h.passed, 0), 'failed', coalesce(h.failed, 0), 'last_pass', h.last_pass,
                      'last_fail', h.last_fail) as uptime,
    json_build_object('p95', l.p[1], 'p97', l.p[2], 'p99', l.p[3], 'rolling1h', coalesce(h.average, 0)) as latency,
    coalesce(s.strip, '[]') as strip
  from unnest($1::uuid[]) with ordinality as wanted (id, place)
  join api.check_list c on c.id = wanted.id
  left join lateral (
    select sum(passed)::int as passed, sum(failed)::int as failed, max(last_pass) as last_pass, max(last_fail) as last_fail,
           round(sum(duration) / nullif(sum(total), 0))::int as average
    from api.check_statuses_5m b where b.check_id = c.id and b.created_at > now() - interval '65 minutes'
  ) h on true
  left join lateral (
    select percentile_disc(array[0.95, 0.97, 0.99]) within group (order by d) as p
    from api.check_statuses_5m b, unnest(b.durations) d
    where b.check_id = c.id and b.created_at > now() - interval '65 minutes'
  ) l on true
  left join lateral (
    select json_agg(json_strip_nulls(json_build_object('time', r.time, 'pass', coalesce(r.status, false), 'duration', coalesce(r.duration, 0),
             'message', nullif(left(regexp_replace(r.said, '\\s+', ' ', 'g'), 160), ''))) order by r.time) as strip
    from (select time, status, duration,
                 left(case when status then message else coalesce(nullif(error, ''), message) end, 400) as said
          from api.check_statuses t where t.check_id = c.id order by time desc limit $2) r
  ) s on true
  order by wanted.place`;

/** The checks with these ids as the list shows them, in this order. */
export async function listedChecks(
  reader: Queryable,
  ids: readonly string[],
  stripLength: number,
): Promise<ListedCheck[]> {
  if (ids.length === 0) return [];
  const result = await reader.query<ListedCheck>(LISTED, [ids, stripLength]);
  return result.rows;
}
