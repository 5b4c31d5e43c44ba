-- Agents push from remote clusters; the row with the nil id is this server itself.

create schema agents;

create table agents.agents (
  id uuid primary key default platform.new_id(),
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid references identity.people (id),
  properties jsonb,
  tls text,
  created_by uuid constraint agents_created_by_fkey references identity.people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cleanup boolean not null default false,
  deleted_at timestamptz,
  last_seen timestamptz,
  last_received timestamptz
);
create unique index agents_name_key on agents.agents (name) where deleted_at is null;
create trigger set_updated_at before update on agents.agents
  for each row execute function platform.set_updated_at('last_seen', 'last_received');
create trigger audit after insert or update or delete on agents.agents
  for each row execute function platform.audit('-last_seen', '-last_received');

insert into agents.agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');
