-- What the data API needs of every table: fields that the database sets, changes that it announces, and functions that
-- nobody but the owner may call.

-- PostgreSQL lets everybody execute every function unless told otherwise.
alter default privileges revoke execute on functions from public;
revoke execute on all functions in schema platform, health from public;

-- Fields that follow from who writes and when, whatever the writer sends. An import writes with triggers disabled.
create function platform.set_server_fields() returns trigger language plpgsql security definer
  set search_path = pg_catalog, platform, pg_temp as $$
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
end $$;

-- Says that rows changed: the browsers that show them load them again. One message per statement; above 200 ids it says
-- "many", since a message holds 8,000 bytes. The argument is the name in the schema api; the triggers name the rows `changed`.
create function platform.announce() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
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
end $$;

create trigger set_server_fields before insert or update on agents.agents
  for each row execute function platform.set_server_fields();
create trigger announce_insert after insert on agents.agents referencing new table as changed
  for each statement execute function platform.announce('agents');
create trigger announce_update after update on agents.agents referencing new table as changed
  for each statement execute function platform.announce('agents');
create trigger announce_delete after delete on agents.agents referencing old table as changed
  for each statement execute function platform.announce('agents');
-- That agent is this server.
alter table agents.agents add constraint agents_local_stays
  check (deleted_at is null or id <> '00000000-0000-0000-0000-000000000000');
