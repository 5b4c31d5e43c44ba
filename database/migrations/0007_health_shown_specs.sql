-- Canaries through the data API: who made them is the database's to say, and what is shown of a spec holds no secret.

drop trigger set_created_by on health.canaries;
drop function health.set_created_by();
create trigger set_server_fields before insert or update on health.canaries
  for each row execute function platform.set_server_fields();
create trigger announce_insert after insert on health.canaries referencing new table as changed
  for each statement execute function platform.announce('canaries');
create trigger announce_update after update on health.canaries referencing new table as changed
  for each statement execute function platform.announce('canaries');
create trigger announce_delete after delete on health.canaries referencing old table as changed
  for each statement execute function platform.announce('canaries');
create trigger announce_insert after insert on health.checks referencing new table as changed
  for each statement execute function platform.announce('checks');
create trigger announce_update after update on health.checks referencing new table as changed
  for each statement execute function platform.announce('checks');
create trigger announce_delete after delete on health.checks referencing old table as changed
  for each statement execute function platform.announce('checks');

-- A caller's canary is one made in the console. Clients send whole rows back, so the columns that say where a canary comes
-- from and how it fares are taken and overlooked; otherwise a row that says "UI" could become one that only a document or
-- an agent may change, or the other way round. A caller is who was switched to; the server itself writes as who signed in.
create function health.set_canary_origin() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
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
end $$;
create trigger set_origin before insert or update on health.canaries
  for each row execute function health.set_canary_origin();

-- Callers may write a canary and not its checks.
alter function health.follow_canary_deletion() security definer set search_path = pg_catalog, pg_temp;

-- The spec as people see it, with its secrets hidden; null until the server has looked at the row. What a client sends
-- arrives there, and the server makes the spec of it before the transaction ends.
alter table health.canaries add column shown_spec jsonb;
alter table health.canaries alter column spec set default '{}';
alter table health.canaries alter column namespace set default 'default';
alter table health.checks add column shown_spec jsonb;

-- For a moment it may hold what a client typed, so the trail looks past it; that the server looked at a row is no change of it.
create or replace trigger audit after insert or update or delete on health.canaries
  for each row execute function platform.audit('spec', '-shown_spec');
create or replace trigger set_updated_at before update on health.canaries
  for each row execute function platform.set_updated_at('shown_spec');
create or replace trigger set_updated_at before update on health.checks
  for each row execute function platform.set_updated_at('shown_spec');

-- The stored canaries are applied again, which fills the new columns.
delete from platform.settings where name = 'kinds_checksum';
