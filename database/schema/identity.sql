-- What the migrations, the files in database/api and the permission matrix make of an empty database. Written by
-- "npm run generate" and compared by a test; a change of the schema shows here. Not run by anything.

-- Schema identity

create schema identity;

create table identity.access_tokens (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_address inet
);

create table identity.attempts (
  key text not null,
  at timestamp with time zone not null default now(),
  attempt uuid
);

create table identity.backup_codes (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone
);

create table identity.basic_sign_ins (
  person_id uuid not null,
  network text not null,
  hour timestamp with time zone not null,
  outcome text not null
);

create table identity.codes (
  id uuid not null default platform.new_id(),
  purpose text not null,
  person_id uuid,
  flow_id uuid,
  email text not null,
  code_hash bytea not null,
  token_hash bytea not null,
  attempts_left integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table identity.credentials (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  type text not null,
  secret text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_step bigint
);

create table identity.first_run (
  singleton boolean not null default true,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now()
);

create table identity.flows (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  browser_hash bytea not null,
  person_id uuid,
  request_url text not null,
  return_to text,
  requested_level text not null default 'aal1'::text,
  refresh boolean not null default false,
  state text not null,
  internal jsonb not null default '{}'::jsonb,
  shown jsonb not null default '{}'::jsonb,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table identity.identities (
  id uuid not null,
  first_name text not null,
  last_name text not null default ''::text,
  state text not null default 'active'::text,
  state_changed_at timestamp with time zone not null default now(),
  email_verified_at timestamp with time zone,
  required_level text not null default 'aal1'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table identity.invitations (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  token_hash bytea not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table identity.mails (
  id uuid not null default platform.new_id(),
  kind text not null,
  recipient text not null,
  subject text not null,
  body text,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  next_attempt_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone
);

create table identity.passkeys (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  verifies_user boolean not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone
);

create table identity.people (
  id uuid not null default platform.new_id(),
  name text not null,
  avatar text,
  type text,
  team_id uuid,
  organization text,
  title text,
  email text,
  phone text,
  properties jsonb,
  external_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  last_login timestamp with time zone
);

create table identity.person_roles (
  person_id uuid not null,
  role text not null
);

create table identity.provider_accounts (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  provider text not null,
  subject text not null,
  email text,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone
);

create table identity.sessions (
  id uuid not null default platform.new_id(),
  person_id uuid not null,
  token_hash bytea not null,
  assurance_level text not null default 'aal1'::text,
  authenticated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  user_agent text,
  address inet,
  authentication_methods jsonb not null default '[]'::jsonb
);

create table identity.team_members (
  team_id uuid not null,
  person_id uuid not null
);

create table identity.teams (
  id uuid not null default platform.new_id(),
  name text not null,
  icon text,
  spec jsonb not null default '{}'::jsonb,
  shown_spec jsonb default '{}'::jsonb,
  source text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

alter table identity.access_tokens add constraint access_tokens_pkey PRIMARY KEY (id);

alter table identity.access_tokens add constraint access_tokens_person_id_name_key UNIQUE (person_id, name);

alter table identity.access_tokens add constraint access_tokens_token_hash_key UNIQUE (token_hash);

alter table identity.access_tokens add constraint access_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));

alter table identity.access_tokens add constraint access_tokens_scope_check CHECK ((scope = ANY (ARRAY['read_only'::text, 'admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])));

alter table identity.access_tokens add constraint access_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.backup_codes add constraint backup_codes_pkey PRIMARY KEY (id);

alter table identity.backup_codes add constraint backup_codes_person_id_code_hash_key UNIQUE (person_id, code_hash);

alter table identity.backup_codes add constraint backup_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.basic_sign_ins add constraint basic_sign_ins_pkey PRIMARY KEY (person_id, network, hour, outcome);

alter table identity.codes add constraint codes_pkey PRIMARY KEY (id);

alter table identity.codes add constraint codes_token_hash_key UNIQUE (token_hash);

alter table identity.codes add constraint codes_purpose_check CHECK ((purpose = ANY (ARRAY['recovery'::text, 'verification'::text])));

alter table identity.codes add constraint codes_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES identity.flows(id) ON DELETE CASCADE;

alter table identity.codes add constraint codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.credentials add constraint credentials_pkey PRIMARY KEY (id);

alter table identity.credentials add constraint credentials_person_id_type_key UNIQUE (person_id, type);

alter table identity.credentials add constraint credentials_type_check CHECK ((type = ANY (ARRAY['password'::text, 'totp'::text])));

alter table identity.credentials add constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.first_run add constraint first_run_pkey PRIMARY KEY (singleton);

alter table identity.first_run add constraint first_run_singleton_check CHECK (singleton);

alter table identity.flows add constraint flows_pkey PRIMARY KEY (id);

alter table identity.flows add constraint flows_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'registration'::text, 'recovery'::text, 'verification'::text, 'settings'::text])));

alter table identity.flows add constraint flows_requested_level_check CHECK ((requested_level = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity.flows add constraint flows_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.identities add constraint identities_pkey PRIMARY KEY (id);

alter table identity.identities add constraint identities_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 200)));

alter table identity.identities add constraint identities_last_name_check CHECK ((length(last_name) <= 200));

alter table identity.identities add constraint identities_required_level_check CHECK ((required_level = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity.identities add constraint identities_state_check CHECK ((state = ANY (ARRAY['active'::text, 'inactive'::text, 'invited'::text])));

alter table identity.identities add constraint identities_id_fkey FOREIGN KEY (id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.invitations add constraint invitations_pkey PRIMARY KEY (id);

alter table identity.invitations add constraint invitations_token_hash_key UNIQUE (token_hash);

alter table identity.invitations add constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

alter table identity.invitations add constraint invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.mails add constraint mails_pkey PRIMARY KEY (id);

alter table identity.mails add constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])));

alter table identity.passkeys add constraint passkeys_pkey PRIMARY KEY (id);

alter table identity.passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);

alter table identity.passkeys add constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));

alter table identity.passkeys add constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.people add constraint people_pkey PRIMARY KEY (id);

alter table identity.people add constraint people_team_id_fkey FOREIGN KEY (team_id) REFERENCES identity.teams(id);

alter table identity.person_roles add constraint person_roles_pkey PRIMARY KEY (person_id, role);

alter table identity.person_roles add constraint person_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])));

alter table identity.person_roles add constraint person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.provider_accounts add constraint provider_accounts_pkey PRIMARY KEY (id);

alter table identity.provider_accounts add constraint provider_accounts_person_id_provider_key UNIQUE (person_id, provider);

alter table identity.provider_accounts add constraint provider_accounts_provider_subject_key UNIQUE (provider, subject);

alter table identity.provider_accounts add constraint provider_accounts_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table identity.sessions add constraint sessions_token_hash_key UNIQUE (token_hash);

alter table identity.sessions add constraint sessions_assurance_level_check CHECK ((assurance_level = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity.sessions add constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE;

alter table identity.team_members add constraint team_members_pkey PRIMARY KEY (team_id, person_id);

alter table identity.team_members add constraint team_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id);

alter table identity.team_members add constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES identity.teams(id);

alter table identity.teams add constraint teams_pkey PRIMARY KEY (id);

alter table identity.teams add constraint teams_icon_check CHECK ((length(icon) <= 500));

alter table identity.teams add constraint teams_name_check CHECK (((name ~ '^\S(.*\S)?$'::text) AND (length(name) <= 253)));

alter table identity.teams add constraint teams_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.people(id);

CREATE INDEX attempts_key ON identity.attempts USING btree (key, at);

CREATE INDEX basic_sign_ins_hour ON identity.basic_sign_ins USING btree (hour);

CREATE INDEX codes_email ON identity.codes USING btree (email, created_at);

CREATE INDEX codes_flow ON identity.codes USING btree (flow_id);

CREATE INDEX flows_expiry ON identity.flows USING btree (expires_at);

CREATE INDEX invitations_person ON identity.invitations USING btree (person_id);

CREATE INDEX mails_created ON identity.mails USING btree (created_at);

CREATE INDEX mails_waiting ON identity.mails USING btree (next_attempt_at) WHERE (status = 'waiting'::text);

CREATE INDEX passkeys_person ON identity.passkeys USING btree (person_id);

CREATE UNIQUE INDEX people_email_key ON identity.people USING btree (lower(email)) WHERE (deleted_at IS NULL);

CREATE INDEX sessions_expiry ON identity.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON identity.sessions USING btree (person_id);

CREATE INDEX team_members_person ON identity.team_members USING btree (person_id);

CREATE UNIQUE INDEX teams_id_text ON identity.teams USING btree (((id)::text));

CREATE UNIQUE INDEX teams_name_key ON identity.teams USING btree (name) WHERE (deleted_at IS NULL);

CREATE OR REPLACE FUNCTION identity.forget_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update identity.identities set email_verified_at = null where id = new.id and email_verified_at is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.name_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update identity.people set name = trim(new.first_name || ' ' || new.last_name)
  where id = new.id and name is distinct from trim(new.first_name || ' ' || new.last_name);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.set_required_level()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person uuid := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  update identity.identities set required_level =
    case when exists (select from identity.credentials where person_id = person and type = 'totp')
           or exists (select from identity.passkeys where person_id = person) then 'aal2' else 'aal1' end
  where id = person;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.set_state_changed_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state is distinct from old.state then new.state_changed_at := clock_timestamp(); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION identity.tell_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person uuid := case when tg_op = 'DELETE' then (to_jsonb(old) ->> tg_argv[0])::uuid else (to_jsonb(new) ->> tg_argv[0])::uuid end;
begin
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'person_rights', 'ids', json_build_array(person), 'tx', pg_current_xact_id()::text)::text);
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'sessions', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(s.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.sessions s where s.person_id = person having count(*) > 0;
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'access_tokens', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(t.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.access_tokens t where t.person_id = person having count(*) > 0;
  return null;
end $function$;

CREATE TRIGGER announce_delete AFTER DELETE ON identity.access_tokens REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('access_tokens');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.access_tokens FOR EACH ROW EXECUTE FUNCTION platform.audit('token_hash', '-last_used_at', '-last_used_address');

CREATE TRIGGER tell_sessions AFTER UPDATE OF scope, expires_at ON identity.access_tokens FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.backup_codes FOR EACH ROW EXECUTE FUNCTION platform.audit('code_hash');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.credentials FOR EACH ROW EXECUTE FUNCTION platform.audit('secret', '-last_step');

CREATE TRIGGER set_required_level AFTER INSERT OR DELETE ON identity.credentials FOR EACH ROW EXECUTE FUNCTION identity.set_required_level();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.credentials FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('last_step');

CREATE TRIGGER tell_sessions AFTER INSERT OR DELETE OR UPDATE OF secret ON identity.credentials FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.identities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('identities');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.identities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('identities');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.identities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('identities');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.identities FOR EACH ROW EXECUTE FUNCTION platform.audit('-required_level');

CREATE TRIGGER name_person AFTER INSERT OR UPDATE OF first_name, last_name ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.name_person();

CREATE TRIGGER set_state_changed_at BEFORE UPDATE ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.set_state_changed_at();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.identities FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('required_level');

CREATE TRIGGER tell_sessions AFTER UPDATE OF state, required_level ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('id');

CREATE TRIGGER tell_sessions_of_deleted AFTER DELETE ON identity.identities FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.invitations FOR EACH ROW EXECUTE FUNCTION platform.audit('token_hash');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.mails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('mails');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.passkeys FOR EACH ROW EXECUTE FUNCTION platform.audit('-counter', '-last_used_at', 'credential_id', 'public_key');

CREATE TRIGGER set_required_level AFTER INSERT OR DELETE ON identity.passkeys FOR EACH ROW EXECUTE FUNCTION identity.set_required_level();

CREATE TRIGGER announce_insert AFTER INSERT ON identity.people REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('people');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.people REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('people');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.people FOR EACH ROW EXECUTE FUNCTION platform.audit('-last_login');

CREATE TRIGGER forget_verification AFTER UPDATE OF email ON identity.people FOR EACH ROW WHEN ((lower(old.email) IS DISTINCT FROM lower(new.email))) EXECUTE FUNCTION identity.forget_verification();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.people FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('last_login');

CREATE TRIGGER tell_sessions AFTER UPDATE OF email, deleted_at ON identity.people FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION identity.tell_sessions('id');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.person_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('people_roles', 'identities');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.person_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('people_roles', 'identities');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.person_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('people_roles', 'identities');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.person_roles FOR EACH ROW EXECUTE FUNCTION platform.audit();

CREATE TRIGGER tell_sessions AFTER INSERT OR DELETE OR UPDATE ON identity.person_roles FOR EACH ROW EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.provider_accounts FOR EACH ROW EXECUTE FUNCTION platform.audit('-last_used_at');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('sessions');

CREATE TRIGGER tell_sessions AFTER UPDATE OF assurance_level ON identity.sessions FOR EACH ROW WHEN ((old.assurance_level IS DISTINCT FROM new.assurance_level)) EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER tell_shortened AFTER UPDATE OF expires_at ON identity.sessions FOR EACH ROW WHEN ((new.expires_at < old.expires_at)) EXECUTE FUNCTION identity.tell_sessions('person_id');

CREATE TRIGGER announce_delete AFTER DELETE ON identity.team_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('team_members', 'teams');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('team_members', 'teams');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce_many('team_members', 'teams');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.team_members FOR EACH ROW EXECUTE FUNCTION platform.audit();

CREATE TRIGGER announce_delete AFTER DELETE ON identity.teams REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('teams');

CREATE TRIGGER announce_insert AFTER INSERT ON identity.teams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('teams');

CREATE TRIGGER announce_update AFTER UPDATE ON identity.teams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.announce('teams');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.audit('spec', '-shown_spec');

CREATE TRIGGER own_id BEFORE INSERT ON identity.teams FOR EACH ROW WHEN ((CURRENT_USER <> SESSION_USER)) EXECUTE FUNCTION platform.set_own_id();

CREATE TRIGGER set_server_fields BEFORE INSERT OR UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.set_server_fields();

CREATE TRIGGER set_source BEFORE INSERT OR UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.set_source();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON identity.teams FOR EACH ROW EXECUTE FUNCTION platform.set_updated_at('shown_spec');


-- Schema api

create view api.audit_log as
 SELECT id,
    at,
    caller,
    host(address) AS address,
    table_name,
    row_id,
    action,
    before,
    after
   FROM platform.audit_log;

create view api.identities as
 SELECT i.id,
    '00000000-0000-0000-0000-000000000000'::uuid AS nid,
        CASE
            WHEN (i.state = 'inactive'::text) THEN 'inactive'::text
            ELSE 'active'::text
        END AS state,
    i.state_changed_at,
    i.created_at,
    i.updated_at,
    jsonb_build_object('email', p.email, 'name', jsonb_build_object('first', i.first_name, 'last', i.last_name)) AS traits,
    held.roles,
    (i.email_verified_at IS NOT NULL) AS email_verified,
    (i.required_level = 'aal2'::text) AS second_factor,
    p.last_login,
    p.name,
    p.email,
    i.state AS account_state,
    COALESCE(held.roles[1], 'viewer'::text) AS role
   FROM ((identity.identities i
     JOIN identity.people p ON ((p.id = i.id)))
     CROSS JOIN LATERAL ( SELECT ARRAY( SELECT r.role
                   FROM identity.person_roles r
                  WHERE (r.person_id = i.id)
                  ORDER BY (array_position(ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text], r.role))) AS roles) held)
  WHERE (p.deleted_at IS NULL);

create view api.people as
 SELECT id,
    name,
    avatar,
    type,
    team_id,
    organization,
    title,
    email,
    phone,
    properties,
    external_id,
    created_at,
    updated_at,
    deleted_at,
    last_login
   FROM identity.people;

create view api.people_roles as
 SELECT r.person_id AS id,
    p.name,
    p.email,
    (array_agg(r.role ORDER BY r.role))::character varying[] AS roles
   FROM (identity.people p
     JOIN identity.person_roles r ON ((r.person_id = p.id)))
  GROUP BY r.person_id, p.name, p.email;

create view api.team_members as
 SELECT team_id,
    person_id
   FROM identity.team_members;

create view api.teams as
 SELECT id,
    name,
    icon,
    shown_spec AS spec,
    source,
    created_by,
    created_at,
    updated_at,
    deleted_at
   FROM identity.teams;

create view api.teams_with_status as
 SELECT t.id,
    t.name,
    t.icon,
    t.shown_spec AS spec,
    t.source,
    t.created_by,
    t.created_at,
    t.updated_at,
    t.deleted_at,
    h.name AS job_name,
    h.success_count AS job_success_count,
    h.error_count AS job_error_count,
    h.details AS job_details,
    h.hostname AS job_hostname,
    h.duration_millis AS job_duration_millis,
    h.resource_type AS job_resource_type,
    h.status AS job_status,
    h.time_start AS job_time_start,
    h.time_end AS job_time_end,
    h.created_at AS job_created_at,
    ( SELECT max(f.time_start) AS max
           FROM jobs.job_history f
          WHERE ((f.resource_id = (t.id)::text) AND (f.resource_type = 'team'::text) AND (f.status = 'FAILED'::text))) AS job_last_failed
   FROM ((identity.teams t
     LEFT JOIN jobs.latest_runs l ON ((l.resource_id = (t.id)::text)))
     LEFT JOIN jobs.job_history h ON ((h.id = l.run_id)))
  WHERE (t.deleted_at IS NULL);

grant delete on
  api.team_members
to {{prefix}}admin;

grant insert on
  api.team_members,
  api.teams
to {{prefix}}admin;

grant select on
  api.audit_log,
  api.identities,
  api.people,
  api.people_roles,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}admin;

grant update on
  api.teams
to {{prefix}}admin;

grant select on
  api.people,
  api.people_roles,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}commander;

grant delete on
  api.team_members
to {{prefix}}editor;

grant insert on
  api.team_members,
  api.teams
to {{prefix}}editor;

grant select on
  api.identities,
  api.people,
  api.people_roles,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}editor;

grant update on
  api.teams
to {{prefix}}editor;

grant select on
  api.people,
  api.people_roles,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}responder;

grant select on
  api.people,
  api.people_roles,
  api.team_members,
  api.teams,
  api.teams_with_status
to {{prefix}}viewer;
