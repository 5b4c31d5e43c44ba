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

create view api.teams as
  select id, name, icon, shown_spec as spec, source, created_by, created_at, updated_at, deleted_at
  from identity.teams;

create view api.team_members as
  select team_id, person_id
  from identity.team_members;

-- The latest run is looked for by columns, which PostgreSQL leaves out of a count and works out for the rows of a page alone.
create view api.teams_with_status as
  select t.id, t.name, t.icon, t.shown_spec as spec, t.source, t.created_by, t.created_at, t.updated_at, t.deleted_at,
         (t.job).name as job_name, (t.job).success_count as job_success_count, (t.job).error_count as job_error_count,
         (t.job).details as job_details, (t.job).hostname as job_hostname, (t.job).duration_millis as job_duration_millis,
         (t.job).resource_type as job_resource_type, (t.job).status as job_status, (t.job).time_start as job_time_start,
         (t.job).time_end as job_time_end, (t.job).created_at as job_created_at,
         (select max(f.time_start) from jobs.job_history f
          where f.resource_id = t.id::text and f.resource_type = 'team' and f.status = 'FAILED') as job_last_failed
  from (
    select id, name, icon, shown_spec, source, created_by, created_at, updated_at, deleted_at,
           (select h from jobs.job_history h where h.resource_id = o.id::text order by h.created_at desc limit 1) as job
    from identity.teams o) t
  where t.deleted_at is null;
