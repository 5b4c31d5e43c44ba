-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema features

create schema features;

create table features.properties (
  name text not null,
  value text not null,
  description text,
  type text,
  source text not null default 'db'::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table features.properties add constraint properties_pkey PRIMARY KEY (name);

alter table features.properties add constraint properties_name_check CHECK ((name <> ''::text));

alter table features.properties add constraint properties_source_check CHECK ((source = 'db'::text));

alter table features.properties add constraint properties_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE OR REPLACE FUNCTION features.announce()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from changed) then
    perform pg_notify('watchroom_changes',
      json_build_object('table', 'properties', 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION features.set_server_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'platform', 'pg_temp'
AS $function$
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
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON features.properties REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION features.announce();

CREATE TRIGGER announce_insert AFTER INSERT ON features.properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION features.announce();

CREATE TRIGGER announce_update AFTER UPDATE ON features.properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION features.announce();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON features.properties FOR EACH ROW EXECUTE FUNCTION platform.audit();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON features.properties FOR EACH ROW EXECUTE FUNCTION features.set_server_fields();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON features.properties FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at();


-- Schema api

create view api.properties as
 SELECT name,
    value,
    description,
    type,
    source,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM features.properties;

grant delete on
  api.properties
to {{prefix}}admin;

grant insert on
  api.properties
to {{prefix}}admin;

grant select on
  api.properties
to {{prefix}}admin;

grant update on
  api.properties
to {{prefix}}admin;

grant select on
  api.properties
to {{prefix}}commander;

grant delete on
  api.properties
to {{prefix}}editor;

grant insert on
  api.properties
to {{prefix}}editor;

grant select on
  api.properties
to {{prefix}}editor;

grant update on
  api.properties
to {{prefix}}editor;

grant select on
  api.properties
to {{prefix}}responder;

grant select on
  api.properties
to {{prefix}}viewer;
