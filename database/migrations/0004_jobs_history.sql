-- What ran in the background, and the events that wait for their reactions.

create schema jobs;

create table jobs.job_history (
  id uuid primary key default platform.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text,
  success_count integer,
  error_count integer,
  details jsonb,
  hostname text,
  duration_millis integer,
  resource_type text,
  resource_id text,
  status text check (status in ('RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STOPPED')),
  time_start timestamptz,
  time_end timestamptz,
  created_at timestamptz not null default now(),
  is_pushed boolean not null default false,
  -- The process that runs it, to tell a run cut off by a kill from one that still runs on another replica.
  process_id uuid
);
create index job_history_created_at on jobs.job_history (created_at);
create index job_history_name on jobs.job_history (name, created_at);
create index job_history_resource on jobs.job_history (resource_type, resource_id, created_at);
create index job_history_running on jobs.job_history (process_id) where status = 'RUNNING';

-- Every process writes its heartbeat here; a process without one for a minute is dead.
create table jobs.processes (
  id uuid primary key,
  hostname text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  -- Names under which its workers lock jobs, to unlock those of a dead process.
  worker_ids text[] not null default '{}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create table jobs.event_queue (
  id uuid primary key default platform.new_id(),
  name text not null,
  properties jsonb not null default '{}',
  error text,
  delay bigint,
  created_at timestamptz not null default now(),
  last_attempt timestamptz,
  attempts integer not null default 0,
  priority integer not null default 100,
  constraint event_queue_name_properties_key unique (name, properties)
);
create index event_queue_pending on jobs.event_queue (priority desc, created_at);
