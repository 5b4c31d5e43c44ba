-- What the room connections exposes. No view shows `sealed`; the other columns hold no secret.

create view api.connections as
  select id, name, namespace, type, url, source, username, password, certificate, properties, insecure_tls, created_by,
         created_at, updated_at, deleted_at
  from connections.connections;

create view api.connection_details as
  select id, name, namespace, type, category, url, source, username, password, certificate, properties, insecure_tls,
         created_by, created_at, updated_at, deleted_at
  from connections.connections;

-- What everyone may choose from.
create view api.connections_list as
  select id, name, namespace, type, category, created_by, created_at, updated_at
  from connections.connections
  where deleted_at is null;
