-- What the room jobs exposes.

create view api.job_history as
  select id, agent_id, name, success_count, error_count, details, hostname, duration_millis, resource_type, resource_id,
         status, time_start, time_end, created_at, is_pushed
  from jobs.job_history;

create view api.job_histories as
  select h.id, h.agent_id, h.name, h.success_count, h.error_count, h.details, h.hostname, h.duration_millis,
         h.resource_type, h.resource_id, h.status, h.time_start, h.time_end, h.created_at, h.is_pushed,
         coalesce(k.name, t.name, h.resource_id) as resource_name,
         json_build_object('id', a.id, 'name', a.name) as agent
  from jobs.job_history h
  left join health.canaries k on k.id::text = h.resource_id and h.resource_type = 'canary'
  left join identity.teams t on t.id::text = h.resource_id and h.resource_type = 'team'
  left join agents.agents a on a.id = h.agent_id;

create view api.job_history_names as
  select distinct name from jobs.job_history;

-- The newest run of each resource.
create view api.job_history_latest_status as
  select h.id, h.agent_id, h.name, h.success_count, h.error_count, h.details, h.hostname, h.duration_millis,
         h.resource_type, h.resource_id, h.status, h.time_start, h.time_end, h.created_at, h.is_pushed
  from jobs.latest_runs l
  join jobs.job_history h on h.id = l.run_id;

create view api.event_queue_summary as
  select name, count(*) as pending, count(*) filter (where error is not null) as failed,
         round(avg(attempts), 2) as average_attempts, min(created_at) filter (where error is not null) as first_failure,
         max(last_attempt) as last_failure, mode() within group (order by error) as most_common_error
  from jobs.event_queue
  group by name;

-- Events whose last attempt failed. Those without a next attempt are dead.
create view api.failed_events as
  select id, name, properties, error, attempts, created_at, last_attempt, due_at as next_attempt, priority, delay
  from jobs.event_queue
  where error is not null;
