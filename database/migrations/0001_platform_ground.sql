-- The ground that every room stands on: ids, who acts, server-set columns, the audit trail.
-- `{{prefix}}` is replaced by the configured prefix of role names, which are shared by a whole cluster.

create schema platform;

-- Time-ordered ids (RFC 9562, version 7). PostgreSQL 18 has its own; older servers get the same layout in SQL.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    execute 'create function platform.new_id() returns uuid language sql volatile as ''select pg_catalog.uuidv7()''';
  else
    execute $f$
      create function platform.new_id() returns uuid language sql volatile as $b$
        select encode(
          set_byte(set_byte(
            overlay(uuid_send(gen_random_uuid()) placing
              substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
            6, (get_byte(uuid_send(gen_random_uuid()), 0) & 15) | 112),
            8, (get_byte(uuid_send(gen_random_uuid()), 0) & 63) | 128), 'hex')::uuid
      $b$
    $f$;
  end if;
end $$;

-- The person on whose behalf the transaction runs; null for the server itself. Set per transaction by the server.
create function platform.caller_id() returns uuid language sql stable
  as $$ select nullif(current_setting('watchroom.caller', true), '')::uuid $$;

-- Arguments are columns whose change alone does not count, for example when somebody was last seen.
create function platform.set_updated_at() returns trigger language plpgsql as $$
declare
  ignored text[] := coalesce(tg_argv[0:], '{}')::text[] || array['updated_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then new.updated_at := clock_timestamp();
  else new.updated_at := old.updated_at; end if;
  return new;
end $$;

create table platform.audit_log (
  id uuid primary key default platform.new_id(),
  at timestamptz not null default clock_timestamp(),
  caller uuid,
  table_name text not null,
  row_id text,
  action text not null,
  -- Only the columns that changed, old and new; secrets never enter audited tables in clear.
  before jsonb,
  after jsonb
);
create index audit_log_at on platform.audit_log (at);
create index audit_log_row on platform.audit_log (table_name, row_id);

-- One trigger for every table that people change: `create trigger audit after insert or update or delete … execute
-- function platform.audit('secret', '-last_seen')`. A named column is told to have changed, but never what it holds; one
-- with a minus before it is not looked at. It runs as the owner, since callers may not write the trail.
create function platform.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, platform, pg_temp as $$
declare
  arguments text[] := coalesce(tg_argv[0:], '{}')::text[];
  ignored text[] := array(select substr(a, 2) from unnest(arguments) a where a like '-%') || array['updated_at'];
  hidden text[] := array(select a from unnest(arguments) a where a not like '-%');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - ignored end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - ignored end;
  row_id text := coalesce(new_row ->> 'id', old_row ->> 'id');
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

-- What replicas must agree on, for example the fingerprint of the keys.
create table platform.settings (
  name text primary key,
  value text not null
);
