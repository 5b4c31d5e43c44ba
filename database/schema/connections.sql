-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema connections

create schema connections;

create table connections.connections (
  id uuid not null default platform.new_id(),
  name text not null,
  namespace text not null default 'default'::text,
  type text not null,
  category text not null default ''::text,
  source text,
  url text,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default false,
  sealed text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table connections.connections add constraint connections_pkey PRIMARY KEY (id);

alter table connections.connections add constraint connections_name_check CHECK (((name ~ '^\S(.*\S)?$'::text) AND (length(name) <= 253)));

alter table connections.connections add constraint connections_namespace_check CHECK (((namespace ~ '^\S(.*\S)?$'::text) AND (length(namespace) <= 253)));

alter table connections.connections add constraint connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE UNIQUE INDEX connections_key ON connections.connections USING btree (namespace, name) WHERE (deleted_at IS NULL);

CREATE TRIGGER announce_delete AFTER DELETE ON connections.connections REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('connections');

CREATE TRIGGER announce_insert AFTER INSERT ON connections.connections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('connections');

CREATE TRIGGER announce_update AFTER UPDATE ON connections.connections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('connections');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON connections.connections FOR EACH ROW EXECUTE FUNCTION platform.audit('sealed', '-url', '-username', '-password', '-certificate', '-properties', '-category');

CREATE TRIGGER own_id BEFORE INSERT ON connections.connections FOR EACH ROW WHEN ((CURRENT_USER <> SESSION_USER)) EXECUTE FUNCTION platform.set_own_id();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON connections.connections FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_source BEFORE INSERT OR UPDATE ON connections.connections FOR EACH ROW EXECUTE FUNCTION platform.set_source();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON connections.connections FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('url', 'username', 'password', 'certificate', 'properties', 'category');


-- Schema api

create view api.connection_details as
 SELECT id,
    name,
    namespace,
    type,
    category,
    url,
    source,
    username,
    password,
    certificate,
    properties,
    insecure_tls,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM connections.connections;

create view api.connections as
 SELECT id,
    name,
    namespace,
    type,
    url,
    source,
    username,
    password,
    certificate,
    properties,
    insecure_tls,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM connections.connections;

create view api.connections_list as
 SELECT id,
    name,
    namespace,
    type,
    category,
    created_by,
    created_at,
    updated_at
   FROM connections.connections
  WHERE (deleted_at IS NULL);

grant insert on
  api.connections
to {{prefix}}admin;

grant select on
  api.connection_details,
  api.connections,
  api.connections_list
to {{prefix}}admin;

grant update on
  api.connections
to {{prefix}}admin;

grant select on
  api.connections_list
to {{prefix}}commander;

grant select on
  api.connection_details,
  api.connections,
  api.connections_list
to {{prefix}}editor;

grant select on
  api.connections_list
to {{prefix}}responder;

grant select on
  api.connections_list
to {{prefix}}viewer;
