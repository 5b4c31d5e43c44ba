-- People, how they prove who they are, and their sessions. Later flows (second factor, passkeys, recovery, providers)
-- add credentials of other types and raise a session's assurance level; this beginning stays.

create schema identity;

create table identity.people (
  id uuid primary key default platform.new_id(),
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  last_login timestamptz
);
create unique index people_email_key on identity.people (lower(email)) where deleted_at is null;
create trigger set_updated_at before update on identity.people
  for each row execute function platform.set_updated_at('last_login');
create trigger audit after insert or update or delete on identity.people
  for each row execute function platform.audit('-last_login');

insert into identity.people (name, type) values ('System', 'system');

create table identity.person_roles (
  person_id uuid not null references identity.people (id) on delete cascade,
  role text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer')),
  primary key (person_id, role)
);
create trigger audit after insert or update or delete on identity.person_roles
  for each row execute function platform.audit();

create table identity.credentials (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  type text not null check (type in ('password')),
  -- For a password: the PHC string of argon2id.
  secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (person_id, type)
);
create trigger set_updated_at before update on identity.credentials
  for each row execute function platform.set_updated_at();
create trigger audit after insert or update or delete on identity.credentials
  for each row execute function platform.audit('secret');

create table identity.sessions (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  -- SHA-256 of the cookie's random token: a read of this table opens no session.
  token_hash bytea not null unique,
  assurance_level text not null default 'aal1' check (assurance_level in ('aal1', 'aal2')),
  authenticated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address inet
);
create index sessions_person on identity.sessions (person_id);
create index sessions_expiry on identity.sessions (expires_at);

-- Failed attempts per account and per address, shared by all replicas.
create table identity.attempts (
  key text not null,
  at timestamptz not null default now()
);
create index attempts_key on identity.attempts (key, at);

-- The one row is the right to make the first administrator; whoever deletes it in his transaction has won.
create table identity.first_run (
  singleton boolean primary key default true check (singleton),
  token_hash bytea not null,
  created_at timestamptz not null default now()
);
