-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema views

create schema views;

create table views.saved_views (
  id uuid not null default platform.new_id(),
  name text not null,
  page text not null,
  query text not null default ''::text,
  columns jsonb,
  icon text,
  description text,
  is_shared boolean not null default false,
  source text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table views.saved_views add constraint saved_views_pkey PRIMARY KEY (id);

alter table views.saved_views add constraint saved_views_columns_check CHECK (((jsonb_typeof(columns) = 'array'::text) AND (octet_length((columns)::text) <= 8192) AND (NOT jsonb_path_exists(columns, '$[*].type()?(@ != "string" && @ != "object")'::jsonpath)) AND (NOT jsonb_path_exists(columns, '$[*]?(@.type() == "object" && !(@."id".type() == "string"))'::jsonpath))));

alter table views.saved_views add constraint saved_views_description_check CHECK ((length(description) <= 2000));

alter table views.saved_views add constraint saved_views_icon_check CHECK ((length(icon) <= 500));

alter table views.saved_views add constraint saved_views_name_check CHECK (((name ~ '^\S(.*\S)?$'::text) AND (length(name) <= 253)));

alter table views.saved_views add constraint saved_views_page_check CHECK (((page ~ '^/[A-Za-z0-9._~%:@/-]*$'::text) AND (page !~ '//|/\.{1,2}(/|$)'::text) AND (length(page) <= 1000)));

alter table views.saved_views add constraint saved_views_query_check CHECK (((octet_length(query) <= 8192) AND (query !~ '[\x01-\x20\x7f#]'::text) AND (query !~~ '?%'::text)));

alter table views.saved_views add constraint saved_views_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE UNIQUE INDEX saved_views_key ON views.saved_views USING btree (created_by, page, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE OR REPLACE FUNCTION views.refuse_foreign()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  caller uuid := nullif(current_setting('watchroom.caller', true), '')::uuid;
begin
  if current_user = session_user or old.created_by = caller then return new; end if;
  if not old.is_shared or current_user <> 'watchroom_admin' then
    raise exception using errcode = '42501', message = 'Only its owner or an administrator may change a saved view.';
  end if;
  if not new.is_shared then
    raise exception using errcode = '42501', message = 'Only its owner may make a saved view private.';
  end if;
  return new;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON views.saved_views REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('saved_views');

CREATE TRIGGER announce_insert AFTER INSERT ON views.saved_views REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('saved_views');

CREATE TRIGGER announce_update AFTER UPDATE ON views.saved_views REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('saved_views');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.audit('name', 'page', 'query', 'columns', 'icon', 'description');

CREATE TRIGGER own_id BEFORE INSERT ON views.saved_views FOR EACH ROW WHEN ((CURRENT_USER <> SESSION_USER)) EXECUTE FUNCTION platform.set_own_id();

CREATE TRIGGER refuse_foreign BEFORE UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION views.refuse_foreign();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_source BEFORE INSERT OR UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.set_source();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at();


-- Schema api

create view api.saved_views with (security_barrier=true, check_option=cascaded) as
 SELECT id,
    name,
    page,
    query,
    columns,
    icon,
    description,
    is_shared,
    source,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM views.saved_views
  WHERE (is_shared OR (created_by = (NULLIF(current_setting('watchroom.caller'::text, true), ''::text))::uuid));

grant insert on
  api.saved_views
to {{prefix}}admin;

grant select on
  api.saved_views
to {{prefix}}admin;

grant update on
  api.saved_views
to {{prefix}}admin;

grant insert on
  api.saved_views
to {{prefix}}commander;

grant select on
  api.saved_views
to {{prefix}}commander;

grant update on
  api.saved_views
to {{prefix}}commander;

grant insert on
  api.saved_views
to {{prefix}}editor;

grant select on
  api.saved_views
to {{prefix}}editor;

grant update on
  api.saved_views
to {{prefix}}editor;

grant insert on
  api.saved_views
to {{prefix}}responder;

grant select on
  api.saved_views
to {{prefix}}responder;

grant update on
  api.saved_views
to {{prefix}}responder;

grant insert on
  api.saved_views
to {{prefix}}viewer;

grant select on
  api.saved_views
to {{prefix}}viewer;

grant update on
  api.saved_views
to {{prefix}}viewer;
