-- What the room agents exposes.

create view api.agents as
  select id, name, hostname, description, ip, version, username, person_id, properties, tls, created_by, created_at, updated_at,
         cleanup, deleted_at, last_seen, last_received
  from agents.agents;
