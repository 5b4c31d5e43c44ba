-- What the room identity exposes. Credentials, sessions, attempts and the first-run token are in no view.

create view api.people as
  select id, name, avatar, type, team_id, organization, title, email, phone, properties, external_id, created_at, updated_at,
         deleted_at, last_login
  from identity.people;

-- The id is that of the roles: a key that leads to people then leads to `people` alone, and `created_by(…)` is unambiguous.
create view api.people_roles as
  select r.person_id as id, p.name, p.email, array_agg(r.role order by r.role)::varchar[] as roles
  from identity.people p
  join identity.person_roles r on r.person_id = p.id
  group by r.person_id, p.name, p.email;

-- Accounts in the shape of the identity provider that old clients know, with what the list of users shows besides. The id is
-- that of the account: a key that leads to people then leads to `people` alone.
create view api.identities as
  select i.id, '00000000-0000-0000-0000-000000000000'::uuid as nid,
         -- Old clients know two states, and take an account in any other for one to be switched off.
         case when i.state = 'inactive' then 'inactive' else 'active' end as state, i.state_changed_at, i.created_at, i.updated_at,
         jsonb_build_object('email', p.email, 'name', jsonb_build_object('first', i.first_name, 'last', i.last_name)) as traits,
         held.roles, i.email_verified_at is not null as email_verified, i.required_level = 'aal2' as second_factor,
         p.last_login, p.name, p.email, i.state as account_state,
         -- The strongest one, by which a list is filtered and sorted; nobody has less than that of a viewer.
         coalesce(held.roles[1], 'viewer') as role
  from identity.identities i
  join identity.people p on p.id = i.id
  cross join lateral (
    select array(select r.role from identity.person_roles r where r.person_id = i.id
                 order by array_position(array['admin', 'editor', 'commander', 'responder', 'viewer'], r.role)) as roles) held
  where p.deleted_at is null;

create view api.teams as
  select id, name, icon, shown_spec as spec, source, created_by, created_at, updated_at, deleted_at
  from identity.teams;

create view api.team_members as
  select team_id, person_id
  from identity.team_members;

-- Both joins follow a key, so PostgreSQL leaves them out of a count.
create view api.teams_with_status as
  select t.id, t.name, t.icon, t.shown_spec as spec, t.source, t.created_by, t.created_at, t.updated_at, t.deleted_at,
         h.name as job_name, h.success_count as job_success_count, h.error_count as job_error_count,
         h.details as job_details, h.hostname as job_hostname, h.duration_millis as job_duration_millis,
         h.resource_type as job_resource_type, h.status as job_status, h.time_start as job_time_start,
         h.time_end as job_time_end, h.created_at as job_created_at,
         (select max(f.time_start) from jobs.job_history f
          where f.resource_id = t.id::text and f.resource_type = 'team' and f.status = 'FAILED') as job_last_failed
  from identity.teams t
  left join jobs.latest_runs l on l.resource_id = t.id::text
  left join jobs.job_history h on h.id = l.run_id
  where t.deleted_at is null;

-- Of all rooms: what is written there is never changed. Whoever is named may be gone, and stays in `people`.
create view api.audit_log as
  select id, at, caller, host(address) as address, table_name, row_id, action, before, after
  from platform.audit_log;
