-- What the room health exposes. An exposed column is one that is named here. Specs are shown with their secrets hidden.

create view api.canaries as
  select id, agent_id, name, namespace, labels, annotations, shown_spec as spec, source, is_pushed, created_at, created_by,
         updated_at, deleted_at, schedule_error, warnings
  from health.canaries;

create view api.checks as
  select c.id, c.canary_id, c.agent_id, c.type, c.name, c.namespace, c.description, c.icon, c.endpoint,
         c.shown_spec as spec, c.labels, c.owner, c.severity, c.category, c.is_pushed, c.transformed, s.last_runtime, s.last_transition_time,
         s.due_at as next_runtime, c.silenced_at,
         case when c.problem is null then s.status end as status, c.created_at, c.updated_at, c.deleted_at, c.problem,
         c.transformed_from
  from health.checks c
  left join health.check_states s on s.check_id = c.id;

create view api.check_statuses as
  select check_id, time, status, invalid, duration, message, error, details, severity, created_at, is_pushed
  from health.check_statuses;

create view api.check_statuses_5m as
  select check_id, created_at, total, passed, failed, duration, durations, last_pass, last_fail
  from health.check_statuses_5m;

create view api.check_statuses_1h as
  select check_id, created_at, total, passed, failed, duration, p50, p95, p97, p99 from health.check_statuses_1h;

create view api.check_statuses_1d as
  select check_id, created_at, total, passed, failed, duration, p50, p95, p97, p99 from health.check_statuses_1d;

create view api.check_names as
  select id, canary_id, type, name, (select s.status from health.check_states s where s.check_id = c.id) as status
  from health.checks c
  where deleted_at is null and silenced_at is null
  order by name;

create view api.check_labels as
  select distinct l.key, l.value
  from health.checks c, jsonb_each_text(c.labels) l
  where c.deleted_at is null;

-- Checks with the counts of their last hour. Percentiles are joined per page by whoever shows them.
create view api.check_list as
  select c.id, c.canary_id, k.name as canary_name, k.namespace as canary_namespace, c.agent_id, c.name,
         coalesce(c.namespace, k.namespace) as namespace, c.description, c.type, c.icon, c.endpoint,
         coalesce(k.labels, '{}') || coalesce(c.labels, '{}') as labels, c.severity, c.owner,
         case when c.problem is null then s.status end as status,
         coalesce(c.problem, k.schedule_error) as problem, s.last_runtime, s.due_at as next_runtime,
         s.last_transition_time, s.last_duration, s.last_message, c.created_at, c.updated_at, c.deleted_at, c.silenced_at,
         c.shown_spec as spec, k.source as canary_source, s.interval_ms, s.first_due_at
  from health.checks c
  join health.canaries k on k.id = c.canary_id
  left join health.check_states s on s.check_id = c.id;

-- Both joins follow a key, so PostgreSQL leaves them out of a count.
create view api.canaries_with_status as
  select k.id, k.agent_id, k.name, k.namespace, k.shown_spec ->> 'interval' as interval,
         k.shown_spec ->> 'schedule' as schedule, k.labels, k.source, k.created_by, k.created_at, k.updated_at,
         k.deleted_at,
         (select max(s.last_runtime) from health.checks c join health.check_states s on s.check_id = c.id
          where c.canary_id = k.id) as last_runtime,
         h.name as job_name, h.success_count as job_success_count, h.error_count as job_error_count,
         h.details as job_details, h.hostname as job_hostname, h.duration_millis as job_duration_millis,
         h.resource_type as job_resource_type, h.status as job_status, h.time_start as job_time_start,
         h.time_end as job_time_end, h.created_at as job_created_at,
         (select max(f.time_start) from jobs.job_history f
          where f.resource_id = k.id::text and f.resource_type = 'canary' and f.status = 'FAILED') as job_last_failed,
         (select json_build_object('id', a.id, 'name', a.name) from agents.agents a where a.id = k.agent_id) as agent
  from health.canaries k
  left join jobs.latest_runs l on l.resource_id = k.id::text
  left join jobs.job_history h on h.id = l.run_id
  where k.deleted_at is null;
