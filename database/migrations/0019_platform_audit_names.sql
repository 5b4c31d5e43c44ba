-- A person looks for "Deleted" and a name in the trail, not for a change of `deleted_at` under an id.

-- The trail names a row by its id, or else by its name. An update keeps the id, the name and what differs. Setting
-- `deleted_at` is a deletion, and taking it back a restoration.
create or replace function platform.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, platform, pg_temp as $$
declare
  arguments text[] := coalesce(tg_argv[0:], '{}')::text[];
  ignored text[] := array(select substr(a, 2) from unnest(arguments) a where a like '-%') || array['updated_at'];
  hidden text[] := array(select a from unnest(arguments) a where a not like '-%');
  -- A hidden name tells nothing.
  kept text[] := array['id'] || array(select 'name' where not 'name' = any (hidden));
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - ignored end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - ignored end;
  row_id text := coalesce(new_row ->> 'id', old_row ->> 'id', new_row ->> 'name', old_row ->> 'name');
  was_deleted boolean := old_row ->> 'deleted_at' is not null;
  is_deleted boolean := new_row ->> 'deleted_at' is not null;
  action text := lower(tg_op);
  key text;
begin
  if tg_op = 'UPDATE' then
    if old_row = new_row then return null; end if;
    if is_deleted and not was_deleted then
      action := 'delete';
      new_row := null;
    else
      if was_deleted and not is_deleted then action := 'restore'; end if;
      for key in select k from jsonb_object_keys(new_row) k where new_row -> k = old_row -> k and k <> all (kept) loop
        old_row := old_row - key;
        new_row := new_row - key;
      end loop;
    end if;
  end if;
  foreach key in array hidden loop
    if old_row ? key then old_row := jsonb_set(old_row, array[key], '"(hidden)"'); end if;
    if new_row ? key then new_row := jsonb_set(new_row, array[key], '"(hidden)"'); end if;
  end loop;
  insert into platform.audit_log (caller, table_name, row_id, action, before, after)
  values (platform.caller_id(), tg_table_schema || '.' || tg_table_name, row_id, action, old_row, new_row);
  return null;
end $$;
