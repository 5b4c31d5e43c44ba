-- What the room identity exposes. Credentials, sessions, attempts and the first-run token are in no view.

create view api.people as
  select id, name, avatar, type, team_id, organization, title, email, properties, external_id, created_at, updated_at,
         deleted_at, last_login
  from identity.people;

-- The id is that of the roles: a key that leads to people then leads to `people` alone, and `created_by(…)` is unambiguous.
create view api.people_roles as
  select r.person_id as id, p.name, p.email, array_agg(r.role order by r.role)::varchar[] as roles
  from identity.people p
  join identity.person_roles r on r.person_id = p.id
  group by r.person_id, p.name, p.email;
