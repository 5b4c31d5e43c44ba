-- Canaries hold checks; every run of a check leaves a status. Names are those of the wire contract.

create schema health;

create table health.canaries (
  id uuid primary key default platform.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint canaries_agent_id_fkey references agents.agents (id),
  name text not null,
  namespace text not null,
  labels jsonb,
  annotations jsonb,
  spec jsonb not null,
  source text,
  is_pushed boolean not null default false,
  created_at timestamptz default now(),
  created_by uuid constraint canaries_created_by_fkey references identity.people (id),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  -- Why it is not scheduled, as a sentence; null when it is.
  schedule_error text,
  -- What was taken leniently, each with its path.
  warnings text[] not null default '{}'
);
create unique index canaries_key on health.canaries (agent_id, name, namespace, source) nulls not distinct
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create index canaries_source on health.canaries (source) where deleted_at is null;
create trigger set_updated_at before update on health.canaries
  for each row execute function platform.set_updated_at();
-- A spec may hold passwords.
create trigger audit after insert or update or delete on health.canaries
  for each row execute function platform.audit('spec');

create function health.set_created_by() returns trigger language plpgsql as $$
begin
  new.created_by := platform.caller_id();
  return new;
end $$;
create trigger set_created_by before insert on health.canaries
  for each row execute function health.set_created_by();

create table health.checks (
  id uuid primary key default platform.new_id(),
  canary_id uuid not null constraint checks_canary_id_fkey references health.canaries (id) on delete cascade,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint checks_agent_id_fkey references agents.agents (id),
  type text not null,
  name text not null,
  namespace text,
  description text,
  icon text,
  endpoint text not null default '',
  spec jsonb,
  labels jsonb,
  owner text,
  severity text,
  category text,
  is_pushed boolean not null default false,
  transformed boolean,
  silenced_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  -- Why it cannot run, as a sentence that names the field; null when it can.
  problem text,
  constraint checks_key unique (canary_id, type, name, agent_id)
);
create index checks_live on health.checks (name) where deleted_at is null;
create trigger set_updated_at before update on health.checks
  for each row execute function platform.set_updated_at();

-- The narrow table of the claim loop: all that changes with every run. One row per check that has a schedule or ran once.
-- fillfactor leaves room for updates inside the page; the frequent vacuum keeps ten thousand rows in a few hundred pages.
create table health.check_states (
  check_id uuid primary key references health.checks (id) on delete cascade,
  -- Null when nothing is scheduled.
  due_at timestamptz,
  -- Claimed until then; a worker that dies delays the check by no more.
  lease_until timestamptz,
  schedule text,
  -- Milliseconds between two runs; for a calendar schedule the gap between its next two, a measure for lateness only.
  interval_ms bigint,
  -- Milliseconds that a run with all its retries may take; with a margin it is the lease.
  budget_ms integer not null,
  status text check (status in ('healthy', 'unhealthy')),
  last_runtime timestamptz,
  last_transition_time timestamptz,
  last_duration integer,
  last_message text,
  -- When the first run was due: tells "never ran" from "not yet due".
  first_due_at timestamptz
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index check_states_due on health.check_states (due_at);

-- One row per run, partitioned by day. No foreign key: it halves the inserts and lets any reader block the dropping of a partition.
create table health.check_statuses (
  check_id uuid not null,
  time timestamptz not null,
  status boolean,
  invalid boolean,
  duration integer,
  message text,
  error text,
  details jsonb,
  severity text,
  created_at timestamptz not null default now(),
  is_pushed boolean not null default false,
  primary key (check_id, time)
) partition by range (time);

-- Results outside every partition, and those of checks that are gone: kept to be looked at, never failing a batch.
create table health.check_statuses_late (
  check_id uuid not null,
  time timestamptz not null,
  status boolean,
  invalid boolean,
  duration integer,
  message text,
  error text,
  details jsonb,
  created_at timestamptz not null default now()
);
create index check_statuses_late_created_at on health.check_statuses_late (created_at);

-- Roll-ups. The five-minute one is written with the results themselves and keeps every duration, so percentiles of the last
-- hours are exact without a look at raw rows; the hourly and the daily one are made from the finer one by a job.
create table health.check_statuses_5m (
  check_id uuid not null,
  created_at timestamptz not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  duration bigint not null,
  durations integer[] not null,
  last_pass timestamptz,
  last_fail timestamptz,
  primary key (check_id, created_at)
) partition by range (created_at);

-- The last hour of every check is the first thing that each list asks for.
create index check_statuses_5m_created_at on health.check_statuses_5m (created_at);

create table health.check_statuses_1h (
  check_id uuid not null,
  created_at timestamptz not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  duration bigint not null,
  p50 integer,
  p95 integer,
  p97 integer,
  p99 integer,
  primary key (check_id, created_at)
);
create index check_statuses_1h_created_at on health.check_statuses_1h (created_at);

create table health.check_statuses_1d (like health.check_statuses_1h including all);

-- Both lock the parent for a moment. Behind a long reader they give up after two seconds, since every insert would queue
-- behind them; the job tries again.

-- Creates the partitions of a table for the days from `first` to `last`; those that exist stay.
create function health.create_partitions(parent text, first date, last date) returns integer
  language plpgsql set lock_timeout = '2s' as $$
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
end $$;

-- Drops the partitions that end on or before `keep_from`.
create function health.drop_partitions(parent text, keep_from date) returns integer
  language plpgsql set lock_timeout = '2s' as $$
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
end $$;

-- Deleting is soft and follows the tree: a canary takes its checks along, a check stops being due. Restoring a canary brings
-- back the checks that went with it; its documents are applied again, which schedules them.
create function health.follow_canary_deletion() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    update health.checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  else
    update health.checks set deleted_at = null where canary_id = new.id and deleted_at = old.deleted_at;
  end if;
  return null;
end $$;
create trigger follow_deletion after update of deleted_at on health.canaries
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function health.follow_canary_deletion();

create function health.unschedule_deleted_check() returns trigger language plpgsql as $$
begin
  update health.check_states set due_at = null, lease_until = null where check_id = new.id;
  return null;
end $$;
create trigger unschedule after update of deleted_at on health.checks
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function health.unschedule_deleted_check();
