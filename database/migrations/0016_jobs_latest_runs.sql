-- The newest run of each resource: lists show it beside every row, and the history alone would be searched for each of them.

create table jobs.latest_runs (
  resource_id text primary key,
  -- Of jobs.job_history. No key: the history is thinned and truncated on its own.
  run_id uuid not null,
  created_at timestamptz not null
);
create index latest_runs_run on jobs.latest_runs (run_id);

insert into jobs.latest_runs (resource_id, run_id, created_at)
  select distinct on (resource_id) resource_id, id, created_at
  from jobs.job_history
  where resource_id is not null
  order by resource_id, created_at desc;

-- Rows are locked in the order of their resources, so that two writers of many never wait for each other in a circle.
create function jobs.keep_latest_runs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.latest_runs as kept (resource_id, run_id, created_at)
    select distinct on (resource_id) resource_id, id, created_at
    from added
    where resource_id is not null
    order by resource_id, created_at desc
  on conflict (resource_id) do update set run_id = excluded.run_id, created_at = excluded.created_at
    where excluded.created_at >= kept.created_at;
  return null;
end $$;

-- A run is deleted when newer ones are there, or for its age, and then no older one is left.
create function jobs.forget_latest_runs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from jobs.latest_runs;
  else
    delete from jobs.latest_runs kept using removed where kept.run_id = removed.id;
  end if;
  return null;
end $$;

create trigger keep_latest_runs after insert on jobs.job_history referencing new table as added
  for each statement execute function jobs.keep_latest_runs();
create trigger forget_latest_runs after delete on jobs.job_history referencing old table as removed
  for each statement execute function jobs.forget_latest_runs();
create trigger forget_all_latest_runs after truncate on jobs.job_history
  for each statement execute function jobs.forget_latest_runs();

-- When a resource failed last is the end of this index.
create index job_history_failures on jobs.job_history (resource_type, resource_id, time_start) where status = 'FAILED';
