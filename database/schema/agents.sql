-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema agents

create schema agents;

create table agents.agents (
  id uuid not null default platform.new_id(),
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  cleanup boolean not null default false,
  deleted_at timestamp with time zone,
  last_seen timestamp with time zone,
  last_received timestamp with time zone
);

alter table agents.agents add constraint agents_pkey PRIMARY KEY (id);

alter table agents.agents add constraint agents_local_stays CHECK (((deleted_at IS NULL) OR (id <> '00000000-0000-0000-0000-000000000000'::uuid)));

alter table agents.agents add constraint agents_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

alter table agents.agents add constraint agents_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id);

CREATE UNIQUE INDEX agents_name_key ON agents.agents USING btree (name) WHERE (deleted_at IS NULL);

CREATE TRIGGER announce_delete AFTER DELETE ON agents.agents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('agents');

CREATE TRIGGER announce_insert AFTER INSERT ON agents.agents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('agents');

CREATE TRIGGER announce_update AFTER UPDATE ON agents.agents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('agents');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON agents.agents FOR EACH ROW EXECUTE FUNCTION platform.audit('-last_seen', '-last_received');

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON agents.agents FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON agents.agents FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('last_seen', 'last_received');


-- Schema api

create view api.agents as
 SELECT id,
    name,
    hostname,
    description,
    ip,
    version,
    username,
    person_id,
    properties,
    tls,
    created_by,
    created_at,
    updated_at,
    cleanup,
    deleted_at,
    last_seen,
    last_received
   FROM agents.agents;

grant select on
  api.agents
to {{prefix}}admin;

grant update (cleanup) on
  api.agents
to {{prefix}}admin;

grant update (created_at) on
  api.agents
to {{prefix}}admin;

grant update (created_by) on
  api.agents
to {{prefix}}admin;

grant update (deleted_at) on
  api.agents
to {{prefix}}admin;

grant update (id) on
  api.agents
to {{prefix}}admin;

grant update (properties) on
  api.agents
to {{prefix}}admin;

grant update (updated_at) on
  api.agents
to {{prefix}}admin;

grant select on
  api.agents
to {{prefix}}commander;

grant select on
  api.agents
to {{prefix}}editor;

grant update (cleanup) on
  api.agents
to {{prefix}}editor;

grant update (created_at) on
  api.agents
to {{prefix}}editor;

grant update (created_by) on
  api.agents
to {{prefix}}editor;

grant update (deleted_at) on
  api.agents
to {{prefix}}editor;

grant update (id) on
  api.agents
to {{prefix}}editor;

grant update (properties) on
  api.agents
to {{prefix}}editor;

grant update (updated_at) on
  api.agents
to {{prefix}}editor;

grant select on
  api.agents
to {{prefix}}responder;

grant select on
  api.agents
to {{prefix}}viewer;
