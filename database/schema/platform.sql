-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema platform

create schema platform;

create table platform.audit_log (
  id uuid not null default platform.new_id(),
  at timestamp with time zone not null default clock_timestamp(),
  caller uuid,
  table_name text not null,
  row_id text,
  action text not null,
  before jsonb,
  after jsonb,
  address inet default platform.caller_address()
);

create table platform.settings (
  name text not null,
  value text not null
);

alter table platform.audit_log add constraint audit_log_pkey PRIMARY KEY (id);

alter table platform.settings add constraint settings_pkey PRIMARY KEY (name);

CREATE INDEX audit_log_at ON platform.audit_log USING btree (at);

CREATE INDEX audit_log_row ON platform.audit_log USING btree (table_name, row_id);

CREATE OR REPLACE FUNCTION platform.announce()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION platform.announce_many()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from changed) then
    for place in 0 .. tg_nargs - 1 loop
      perform pg_notify('watchroom_changes',
        json_build_object('table', tg_argv[place], 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION platform.caller_address()
 RETURNS inet
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('watchroom.address', true), '')::inet $function$;

CREATE OR REPLACE FUNCTION platform.caller_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('watchroom.caller', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION platform.manage_table(managed regclass, hidden text[] DEFAULT '{}'::text[], quiet text[] DEFAULT '{}'::text[], tells_ids boolean DEFAULT true, sets_source boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION platform.new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$select pg_catalog.uuidv7()$function$;

CREATE OR REPLACE FUNCTION platform.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION platform.set_own_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
declare
  is_taken boolean;
begin
  execute format('select exists (select from %I.%I where id = $1)', tg_table_schema, tg_table_name)
    into is_taken using new.id;
  if not is_taken then new.id := platform.new_id(); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION platform.set_server_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION platform.set_source()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if current_user <> session_user then
    new.source := case when tg_op = 'UPDATE' then old.source end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION platform.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ignored text[] := coalesce(tg_argv[0:], '{}')::text[] || array['updated_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then new.updated_at := clock_timestamp();
  else new.updated_at := old.updated_at; end if;
  return new;
end $function$;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON platform.audit_log FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON platform.audit_log FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

grant execute on
  function platform.new_id()
to {{prefix}}admin;

grant execute on
  function platform.new_id()
to {{prefix}}commander;

grant execute on
  function platform.new_id()
to {{prefix}}editor;

grant execute on
  function platform.new_id()
to {{prefix}}responder;

grant execute on
  function platform.new_id()
to {{prefix}}viewer;


-- Schema public

create table public.watchroom_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now()
);

alter table public.watchroom_migrations add constraint watchroom_migrations_pkey PRIMARY KEY (number);

grant usage on
  schema public
to public;


-- Schema api

create schema api;

grant usage on
  schema api
to {{prefix}}admin;

grant usage on
  schema api
to {{prefix}}commander;

grant usage on
  schema api
to {{prefix}}editor;

grant usage on
  schema api
to {{prefix}}health_only;

grant usage on
  schema api
to {{prefix}}responder;

grant usage on
  schema api
to {{prefix}}viewer;
