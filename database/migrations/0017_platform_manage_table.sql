-- What every table that people manage repeats: its triggers, attached by one call.

-- `hidden`: columns of which the trail says that they changed, and never what they hold. `quiet`: columns whose change alone
-- does not count, neither for the trail nor for `updated_at`. `tells_ids` is false for a table whose ids are not everybody's to
-- hear, `sets_source` for one whose own trigger says where a row comes from. Browsers know the table by its name in the
-- schema api, which is its own. Calling it again changes nothing.
create function platform.manage_table(
  managed regclass, hidden text[] default '{}', quiet text[] default '{}', tells_ids boolean default true,
  sets_source boolean default true
) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  of_rows text := format('on %s for each row', managed);
  table_name text := (select relname from pg_class where oid = managed);
  -- Rows that callers make say where they come from; of all others the server chooses the ids.
  is_made_by_callers boolean := exists (
    select from pg_attribute where attrelid = managed and attname = 'source' and not attisdropped);
  ignored text := (select coalesce(string_agg(quote_literal(c), ', ' order by place), '')
                   from unnest(quiet) with ordinality as u (c, place));
  audited text := (select coalesce(string_agg(quote_literal(c), ', ' order by place), '')
                   from unnest(hidden || array(select '-' || q from unnest(quiet) q)) with ordinality as u (c, place));
  event text;
begin
  execute format('create or replace trigger set_server_fields before insert or update %s execute function platform.set_server_fields()', of_rows);
  execute format('create or replace trigger set_updated_at before update %s execute function platform.set_updated_at(%s)', of_rows, ignored);
  execute format('create or replace trigger audit after insert or update or delete %s execute function platform.audit(%s)', of_rows, audited);
  if is_made_by_callers then
    execute format('create or replace trigger own_id before insert %s when (current_user <> session_user) execute function platform.set_own_id()', of_rows);
  end if;
  if is_made_by_callers and sets_source then
    execute format('create or replace trigger set_source before insert or update %s execute function platform.set_source()', of_rows);
  end if;
  foreach event in array array['insert', 'update', 'delete'] loop
    execute format(
      'create or replace trigger announce_%1$s after %1$s on %2$s referencing %3$s table as changed for each statement execute function platform.%4$s(%5$L)',
      event, managed, case event when 'delete' then 'old' else 'new' end,
      case when tells_ids then 'announce' else 'announce_many' end, table_name);
  end loop;
end $$;
revoke execute on function platform.manage_table from public;

select platform.manage_table('agents.agents', quiet => '{last_seen,last_received}');
-- A spec may hold passwords of other systems, and what is shown holds for a moment what a client typed.
select platform.manage_table('health.canaries', hidden => '{spec}', quiet => '{shown_spec}', sets_source => false);
select platform.manage_table('identity.teams', hidden => '{spec}', quiet => '{shown_spec}');
-- Administrators read the trail, and what is private stays so there.
select platform.manage_table('views.saved_views', hidden => '{name,page,query,columns,icon,description}', tells_ids => false);
