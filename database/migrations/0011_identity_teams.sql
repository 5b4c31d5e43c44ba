-- Teams and who is in them, and what the data API needs of tables whose rows are told of without their ids.

-- Says that rows of the named tables changed, and not which ones: for tables without an id, and for those whose ids are not
-- everybody's to hear. The arguments are names in the schema api; the triggers name the rows `changed`.
create function platform.announce_many() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from changed) then
    for place in 0 .. tg_nargs - 1 loop
      perform pg_notify('watchroom_changes',
        json_build_object('table', tg_argv[place], 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
    end loop;
  end if;
  return null;
end $$;

-- What a caller makes comes from the console, and what was made keeps where it comes from, whatever he sends. A caller is
-- who was switched to; the server itself writes as who signed in.
create function platform.set_source() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if current_user <> session_user then
    new.source := case when tg_op = 'INSERT' then 'UI' else old.source end;
  end if;
  return new;
end $$;

create table identity.teams (
  id uuid primary key default platform.new_id(),
  name text not null constraint teams_name_check check (name ~ '^\S(.*\S)?$' and length(name) <= 253),
  icon text constraint teams_icon_check check (length(icon) <= 500),
  spec jsonb not null default '{}',
  -- The spec as people see it, with its secrets hidden. What a client sends arrives here, and the server makes the spec of
  -- it before the transaction ends.
  shown_spec jsonb default '{}',
  source text default 'UI',
  created_by uuid constraint teams_created_by_fkey references identity.people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index teams_name_key on identity.teams (name) where deleted_at is null;
create trigger set_server_fields before insert or update on identity.teams
  for each row execute function platform.set_server_fields();
create trigger set_source before insert or update on identity.teams
  for each row execute function platform.set_source();
create trigger set_updated_at before update on identity.teams
  for each row execute function platform.set_updated_at('shown_spec');
-- A spec may hold passwords of other systems, and what is shown holds for a moment what a client typed.
create trigger audit after insert or update or delete on identity.teams
  for each row execute function platform.audit('spec', '-shown_spec');
create trigger announce_insert after insert on identity.teams referencing new table as changed
  for each statement execute function platform.announce('teams');
create trigger announce_update after update on identity.teams referencing new table as changed
  for each statement execute function platform.announce('teams');
create trigger announce_delete after delete on identity.teams referencing old table as changed
  for each statement execute function platform.announce('teams');

alter table identity.people add constraint people_team_id_fkey foreign key (team_id) references identity.teams (id);

create table identity.team_members (
  team_id uuid not null constraint team_members_team_id_fkey references identity.teams (id),
  person_id uuid not null constraint team_members_person_id_fkey references identity.people (id),
  primary key (team_id, person_id)
);
create index team_members_person on identity.team_members (person_id);
create trigger audit after insert or update or delete on identity.team_members
  for each row execute function platform.audit();
-- Whoever shows a team shows its members.
create trigger announce_insert after insert on identity.team_members referencing new table as changed
  for each statement execute function platform.announce_many('team_members', 'teams');
create trigger announce_update after update on identity.team_members referencing new table as changed
  for each statement execute function platform.announce_many('team_members', 'teams');
create trigger announce_delete after delete on identity.team_members referencing old table as changed
  for each statement execute function platform.announce_many('team_members', 'teams');

-- The latest run for a resource, whatever its type, and the last one that failed: every list of resources shows them.
drop index jobs.job_history_resource;
create index job_history_resource on jobs.job_history (resource_id, created_at desc);
create index job_history_failed on jobs.job_history (resource_id, time_start) where status = 'FAILED';
-- A run tells its resource as text; unique, so that a count of runs does not look for names.
create unique index canaries_id_text on health.canaries ((id::text));
create unique index teams_id_text on identity.teams ((id::text));
