-- Connections to other systems. Everything that may hold a secret is kept encrypted, under a key that is not in the database.

create schema connections;

create table connections.connections (
  id uuid primary key default platform.new_id(),
  name text not null constraint connections_name_check check (name ~ '^\S(.*\S)?$' and length(name) <= 253),
  namespace text not null default 'default'
    constraint connections_namespace_check check (namespace ~ '^\S(.*\S)?$' and length(namespace) <= 253),
  type text not null,
  -- `notification` for a service that messages are sent through; the server sets it by the type.
  category text not null default '',
  source text,
  -- The entry as people see it, with its secrets hidden. What a client sends arrives in these columns, and the server moves
  -- it to `sealed` before the transaction ends.
  url text,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default false,
  -- The whole entry as JSON, encrypted.
  sealed text,
  created_by uuid constraint connections_created_by_fkey references identity.people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index connections_key on connections.connections (namespace, name) where deleted_at is null;

-- The trail tells of a changed entry by `sealed`.
select platform.manage_table('connections.connections', hidden => '{sealed}',
  quiet => '{url,username,password,certificate,properties,category}');
