-- Named values that switch features, and what the data API needs of a table whose key is a name.

-- The trail names a row by its id, or else by its name.
create or replace function platform.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, platform, pg_temp as $$
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
end $$;

create schema features;

create table features.properties (
  name text primary key check (name <> ''),
  value text not null,
  description text,
  type text,
  -- Properties of a file are `local` and never stored, so a row can be nothing else; a column, since clients send whole rows back.
  source text not null default 'db' check (source = 'db'),
  created_by uuid constraint properties_created_by_fkey references identity.people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- What platform.set_server_fields does for tables with an id.
create function features.set_server_fields() returns trigger language plpgsql security definer
  set search_path = pg_catalog, platform, pg_temp as $$
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
end $$;

-- Whoever shows one property shows them all.
create function features.announce() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from changed) then
    perform pg_notify('watchroom_changes',
      json_build_object('table', 'properties', 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
  end if;
  return null;
end $$;

create trigger set_server_fields before insert or update on features.properties
  for each row execute function features.set_server_fields();
create trigger set_updated_at before update on features.properties
  for each row execute function platform.set_updated_at();
create trigger audit after insert or update or delete on features.properties
  for each row execute function platform.audit();
create trigger announce_insert after insert on features.properties referencing new table as changed
  for each statement execute function features.announce();
create trigger announce_update after update on features.properties referencing new table as changed
  for each statement execute function features.announce();
create trigger announce_delete after delete on features.properties referencing old table as changed
  for each statement execute function features.announce();
