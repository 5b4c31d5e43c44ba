-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema health

create schema health;

create table health.canaries (
  id uuid not null default platform.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  name text not null,
  namespace text not null default 'default'::text,
  labels jsonb,
  annotations jsonb,
  spec jsonb not null default '{}'::jsonb,
  source text,
  is_pushed boolean not null default false,
  created_at timestamp with time zone default now(),
  created_by uuid,
  updated_at timestamp with time zone default now(),
  deleted_at timestamp with time zone,
  schedule_error text,
  warnings text[] not null default '{}'::text[],
  shown_spec jsonb
);

create table health.check_states (
  check_id uuid not null,
  due_at timestamp with time zone,
  lease_until timestamp with time zone,
  schedule text,
  interval_ms bigint,
  budget_ms integer not null,
  status text,
  last_runtime timestamp with time zone,
  last_transition_time timestamp with time zone,
  last_duration integer,
  last_message text,
  first_due_at timestamp with time zone
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_cost_delay=0);

create table health.check_statuses (
  check_id uuid not null,
  "time" timestamp with time zone not null,
  status boolean,
  invalid boolean,
  duration integer,
  message text,
  error text,
  details jsonb,
  severity text,
  created_at timestamp with time zone not null default now(),
  is_pushed boolean not null default false
) partition by RANGE ("time");

create table health.check_statuses_1d (
  check_id uuid not null,
  created_at timestamp with time zone not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  duration bigint not null,
  p50 integer,
  p95 integer,
  p97 integer,
  p99 integer
);

create table health.check_statuses_1h (
  check_id uuid not null,
  created_at timestamp with time zone not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  duration bigint not null,
  p50 integer,
  p95 integer,
  p97 integer,
  p99 integer
);

create table health.check_statuses_5m (
  check_id uuid not null,
  created_at timestamp with time zone not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  duration bigint not null,
  durations integer[] not null,
  last_pass timestamp with time zone,
  last_fail timestamp with time zone
) partition by RANGE (created_at);

create table health.check_statuses_late (
  check_id uuid not null,
  "time" timestamp with time zone not null,
  status boolean,
  invalid boolean,
  duration integer,
  message text,
  error text,
  details jsonb,
  created_at timestamp with time zone not null default now()
);

create table health.checks (
  id uuid not null default platform.new_id(),
  canary_id uuid not null,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  type text not null,
  name text not null,
  namespace text,
  description text,
  icon text,
  endpoint text not null default ''::text,
  spec jsonb,
  labels jsonb,
  owner text,
  severity text,
  category text,
  is_pushed boolean not null default false,
  transformed boolean,
  silenced_at timestamp with time zone,
  created_at timestamp with time zone default now(),
  updated_at timestamp with time zone default now(),
  deleted_at timestamp with time zone,
  problem text,
  shown_spec jsonb,
  transformed_from uuid,
  transform_delete_strategy text
);

alter table health.canaries add constraint canaries_pkey PRIMARY KEY (id);

alter table health.canaries add constraint canaries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents.agents(id);

alter table health.canaries add constraint canaries_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

alter table health.check_states add constraint check_states_pkey PRIMARY KEY (check_id);

alter table health.check_states add constraint check_states_status_check CHECK ((status = ANY (ARRAY['healthy'::text, 'unhealthy'::text])));

alter table health.check_states add constraint check_states_check_id_fkey FOREIGN KEY (check_id) REFERENCES health.checks(id) ON DELETE CASCADE;

alter table health.check_statuses add constraint check_statuses_pkey PRIMARY KEY (check_id, "time");

alter table health.check_statuses_1d add constraint check_statuses_1d_pkey PRIMARY KEY (check_id, created_at);

alter table health.check_statuses_1h add constraint check_statuses_1h_pkey PRIMARY KEY (check_id, created_at);

alter table health.check_statuses_5m add constraint check_statuses_5m_pkey PRIMARY KEY (check_id, created_at);

alter table health.checks add constraint checks_pkey PRIMARY KEY (id);

alter table health.checks add constraint checks_key UNIQUE (canary_id, type, name, agent_id);

alter table health.checks add constraint checks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents.agents(id);

alter table health.checks add constraint checks_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES health.canaries(id) ON DELETE CASCADE;

alter table health.checks add constraint checks_transformed_from_fkey FOREIGN KEY (transformed_from) REFERENCES health.checks(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX canaries_id_text ON health.canaries USING btree (((id)::text));

CREATE UNIQUE INDEX canaries_key ON health.canaries USING btree (agent_id, name, namespace, source) NULLS NOT DISTINCT WHERE ((deleted_at IS NULL) AND (agent_id = '00000000-0000-0000-0000-000000000000'::uuid));

CREATE INDEX canaries_source ON health.canaries USING btree (source) WHERE (deleted_at IS NULL);

CREATE INDEX check_states_due ON health.check_states USING btree (due_at);

CREATE INDEX check_statuses_1d_created_at_idx ON health.check_statuses_1d USING btree (created_at);

CREATE INDEX check_statuses_1h_created_at ON health.check_statuses_1h USING btree (created_at);

CREATE INDEX check_statuses_5m_created_at ON ONLY health.check_statuses_5m USING btree (created_at);

CREATE INDEX check_statuses_late_created_at ON health.check_statuses_late USING btree (created_at);

CREATE INDEX checks_live ON health.checks USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX checks_transformed_from ON health.checks USING btree (transformed_from) WHERE (transformed_from IS NOT NULL);

CREATE OR REPLACE FUNCTION health.create_partitions(parent text, first date, last date)
 RETURNS integer
 LANGUAGE plpgsql
 SET lock_timeout TO '2s'
AS $function$
declare
  day date := first;
  made integer := 0;
  part text;
begin
  while day <= last loop
    part := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(format('health.%I', part)) is null then
      execute format('create table health.%I partition of health.%I for values from (%L) to (%L)',
                     part, parent, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      made := made + 1;
    end if;
    day := day + 1;
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION health.drop_partitions(parent text, keep_from date)
 RETURNS integer
 LANGUAGE plpgsql
 SET lock_timeout TO '2s'
AS $function$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('health.%I', parent)::regclass
      and to_date(right(c.relname, 8), 'YYYYMMDD') < keep_from
  loop
    execute format('drop table health.%I', part.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $function$;

CREATE OR REPLACE FUNCTION health.follow_canary_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.deleted_at is not null then
    update health.checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  else
    update health.checks set deleted_at = null where canary_id = new.id and deleted_at = old.deleted_at;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION health.set_canary_origin()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if current_user = session_user then return new; end if;
  if tg_op = 'INSERT' then
    new.agent_id := '00000000-0000-0000-0000-000000000000';
    new.source := null;
    new.is_pushed := false;
    new.schedule_error := null;
    new.warnings := '{}';
  else
    new.agent_id := old.agent_id;
    new.source := old.source;
    new.is_pushed := old.is_pushed;
    new.schedule_error := old.schedule_error;
    new.warnings := old.warnings;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION health.unschedule_deleted_check()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update health.check_states set due_at = null, lease_until = null where check_id = new.id;
  return null;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON health.canaries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('canaries');

CREATE TRIGGER announce_insert AFTER INSERT ON health.canaries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('canaries');

CREATE TRIGGER announce_update AFTER UPDATE ON health.canaries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('canaries');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON health.canaries FOR EACH ROW EXECUTE FUNCTION platform.audit('spec', '-shown_spec');

CREATE TRIGGER follow_deletion AFTER UPDATE OF deleted_at ON health.canaries FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION health.follow_canary_deletion();

CREATE TRIGGER own_id BEFORE INSERT ON health.canaries FOR EACH ROW WHEN ((CURRENT_USER <> SESSION_USER)) EXECUTE FUNCTION platform.set_own_id();

CREATE TRIGGER set_origin BEFORE INSERT OR UPDATE ON health.canaries FOR EACH ROW EXECUTE FUNCTION health.set_canary_origin();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON health.canaries FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON health.canaries FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('shown_spec');

CREATE TRIGGER announce_delete AFTER DELETE ON health.checks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('checks');

CREATE TRIGGER announce_insert AFTER INSERT ON health.checks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('checks');

CREATE TRIGGER announce_update AFTER UPDATE ON health.checks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('checks');

CREATE TRIGGER set_updated_at BEFORE UPDATE ON health.checks FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('shown_spec');

CREATE TRIGGER unschedule AFTER UPDATE OF deleted_at ON health.checks FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION health.unschedule_deleted_check();


-- Schema api

create view api.canaries as
 SELECT id,
    agent_id,
    name,
    namespace,
    labels,
    annotations,
    shown_spec AS spec,
    source,
    is_pushed,
    created_at,
    created_by,
    updated_at,
    deleted_at,
    schedule_error,
    warnings
   FROM health.canaries;

create view api.canaries_with_status as
 SELECT k.id,
    k.agent_id,
    k.name,
    k.namespace,
    (k.shown_spec ->> 'interval'::text) AS "interval",
    (k.shown_spec ->> 'schedule'::text) AS schedule,
    k.labels,
    k.source,
    k.created_by,
    k.created_at,
    k.updated_at,
    k.deleted_at,
    ( SELECT max(s.last_runtime) AS max
           FROM (health.checks c
             JOIN health.check_states s ON ((s.check_id = c.id)))
          WHERE (c.canary_id = k.id)) AS last_runtime,
    h.name AS job_name,
    h.success_count AS job_success_count,
    h.error_count AS job_error_count,
    h.details AS job_details,
    h.hostname AS job_hostname,
    h.duration_millis AS job_duration_millis,
    h.resource_type AS job_resource_type,
    h.status AS job_status,
    h.time_start AS job_time_start,
    h.time_end AS job_time_end,
    h.created_at AS job_created_at,
    ( SELECT max(f.time_start) AS max
           FROM jobs.job_history f
          WHERE ((f.resource_id = (k.id)::text) AND (f.resource_type = 'canary'::text) AND (f.status = 'FAILED'::text))) AS job_last_failed,
    ( SELECT json_build_object('id', a.id, 'name', a.name) AS json_build_object
           FROM agents.agents a
          WHERE (a.id = k.agent_id)) AS agent
   FROM ((health.canaries k
     LEFT JOIN jobs.latest_runs l ON ((l.resource_id = (k.id)::text)))
     LEFT JOIN jobs.job_history h ON ((h.id = l.run_id)))
  WHERE (k.deleted_at IS NULL);

create view api.check_labels as
 SELECT DISTINCT l.key,
    l.value
   FROM health.checks c,
    LATERAL jsonb_each_text(c.labels) l(key, value)
  WHERE (c.deleted_at IS NULL);

create view api.check_list as
 SELECT c.id,
    c.canary_id,
    k.name AS canary_name,
    k.namespace AS canary_namespace,
    c.agent_id,
    c.name,
    COALESCE(c.namespace, k.namespace) AS namespace,
    c.description,
    c.type,
    c.icon,
    c.endpoint,
    (COALESCE(k.labels, '{}'::jsonb) || COALESCE(c.labels, '{}'::jsonb)) AS labels,
    c.severity,
    c.owner,
        CASE
            WHEN (c.problem IS NULL) THEN s.status
            ELSE NULL::text
        END AS status,
    COALESCE(c.problem, k.schedule_error) AS problem,
    s.last_runtime,
    s.due_at AS next_runtime,
    s.last_transition_time,
    s.last_duration,
    s.last_message,
    c.created_at,
    c.updated_at,
    c.deleted_at,
    c.silenced_at,
    c.shown_spec AS spec,
    k.source AS canary_source,
    s.interval_ms,
    s.first_due_at
   FROM ((health.checks c
     JOIN health.canaries k ON ((k.id = c.canary_id)))
     LEFT JOIN health.check_states s ON ((s.check_id = c.id)));

create view api.check_names as
 SELECT id,
    canary_id,
    type,
    name,
    ( SELECT s.status
           FROM health.check_states s
          WHERE (s.check_id = c.id)) AS status
   FROM health.checks c
  WHERE ((deleted_at IS NULL) AND (silenced_at IS NULL))
  ORDER BY name;

create view api.check_statuses as
 SELECT check_id,
    "time",
    status,
    invalid,
    duration,
    message,
    error,
    details,
    severity,
    created_at,
    is_pushed
   FROM health.check_statuses;

create view api.check_statuses_1d as
 SELECT check_id,
    created_at,
    total,
    passed,
    failed,
    duration,
    p50,
    p95,
    p97,
    p99
   FROM health.check_statuses_1d;

create view api.check_statuses_1h as
 SELECT check_id,
    created_at,
    total,
    passed,
    failed,
    duration,
    p50,
    p95,
    p97,
    p99
   FROM health.check_statuses_1h;

create view api.check_statuses_5m as
 SELECT check_id,
    created_at,
    total,
    passed,
    failed,
    duration,
    durations,
    last_pass,
    last_fail
   FROM health.check_statuses_5m;

create view api.checks as
 SELECT c.id,
    c.canary_id,
    c.agent_id,
    c.type,
    c.name,
    c.namespace,
    c.description,
    c.icon,
    c.endpoint,
    c.shown_spec AS spec,
    c.labels,
    c.owner,
    c.severity,
    c.category,
    c.is_pushed,
    c.transformed,
    s.last_runtime,
    s.last_transition_time,
    s.due_at AS next_runtime,
    c.silenced_at,
        CASE
            WHEN (c.problem IS NULL) THEN s.status
            ELSE NULL::text
        END AS status,
    c.created_at,
    c.updated_at,
    c.deleted_at,
    c.problem,
    c.transformed_from
   FROM (health.checks c
     LEFT JOIN health.check_states s ON ((s.check_id = c.id)));

grant insert on
  api.canaries
to {{prefix}}admin;

grant select on
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks
to {{prefix}}admin;

grant update on
  api.canaries
to {{prefix}}admin;

grant select on
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks
to {{prefix}}commander;

grant insert on
  api.canaries
to {{prefix}}editor;

grant select on
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks
to {{prefix}}editor;

grant update on
  api.canaries
to {{prefix}}editor;

grant select on
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks
to {{prefix}}health_only;

grant select on
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks
to {{prefix}}responder;

grant select on
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks
to {{prefix}}viewer;
