-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema jobs

create schema jobs;

create table jobs.event_queue (
  id uuid not null default platform.new_id(),
  name text not null,
  properties jsonb not null default '{}'::jsonb,
  error text,
  delay bigint,
  created_at timestamp with time zone not null default now(),
  last_attempt timestamp with time zone,
  attempts integer not null default 0,
  priority integer not null default 100,
  due_at timestamp with time zone default now(),
  reacted text[] not null default '{}'::text[]
);

create table jobs.job_history (
  id uuid not null default platform.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  name text,
  success_count integer,
  error_count integer,
  details jsonb,
  hostname text,
  duration_millis integer,
  resource_type text,
  resource_id text,
  status text,
  time_start timestamp with time zone,
  time_end timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  is_pushed boolean not null default false,
  process_id uuid
);

create table jobs.latest_runs (
  resource_id text not null,
  run_id uuid not null,
  created_at timestamp with time zone not null
);

create table jobs.processes (
  id uuid not null,
  hostname text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  worker_ids text[] not null default '{}'::text[],
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now()
);

alter table jobs.event_queue add constraint event_queue_pkey PRIMARY KEY (id);

alter table jobs.event_queue add constraint event_queue_name_properties_key UNIQUE (name, properties);

alter table jobs.job_history add constraint job_history_pkey PRIMARY KEY (id);

alter table jobs.job_history add constraint job_history_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUCCESS'::text, 'WARNING'::text, 'FAILED'::text, 'STOPPED'::text])));

alter table jobs.latest_runs add constraint latest_runs_pkey PRIMARY KEY (resource_id);

alter table jobs.processes add constraint processes_pkey PRIMARY KEY (id);

CREATE INDEX event_queue_due ON jobs.event_queue USING btree (priority DESC, created_at) WHERE (due_at IS NOT NULL);

CREATE INDEX job_history_created_at ON jobs.job_history USING btree (created_at);

CREATE INDEX job_history_failed ON jobs.job_history USING btree (resource_id, time_start) WHERE (status = 'FAILED'::text);

CREATE INDEX job_history_failures ON jobs.job_history USING btree (resource_type, resource_id, time_start) WHERE (status = 'FAILED'::text);

CREATE INDEX job_history_name ON jobs.job_history USING btree (name, created_at);

CREATE INDEX job_history_resource ON jobs.job_history USING btree (resource_id, created_at DESC);

CREATE INDEX job_history_running ON jobs.job_history USING btree (process_id) WHERE (status = 'RUNNING'::text);

CREATE INDEX latest_runs_run ON jobs.latest_runs USING btree (run_id);

CREATE OR REPLACE FUNCTION jobs.announce_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  views text[] := array['event_queue_summary', 'failed_events'];
  name text;
begin
  if tg_op = 'DELETE' then
    if not exists (select from changed) then return null; end if;
  elsif tg_op = 'INSERT' then
    views := views || 'event_queue'::text;
  end if;
  foreach name in array views loop
    perform pg_notify('watchroom_changes',
      json_build_object('table', name, 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION jobs.forget_latest_runs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from jobs.latest_runs;
  else
    delete from jobs.latest_runs kept using removed where kept.run_id = removed.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION jobs.keep_latest_runs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into jobs.latest_runs as kept (resource_id, run_id, created_at)
    select distinct on (resource_id) resource_id, id, created_at
    from added
    where resource_id is not null
    order by resource_id, created_at desc
  on conflict (resource_id) do update set run_id = excluded.run_id, created_at = excluded.created_at
    where excluded.created_at >= kept.created_at;
  return null;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON jobs.event_queue REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jobs.announce_events();

CREATE TRIGGER announce_failure AFTER UPDATE OF error ON jobs.event_queue FOR EACH STATEMENT EXECUTE FUNCTION jobs.announce_events();

CREATE TRIGGER announce_insert AFTER INSERT ON jobs.event_queue FOR EACH STATEMENT EXECUTE FUNCTION jobs.announce_events();

CREATE TRIGGER announce_delete AFTER DELETE ON jobs.job_history REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('job_history');

CREATE TRIGGER announce_insert AFTER INSERT ON jobs.job_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('job_history');

CREATE TRIGGER announce_update AFTER UPDATE ON jobs.job_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('job_history');

CREATE TRIGGER forget_all_latest_runs AFTER TRUNCATE ON jobs.job_history FOR EACH STATEMENT EXECUTE FUNCTION jobs.forget_latest_runs();

CREATE TRIGGER forget_latest_runs AFTER DELETE ON jobs.job_history REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION jobs.forget_latest_runs();

CREATE TRIGGER keep_latest_runs AFTER INSERT ON jobs.job_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION jobs.keep_latest_runs();


-- Schema api

create view api.event_queue_summary as
 SELECT name,
    count(*) AS pending,
    count(*) FILTER (WHERE (error IS NOT NULL)) AS failed,
    round(avg(attempts), 2) AS average_attempts,
    min(created_at) FILTER (WHERE (error IS NOT NULL)) AS first_failure,
    max(last_attempt) AS last_failure,
    mode() WITHIN GROUP (ORDER BY error) AS most_common_error
   FROM jobs.event_queue
  GROUP BY name;

create view api.failed_events as
 SELECT id,
    name,
    properties,
    error,
    attempts,
    created_at,
    last_attempt,
    due_at AS next_attempt,
    priority,
    delay
   FROM jobs.event_queue
  WHERE (error IS NOT NULL);

create view api.job_histories as
 SELECT h.id,
    h.agent_id,
    h.name,
    h.success_count,
    h.error_count,
    h.details,
    h.hostname,
    h.duration_millis,
    h.resource_type,
    h.resource_id,
    h.status,
    h.time_start,
    h.time_end,
    h.created_at,
    h.is_pushed,
    COALESCE(k.name, t.name, h.resource_id) AS resource_name,
    json_build_object('id', a.id, 'name', a.name) AS agent
   FROM (((jobs.job_history h
     LEFT JOIN health.canaries k ON ((((k.id)::text = h.resource_id) AND (h.resource_type = 'canary'::text))))
     LEFT JOIN identity.teams t ON ((((t.id)::text = h.resource_id) AND (h.resource_type = 'team'::text))))
     LEFT JOIN agents.agents a ON ((a.id = h.agent_id)));

create view api.job_history as
 SELECT id,
    agent_id,
    name,
    success_count,
    error_count,
    details,
    hostname,
    duration_millis,
    resource_type,
    resource_id,
    status,
    time_start,
    time_end,
    created_at,
    is_pushed
   FROM jobs.job_history;

create view api.job_history_latest_status as
 SELECT h.id,
    h.agent_id,
    h.name,
    h.success_count,
    h.error_count,
    h.details,
    h.hostname,
    h.duration_millis,
    h.resource_type,
    h.resource_id,
    h.status,
    h.time_start,
    h.time_end,
    h.created_at,
    h.is_pushed
   FROM (jobs.latest_runs l
     JOIN jobs.job_history h ON ((h.id = l.run_id)));

create view api.job_history_names as
 SELECT DISTINCT name
   FROM jobs.job_history;

grant select on
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names
to {{prefix}}admin;

grant select on
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names
to {{prefix}}commander;

grant select on
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names
to {{prefix}}editor;

grant select on
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names
to {{prefix}}responder;

grant select on
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names
to {{prefix}}viewer;
