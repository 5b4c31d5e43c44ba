-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema agents

create schema agents;

create table agents.agents (
  id uuid not null default platform.new_id(),
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  cleanup boolean not null default false,
  deleted_at timestamp with time zone,
  last_seen timestamp with time zone,
  last_received timestamp with time zone
);

alter table agents.agents add constraint agents_pkey PRIMARY KEY (id);

alter table agents.agents add constraint agents_local_stays CHECK (((deleted_at IS NULL) OR (id <> '00000000-0000-0000-0000-000000000000'::uuid)));

alter table agents.agents add constraint agents_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

alter table agents.agents add constraint agents_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id);

CREATE UNIQUE INDEX agents_name_key ON agents.agents USING btree (name) WHERE (deleted_at IS NULL);

CREATE TRIGGER announce_delete AFTER DELETE ON agents.agents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('agents');

CREATE TRIGGER announce_insert AFTER INSERT ON agents.agents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('agents');

CREATE TRIGGER announce_update AFTER UPDATE ON agents.agents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('agents');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON agents.agents FOR EACH ROW EXECUTE FUNCTION platform.audit('-last_seen', '-last_received');

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON agents.agents FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON agents.agents FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('last_seen', 'last_received');


-- Schema api

create schema api;

create view api.agents as
 SELECT id,
    name,
    hostname,
    description,
    ip,
    version,
    username,
    person_id,
    properties,
    created_by,
    created_at,
    updated_at,
    cleanup,
    deleted_at,
    last_seen,
    last_received
   FROM agents.agents;

create view api.audit_log as
 SELECT id,
    at,
    caller,
    host(address) AS address,
    table_name,
    row_id,
    action,
    before,
    after
   FROM platform.audit_log;

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
    c.problem
   FROM (health.checks c
     LEFT JOIN health.check_states s ON ((s.check_id = c.id)));

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

create view api.identities as
 SELECT i.id,
    '00000000-0000-0000-0000-000000000000'::uuid AS nid,
    i.state,
    i.state_changed_at,
    i.created_at,
    i.updated_at,
    jsonb_build_object('email', p.email, 'name', jsonb_build_object('first', i.first_name, 'last', i.last_name)) AS traits,
    held.roles,
    (i.email_verified_at IS NOT NULL) AS email_verified,
    (i.required_level = 'aal2'::text) AS second_factor,
    p.last_login,
    p.name,
    p.email,
    COALESCE(held.roles[1], 'viewer'::text) AS role
   FROM ((identity.identities i
     JOIN identity.people p ON ((p.id = i.id)))
     CROSS JOIN LATERAL ( SELECT ARRAY( SELECT r.role
                   FROM identity.person_roles r
                  WHERE (r.person_id = i.id)
                  ORDER BY (array_position(ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text], r.role))) AS roles) held)
  WHERE (p.deleted_at IS NULL);

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

create view api.people as
 SELECT id,
    name,
    avatar,
    type,
    team_id,
    organization,
    title,
    email,
    properties,
    external_id,
    created_at,
    updated_at,
    deleted_at,
    last_login
   FROM identity.people;

create view api.people_roles as
 SELECT r.person_id AS id,
    p.name,
    p.email,
    (array_agg(r.role ORDER BY r.role))::character varying[] AS roles
   FROM (identity.people p
     JOIN identity.person_roles r ON ((r.person_id = p.id)))
  GROUP BY r.person_id, p.name, p.email;

create view api.properties as
 SELECT name,
    value,
    description,
    type,
    source,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM features.properties;

create view api.saved_views with (security_barrier=true, check_option=cascaded) as
 SELECT id,
    name,
    page,
    query,
    columns,
    icon,
    description,
    is_shared,
    source,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM views.saved_views
  WHERE (is_shared OR (created_by = (NULLIF(current_setting('watchroom.caller'::text, true), ''::text))::uuid));

create view api.team_members as
 SELECT team_id,
    person_id
   FROM identity.team_members;

create view api.teams as
 SELECT id,
    name,
    icon,
    shown_spec AS spec,
    source,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM identity.teams;

create view api.teams_with_status as
 SELECT t.id,
    t.name,
    t.icon,
    t.shown_spec AS spec,
    t.source,
    t.created_by,
    t.created_at,
    t.updated_at,
    t.deleted_at,
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
          WHERE ((f.resource_id = (t.id)::text) AND (f.resource_type = 'team'::text) AND (f.status = 'FAILED'::text))) AS job_last_failed
   FROM ((identity.teams t
     LEFT JOIN jobs.latest_runs l ON ((l.resource_id = (t.id)::text)))
     LEFT JOIN jobs.job_history h ON ((h.id = l.run_id)))
  WHERE (t.deleted_at IS NULL);

grant usage on
  schema api
to {{prefix}}admin;

grant delete on
  api.properties,
  api.team_members
to {{prefix}}admin;

grant insert on
  api.canaries,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams
to {{prefix}}admin;

grant select on
  api.agents,
  api.audit_log,
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks,
  api.event_queue_summary,
  api.failed_events,
  api.identities,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names,
  api.people,
  api.people_roles,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}admin;

grant update on
  api.canaries,
  api.properties,
  api.saved_views,
  api.teams
to {{prefix}}admin;

grant update (cleanup) on
  api.agents
to {{prefix}}admin;

grant update (created_at) on
  api.agents
to {{prefix}}admin;

grant update (created_by) on
  api.agents
to {{prefix}}admin;

grant update (deleted_at) on
  api.agents
to {{prefix}}admin;

grant update (id) on
  api.agents
to {{prefix}}admin;

grant update (properties) on
  api.agents
to {{prefix}}admin;

grant update (updated_at) on
  api.agents
to {{prefix}}admin;

grant usage on
  schema api
to {{prefix}}commander;

grant insert on
  api.saved_views
to {{prefix}}commander;

grant select on
  api.agents,
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks,
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names,
  api.people,
  api.people_roles,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}commander;

grant update on
  api.saved_views
to {{prefix}}commander;

grant usage on
  schema api
to {{prefix}}editor;

grant delete on
  api.properties,
  api.team_members
to {{prefix}}editor;

grant insert on
  api.canaries,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams
to {{prefix}}editor;

grant select on
  api.agents,
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks,
  api.event_queue_summary,
  api.failed_events,
  api.identities,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names,
  api.people,
  api.people_roles,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}editor;

grant update on
  api.canaries,
  api.properties,
  api.saved_views,
  api.teams
to {{prefix}}editor;

grant update (cleanup) on
  api.agents
to {{prefix}}editor;

grant update (created_at) on
  api.agents
to {{prefix}}editor;

grant update (created_by) on
  api.agents
to {{prefix}}editor;

grant update (deleted_at) on
  api.agents
to {{prefix}}editor;

grant update (id) on
  api.agents
to {{prefix}}editor;

grant update (properties) on
  api.agents
to {{prefix}}editor;

grant update (updated_at) on
  api.agents
to {{prefix}}editor;

grant usage on
  schema api
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
to {{prefix}}health_only;

grant usage on
  schema api
to {{prefix}}responder;

grant insert on
  api.saved_views
to {{prefix}}responder;

grant select on
  api.agents,
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks,
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names,
  api.people,
  api.people_roles,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}responder;

grant update on
  api.saved_views
to {{prefix}}responder;

grant usage on
  schema api
to {{prefix}}viewer;

grant insert on
  api.saved_views
to {{prefix}}viewer;

grant select on
  api.agents,
  api.canaries,
  api.canaries_with_status,
  api.check_labels,
  api.check_list,
  api.check_names,
  api.check_statuses,
  api.check_statuses_1d,
  api.check_statuses_1h,
  api.check_statuses_5m,
  api.checks,
  api.event_queue_summary,
  api.failed_events,
  api.job_histories,
  api.job_history,
  api.job_history_latest_status,
  api.job_history_names,
  api.people,
  api.people_roles,
  api.properties,
  api.saved_views,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}viewer;

grant update on
  api.saved_views
to {{prefix}}viewer;


-- Schema features

create schema features;

create table features.properties (
  name text not null,
  value text not null,
  description text,
  type text,
  source text not null default 'db'::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table features.properties add constraint properties_pkey PRIMARY KEY (name);

alter table features.properties add constraint properties_name_check CHECK ((name <> ''::text));

alter table features.properties add constraint properties_source_check CHECK ((source = 'db'::text));

alter table features.properties add constraint properties_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE OR REPLACE FUNCTION features.announce()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from changed) then
    perform pg_notify('watchroom_changes',
      json_build_object('table', 'properties', 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION features.set_server_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
begin
  new.source := 'db';
  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := new.created_at;
    new.created_by := platform.caller_id();
  else
    new.created_at := old.created_at;
    new.created_by := old.created_by;
  end if;
  return new;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON features.properties REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION features.announce();

CREATE TRIGGER announce_insert AFTER INSERT ON features.properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION features.announce();

CREATE TRIGGER announce_update AFTER UPDATE ON features.properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION features.announce();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON features.properties FOR EACH ROW EXECUTE FUNCTION platform.audit();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON features.properties FOR EACH ROW EXECUTE FUNCTION features.set_server_fields();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON features.properties FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at();


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
  shown_spec jsonb
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

CREATE UNIQUE INDEX canaries_id_text ON health.canaries USING btree (((id)::text));

CREATE UNIQUE INDEX canaries_key ON health.canaries USING btree (agent_id, name, namespace, source) NULLS NOT DISTINCT WHERE ((deleted_at IS NULL) AND (agent_id = '00000000-0000-0000-0000-000000000000'::uuid));

CREATE INDEX canaries_source ON health.canaries USING btree (source) WHERE (deleted_at IS NULL);

CREATE INDEX check_states_due ON health.check_states USING btree (due_at);

CREATE INDEX check_statuses_1d_created_at_idx ON health.check_statuses_1d USING btree (created_at);

CREATE INDEX check_statuses_1h_created_at ON health.check_statuses_1h USING btree (created_at);

CREATE INDEX check_statuses_5m_created_at ON ONLY health.check_statuses_5m USING btree (created_at);

CREATE INDEX check_statuses_late_created_at ON health.check_statuses_late USING btree (created_at);

CREATE INDEX checks_live ON health.checks USING btree (name) WHERE (deleted_at IS NULL);

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
    new.source := 'UI';
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


-- Schema identity

create schema identity;

create table identity.access_tokens (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_address inet
);

create table identity.attempts (
  key text not null,
  at timestamp with time zone not null default now(),
  attempt uuid
);

create table identity.backup_codes (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone
);

create table identity.basic_sign_ins (
  person_id uuid not null,
  network text not null,
  hour timestamp with time zone not null,
  outcome text not null
);

create table identity.codes (
  id uuid not null default platform.new_id(),
  purpose text not null,
  person_id uuid,
  flow_id uuid,
  email text not null,
  code_hash bytea not null,
  token_hash bytea not null,
  attempts_left integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table identity.credentials (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  type text not null,
  secret text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_step bigint
);

create table identity.first_run (
  singleton boolean not null default true,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now()
);

create table identity.flows (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  browser_hash bytea not null,
  person_id uuid,
  request_url text not null,
  return_to text,
  requested_level text not null default 'aal1'::text,
  refresh boolean not null default false,
  state text not null,
  internal jsonb not null default '{}'::jsonb,
  shown jsonb not null default '{}'::jsonb,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table identity.identities (
  id uuid not null,
  first_name text not null,
  last_name text not null default ''::text,
  state text not null default 'active'::text,
  state_changed_at timestamp with time zone not null default now(),
  email_verified_at timestamp with time zone,
  required_level text not null default 'aal1'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table identity.invitations (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  token_hash bytea not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table identity.mails (
  id uuid not null default platform.new_id(),
  kind text not null,
  recipient text not null,
  subject text not null,
  body text,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  next_attempt_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone
);

create table identity.passkeys (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  verifies_user boolean not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone
);

create table identity.people (
  id uuid not null default platform.new_id(),
  name text not null,
  avatar text,
  type text,
  team_id uuid,
  organization text,
  title text,
  email text,
  phone text,
  properties jsonb,
  external_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  last_login timestamp with time zone
);

create table identity.person_roles (
  person_id uuid not null,
  role text not null
);

create table identity.provider_accounts (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  provider text not null,
  subject text not null,
  email text,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone
);

create table identity.sessions (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  token_hash bytea not null,
  assurance_level text not null default 'aal1'::text,
  authenticated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  user_agent text,
  address inet,
  authentication_methods jsonb not null default '[]'::jsonb
);

create table identity.team_members (
  team_id uuid not null,
  person_id uuid not null
);

create table identity.teams (
  id uuid not null default platform.new_id(),
  name text not null,
  icon text,
  spec jsonb not null default '{}'::jsonb,
  shown_spec jsonb default '{}'::jsonb,
  source text default 'UI'::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table identity.access_tokens add constraint access_tokens_pkey PRIMARY KEY (id);

alter table identity.access_tokens add constraint access_tokens_person_id_name_key UNIQUE (person_id, name);

alter table identity.access_tokens add constraint access_tokens_token_hash_key UNIQUE (token_hash);

alter table identity.access_tokens add constraint access_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));

alter table identity.access_tokens add constraint access_tokens_scope_check CHECK ((scope = ANY (ARRAY['read_only'::text, 'admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])));

alter table identity.access_tokens add constraint access_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.backup_codes add constraint backup_codes_pkey PRIMARY KEY (id);

alter table identity.backup_codes add constraint backup_codes_person_id_code_hash_key UNIQUE (person_id, code_hash);

alter table identity.backup_codes add constraint backup_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.basic_sign_ins add constraint basic_sign_ins_pkey PRIMARY KEY (person_id, network, hour, outcome);

alter table identity.codes add constraint codes_pkey PRIMARY KEY (id);

alter table identity.codes add constraint codes_token_hash_key UNIQUE (token_hash);

alter table identity.codes add constraint codes_purpose_check CHECK ((purpose = ANY (ARRAY['recovery'::text, 'verification'::text])));

alter table identity.codes add constraint codes_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES identity.flows(id) ON DELETE CASCADE;

alter table identity.codes add constraint codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.credentials add constraint credentials_pkey PRIMARY KEY (id);

alter table identity.credentials add constraint credentials_person_id_type_key UNIQUE (person_id, type);

alter table identity.credentials add constraint credentials_type_check CHECK ((type = ANY (ARRAY['password'::text, 'totp'::text])));

alter table identity.credentials add constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.first_run add constraint first_run_pkey PRIMARY KEY (singleton);

alter table identity.first_run add constraint first_run_singleton_check CHECK (singleton);

alter table identity.flows add constraint flows_pkey PRIMARY KEY (id);

alter table identity.flows add constraint flows_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'registration'::text, 'recovery'::text, 'verification'::text, 'settings'::text])));

alter table identity.flows add constraint flows_requested_level_check CHECK ((requested_level = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity.flows add constraint flows_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.identities add constraint identities_pkey PRIMARY KEY (id);

alter table identity.identities add constraint identities_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 200)));

alter table identity.identities add constraint identities_last_name_check CHECK ((length(last_name) <= 200));

alter table identity.identities add constraint identities_required_level_check CHECK ((required_level = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity.identities add constraint identities_state_check CHECK ((state = ANY (ARRAY['active'::text, 'inactive'::text, 'invited'::text])));

alter table identity.identities add constraint identities_id_fkey FOREIGN KEY (id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.invitations add constraint invitations_pkey PRIMARY KEY (id);

alter table identity.invitations add constraint invitations_token_hash_key UNIQUE (token_hash);

alter table identity.invitations add constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

alter table identity.invitations add constraint invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.mails add constraint mails_pkey PRIMARY KEY (id);

alter table identity.mails add constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])));

alter table identity.passkeys add constraint passkeys_pkey PRIMARY KEY (id);

alter table identity.passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);

alter table identity.passkeys add constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));

alter table identity.passkeys add constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.people add constraint people_pkey PRIMARY KEY (id);

alter table identity.people add constraint people_team_id_fkey FOREIGN KEY (team_id) REFERENCES identity.teams(id);

alter table identity.person_roles add constraint person_roles_pkey PRIMARY KEY (person_id, role);

alter table identity.person_roles add constraint person_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])));

alter table identity.person_roles add constraint person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.provider_accounts add constraint provider_accounts_pkey PRIMARY KEY (id);

alter table identity.provider_accounts add constraint provider_accounts_person_id_provider_key UNIQUE (person_id, provider);

alter table identity.provider_accounts add constraint provider_accounts_provider_subject_key UNIQUE (provider, subject);

alter table identity.provider_accounts add constraint provider_accounts_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table identity.sessions add constraint sessions_token_hash_key UNIQUE (token_hash);

alter table identity.sessions add constraint sessions_assurance_level_check CHECK ((assurance_level = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity.sessions add constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.team_members add constraint team_members_pkey PRIMARY KEY (team_id, person_id);

alter table identity.team_members add constraint team_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id);

alter table identity.team_members add constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES identity.teams(id);

alter table identity.teams add constraint teams_pkey PRIMARY KEY (id);

alter table identity.teams add constraint teams_icon_check CHECK ((length(icon) <= 500));

alter table identity.teams add constraint teams_name_check CHECK (((name ~ '^\S(.*\S)?$'::text) AND (length(name) <= 253)));

alter table identity.teams add constraint teams_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE INDEX attempts_key ON identity.attempts USING btree (key, at);

CREATE INDEX basic_sign_ins_hour ON identity.basic_sign_ins USING btree (hour);

CREATE INDEX codes_email ON identity.codes USING btree (email, created_at);

CREATE INDEX codes_flow ON identity.codes USING btree (flow_id);

CREATE INDEX flows_expiry ON identity.flows USING btree (expires_at);

CREATE INDEX invitations_person ON identity.invitations USING btree (person_id);

CREATE INDEX mails_created ON identity.mails USING btree (created_at);

CREATE INDEX mails_waiting ON identity.mails USING btree (next_attempt_at) WHERE (status = 'waiting'::text);

CREATE INDEX passkeys_person ON identity.passkeys USING btree (person_id);

CREATE UNIQUE INDEX people_email_key ON identity.people USING btree (lower(email)) WHERE (deleted_at IS NULL);

CREATE INDEX sessions_expiry ON identity.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON identity.sessions USING btree (person_id);

CREATE INDEX team_members_person ON identity.team_members USING btree (person_id);

CREATE UNIQUE INDEX teams_id_text ON identity.teams USING btree (((id)::text));

CREATE UNIQUE INDEX teams_name_key ON identity.teams USING btree (name) WHERE (deleted_at IS NULL);

CREATE OR REPLACE FUNCTION identity.forget_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update identity.identities set email_verified_at = null where id = new.id and email_verified_at is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.name_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update identity.people set name = trim(new.first_name || ' ' || new.last_name)
  where id = new.id and name is distinct from trim(new.first_name || ' ' || new.last_name);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.set_required_level()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person uuid := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  update identity.identities set required_level =
    case when exists (select from identity.credentials where person_id = person and type = 'totp')
           or exists (select from identity.passkeys where person_id = person) then 'aal2' else 'aal1' end
  where id = person;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.set_state_changed_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state is distinct from old.state then new.state_changed_at := clock_timestamp(); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION identity.tell_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person uuid := case when tg_op = 'DELETE' then (to_jsonb(old) ->> tg_argv[0])::uuid else (to_jsonb(new) ->> tg_argv[0])::uuid end;
begin
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'person_rights', 'ids', json_build_array(person), 'tx', pg_current_xact_id()::text)::text);
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'sessions', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(s.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.sessions s where s.person_id = person having count(*) > 0;
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'access_tokens', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(t.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.access_tokens t where t.person_id = person having count(*) > 0;
  return null;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON identity.access_tokens REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('access_tokens');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.access_tokens FOR EACH ROW EXECUTE FUNCTION platform.audit('token_hash', '-last_used_at', '-last_used_address');

CREATE TRIGGER tell_sessions AFTER UPDATE OF scope, expires_at ON identity.access_tokens FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.backup_codes FOR EACH ROW EXECUTE FUNCTION platform.audit('code_hash');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.credentials FOR EACH ROW EXECUTE FUNCTION platform.audit('secret', '-last_step');

CREATE TRIGGER set_required_level AFTER INSERT OR DELETE ON identity.credentials FOR EACH ROW EXECUTE FUNCTION identity.set_required_level();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.credentials FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('last_step');

CREATE TRIGGER tell_sessions AFTER INSERT OR DELETE OR UPDATE OF secret ON identity.credentials FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.identities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('identities');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.identities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('identities');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.identities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('identities');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.identities FOR EACH ROW EXECUTE FUNCTION platform.audit('-required_level');

CREATE TRIGGER name_person AFTER INSERT OR UPDATE OF first_name, last_name ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.name_person();

CREATE TRIGGER set_state_changed_at BEFORE UPDATE ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.set_state_changed_at();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.identities FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('required_level');

CREATE TRIGGER tell_sessions AFTER UPDATE OF state, required_level ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('id');

CREATE TRIGGER tell_sessions_of_deleted AFTER DELETE ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.invitations FOR EACH ROW EXECUTE FUNCTION platform.audit('token_hash');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.mails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('mails');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.passkeys FOR EACH ROW EXECUTE FUNCTION platform.audit('-counter', '-last_used_at', 'credential_id', 'public_key');

CREATE TRIGGER set_required_level AFTER INSERT OR DELETE ON identity.passkeys FOR EACH ROW EXECUTE FUNCTION identity.set_required_level();

CREATE TRIGGER announce_insert AFTER INSERT ON identity.people REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('people');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.people REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('people');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.people FOR EACH ROW EXECUTE FUNCTION platform.audit('-last_login');

CREATE TRIGGER forget_verification AFTER UPDATE OF email ON identity.people FOR EACH ROW WHEN ((lower(old.email) IS DISTINCT FROM lower(new.email))) EXECUTE FUNCTION identity.forget_verification();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.people FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('last_login');

CREATE TRIGGER tell_sessions AFTER UPDATE OF email, deleted_at ON identity.people FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION identity.tell_sessions('id');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.person_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('people_roles', 'identities');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.person_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('people_roles', 'identities');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.person_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('people_roles', 'identities');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.person_roles FOR EACH ROW EXECUTE FUNCTION platform.audit();

CREATE TRIGGER tell_sessions AFTER INSERT OR DELETE OR UPDATE ON identity.person_roles FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.provider_accounts FOR EACH ROW EXECUTE FUNCTION platform.audit('-last_used_at');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('sessions');

CREATE TRIGGER tell_sessions AFTER UPDATE OF assurance_level ON identity.sessions FOR EACH ROW WHEN ((old.assurance_level IS DISTINCT FROM new.assurance_level)) EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER tell_shortened AFTER UPDATE OF expires_at ON identity.sessions FOR EACH ROW WHEN ((new.expires_at < old.expires_at)) EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.team_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('team_members', 'teams');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('team_members', 'teams');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('team_members', 'teams');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.team_members FOR EACH ROW EXECUTE FUNCTION platform.audit();

CREATE TRIGGER announce_delete AFTER DELETE ON identity.teams REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('teams');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.teams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('teams');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.teams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('teams');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.audit('spec', '-shown_spec');

CREATE TRIGGER own_id BEFORE INSERT ON identity.teams FOR EACH ROW WHEN ((CURRENT_USER <> SESSION_USER)) EXECUTE FUNCTION platform.set_own_id();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_source BEFORE INSERT OR UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.set_source();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('shown_spec');


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


-- Schema platform

create schema platform;

create table platform.audit_log (
  id uuid not null default platform.new_id(),
  at timestamp with time zone not null default clock_timestamp(),
  caller uuid,
  table_name text not null,
  row_id text,
  action text not null,
  before jsonb,
  after jsonb,
  address inet default platform.caller_address()
);

create table platform.settings (
  name text not null,
  value text not null
);

alter table platform.audit_log add constraint audit_log_pkey PRIMARY KEY (id);

alter table platform.settings add constraint settings_pkey PRIMARY KEY (name);

CREATE INDEX audit_log_at ON platform.audit_log USING btree (at);

CREATE INDEX audit_log_row ON platform.audit_log USING btree (table_name, row_id);

CREATE OR REPLACE FUNCTION platform.announce()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ids uuid[] := array(select id from changed limit 201);
begin
  if ids <> '{}' then
    -- Written without blanks, 200 ids fit.
    perform pg_notify('watchroom_changes', json_build_object(
      'table', tg_argv[0],
      'ids', case when cardinality(ids) > 200 then to_json('many'::text) else array_to_json(ids) end,
      'tx', pg_current_xact_id()::text)::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.announce_many()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from changed) then
    for place in 0 .. tg_nargs - 1 loop
      perform pg_notify('watchroom_changes',
        json_build_object('table', tg_argv[place], 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
declare
  arguments text[] := coalesce(tg_argv[0:], '{}')::text[];
  ignored text[] := array(select substr(a, 2) from unnest(arguments) a where a like '-%') || array['updated_at'];
  hidden text[] := array(select a from unnest(arguments) a where a not like '-%');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - ignored end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - ignored end;
  row_id text := coalesce(new_row ->> 'id', old_row ->> 'id', new_row ->> 'name', old_row ->> 'name');
  key text;
begin
  if tg_op = 'UPDATE' then
    if old_row = new_row then return null; end if;
    for key in select k from jsonb_object_keys(new_row) k where new_row -> k = old_row -> k and k <> 'id' loop
      old_row := old_row - key;
      new_row := new_row - key;
    end loop;
  end if;
  foreach key in array hidden loop
    if old_row ? key then old_row := jsonb_set(old_row, array[key], '"(hidden)"'); end if;
    if new_row ? key then new_row := jsonb_set(new_row, array[key], '"(hidden)"'); end if;
  end loop;
  insert into platform.audit_log (caller, table_name, row_id, action, before, after)
  values (platform.caller_id(), tg_table_schema || '.' || tg_table_name, row_id, lower(tg_op), old_row, new_row);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.caller_address()
 RETURNS inet
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('watchroom.address', true), '')::inet $function$;

CREATE OR REPLACE FUNCTION platform.caller_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('watchroom.caller', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION platform.new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$select pg_catalog.uuidv7()$function$;

CREATE OR REPLACE FUNCTION platform.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION platform.set_own_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
declare
  is_taken boolean;
begin
  execute format('select exists (select from %I.%I where id = $1)', tg_table_schema, tg_table_name)
    into is_taken using new.id;
  if not is_taken then new.id := platform.new_id(); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION platform.set_server_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := new.created_at;
    new.created_by := platform.caller_id();
  else
    new.id := old.id;
    new.created_at := old.created_at;
    new.created_by := old.created_by;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION platform.set_source()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if current_user <> session_user then
    new.source := case when tg_op = 'INSERT' then 'UI' else old.source end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION platform.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ignored text[] := coalesce(tg_argv[0:], '{}')::text[] || array['updated_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then new.updated_at := clock_timestamp();
  else new.updated_at := old.updated_at; end if;
  return new;
end $function$;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON platform.audit_log FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON platform.audit_log FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

grant execute on
  function platform.new_id()
to {{prefix}}admin;

grant execute on
  function platform.new_id()
to {{prefix}}commander;

grant execute on
  function platform.new_id()
to {{prefix}}editor;

grant execute on
  function platform.new_id()
to {{prefix}}responder;

grant execute on
  function platform.new_id()
to {{prefix}}viewer;


-- Schema public

create table public.watchroom_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now()
);

alter table public.watchroom_migrations add constraint watchroom_migrations_pkey PRIMARY KEY (number);

grant usage on
  schema public
to public;


-- Schema views

create schema views;

create table views.saved_views (
  id uuid not null default platform.new_id(),
  name text not null,
  page text not null,
  query text not null default ''::text,
  columns jsonb,
  icon text,
  description text,
  is_shared boolean not null default false,
  source text default 'UI'::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table views.saved_views add constraint saved_views_pkey PRIMARY KEY (id);

alter table views.saved_views add constraint saved_views_columns_check CHECK (((jsonb_typeof(columns) = 'array'::text) AND (octet_length((columns)::text) <= 8192) AND (NOT jsonb_path_exists(columns, '$[*].type()?(@ != "string" && @ != "object")'::jsonpath)) AND (NOT jsonb_path_exists(columns, '$[*]?(@.type() == "object" && !(@."id".type() == "string"))'::jsonpath))));

alter table views.saved_views add constraint saved_views_description_check CHECK ((length(description) <= 2000));

alter table views.saved_views add constraint saved_views_icon_check CHECK ((length(icon) <= 500));

alter table views.saved_views add constraint saved_views_name_check CHECK (((name ~ '^\S(.*\S)?$'::text) AND (length(name) <= 253)));

alter table views.saved_views add constraint saved_views_page_check CHECK (((page ~ '^/[A-Za-z0-9._~%:@/-]*$'::text) AND (page !~ '//|/\.{1,2}(/|$)'::text) AND (length(page) <= 1000)));

alter table views.saved_views add constraint saved_views_query_check CHECK (((octet_length(query) <= 8192) AND (query !~ '[\x01-\x20\x7f#]'::text) AND (query !~~ '?%'::text)));

alter table views.saved_views add constraint saved_views_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE UNIQUE INDEX saved_views_key ON views.saved_views USING btree (created_by, page, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE OR REPLACE FUNCTION views.refuse_foreign()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  caller uuid := nullif(current_setting('watchroom.caller', true), '')::uuid;
begin
  if current_user = session_user or old.created_by = caller then return new; end if;
  if not old.is_shared or current_user <> 'watchroom_admin' then
    raise exception using errcode = '42501', message = 'Only its owner or an administrator may change a saved view.';
  end if;
  if not new.is_shared then
    raise exception using errcode = '42501', message = 'Only its owner may make a saved view private.';
  end if;
  return new;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON views.saved_views REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('saved_views');

CREATE TRIGGER announce_insert AFTER INSERT ON views.saved_views REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('saved_views');

CREATE TRIGGER announce_update AFTER UPDATE ON views.saved_views REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('saved_views');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.audit('name', 'page', 'query', 'columns', 'icon', 'description');

CREATE TRIGGER own_id BEFORE INSERT ON views.saved_views FOR EACH ROW WHEN ((CURRENT_USER <> SESSION_USER)) EXECUTE FUNCTION platform.set_own_id();

CREATE TRIGGER refuse_foreign BEFORE UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION views.refuse_foreign();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_source BEFORE INSERT OR UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.set_source();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at();
