import type { Queryable } from '../../platform/database/database.ts';

/**
 * All checks at once, in the shape of the wire contract (H1): for clients that know no pages. At ten thousand checks it is
 * five megabytes; the text goes out as the database made it.
 * @returns the JSON text of the array.
 */
export async function readSummaryText(reader: Queryable): Promise<string> {
  const result = await reader.query<{ text: string }>(`
    with hour as (
      select check_id, sum(passed)::int as passed, sum(failed)::int as failed, max(last_pass) as last_pass, max(last_fail) as last_fail,
             round(sum(duration) / nullif(sum(total), 0))::int as average
      from api.check_statuses_5m where created_at > now() - interval '65 minutes' group by check_id
    ), latency as (
      select b.check_id, percentile_disc(array[0.95, 0.97, 0.99]) within group (order by d) as p
      from api.check_statuses_5m b, unnest(b.durations) d
      where b.created_at > now() - interval '65 minutes' group by b.check_id
    )
    select coalesce(json_agg(json_build_object(
      'id', c.id, 'canary_id', c.canary_id, 'canary_name', c.canary_name, 'canary_namespace', c.canary_namespace,
      'agent_id', c.agent_id, 'name', c.name, 'namespace', c.namespace, 'description', c.description, 'type', c.type,
      'icon', c.icon, 'endpoint', c.endpoint, 'labels', c.labels, 'severity', c.severity, 'owner', c.owner, 'status', c.status,
      'uptime', json_build_object('passed', coalesce(h.passed, 0), 'failed', coalesce(h.failed, 0),
                                  'last_pass', h.last_pass, 'last_fail', h.last_fail),
      'latency', json_strip_nulls(json_build_object('p99', l.p[3], 'p97', l.p[2], 'p95', l.p[1], 'rolling1h', coalesce(h.average, 0))),
      'last_runtime', c.last_runtime, 'next_runtime', c.next_runtime, 'last_transition_time', c.last_transition_time,
      'created_at', c.created_at, 'updated_at', c.updated_at, 'deleted_at', c.deleted_at, 'silenced_at', c.silenced_at)), '[]')::text as text
    from api.check_list c left join hour h on h.check_id = c.id left join latency l on l.check_id = c.id
    where c.deleted_at is null`);
  return result.rows[0]?.text ?? '[]';
}
