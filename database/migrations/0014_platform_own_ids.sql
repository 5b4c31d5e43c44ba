-- Ids are the database's: one that a caller sends for a row that does not exist yet is replaced. The id of an existing row
-- stays, so that an upsert finds the row and a plain insert is a conflict. The server itself may choose ids. A caller is
-- who was switched to, which the condition of the trigger must tell, since in the
-- function the current user is the owner.
create function platform.set_own_id() returns trigger language plpgsql security definer
  set search_path = pg_catalog, platform, pg_temp as $$
declare
  is_taken boolean;
begin
  execute format('select exists (select from %I.%I where id = $1)', tg_table_schema, tg_table_name)
    into is_taken using new.id;
  if not is_taken then new.id := platform.new_id(); end if;
  return new;
end $$;

create trigger own_id before insert on health.canaries
  for each row when (current_user <> session_user) execute function platform.set_own_id();
create trigger own_id before insert on identity.teams
  for each row when (current_user <> session_user) execute function platform.set_own_id();
create trigger own_id before insert on views.saved_views
  for each row when (current_user <> session_user) execute function platform.set_own_id();
