// What applying canaries writes; each takes the rows of all of them as one JSON text.

/** Rows that differ in nothing are not written; `changed` tells the others. */
export const UPSERT_CHECKS = `
  with input as (
    select * from jsonb_to_recordset($1) as r (canary_id uuid, type text, name text, namespace text, description text, icon text, endpoint text,
      spec jsonb, shown_spec jsonb, labels jsonb, owner text, severity text, problem text)
  ), written as (
    insert into health.checks as c (canary_id, type, name, namespace, description, icon, endpoint, spec, shown_spec, labels, owner,
                                    severity, problem)
    select canary_id, type, name, namespace, description, icon, endpoint, spec, shown_spec, labels, owner, severity, problem from input
    on conflict on constraint checks_key do update set
      namespace = excluded.namespace, description = excluded.description, icon = excluded.icon, endpoint = excluded.endpoint,
      spec = excluded.spec, shown_spec = excluded.shown_spec, labels = excluded.labels, owner = excluded.owner, severity = excluded.severity,
      problem = excluded.problem, deleted_at = null, transformed = null, transformed_from = null, transform_delete_strategy = null
    where (c.namespace, c.description, c.icon, c.endpoint, c.spec, c.shown_spec, c.labels, c.owner, c.severity, c.problem, c.deleted_at,
           c.transformed_from)
      is distinct from (excluded.namespace, excluded.description, excluded.icon, excluded.endpoint, excluded.spec,
                        excluded.shown_spec, excluded.labels, excluded.owner, excluded.severity, excluded.problem, null, null)
    returning id, canary_id, type, name
  )
  select id, canary_id, type, name, true as changed from written
  union all
  select c.id, c.canary_id, c.type, c.name, false from health.checks c join input using (canary_id, type, name)
  where not exists (select from written w where w.id = c.id)`;

/** A check that a transform makes is in no spec: it stays as long as the spec has the check with that transform. */
export const DELETE_OTHER_CHECKS = `
  update health.checks c set deleted_at = clock_timestamp()
  from (
    select id from health.checks
    where canary_id = any($1::uuid[]) and deleted_at is null and transformed is not true
      and not exists (select from unnest($2::uuid[]) kept where kept = id)
    union all
    select made.id from health.checks made
    where canary_id = any($1::uuid[]) and deleted_at is null and transformed_from is not null and not exists (
      select from health.checks p join unnest($2::uuid[]) kept on kept = p.id
      where p.id = made.transformed_from and coalesce(p.spec -> 'transform', '{}') not in ('{}', 'null'))
  ) gone
  where c.id = gone.id`;

/** A state keeps its place when neither the check nor its schedule changed; what is not runnable loses status and due time. */
export const UPSERT_STATES = `
  insert into health.check_states as s (check_id, schedule, interval_ms, budget_ms, due_at, first_due_at)
  select check_id, schedule, interval_ms, budget_ms, first_due, first_due
  from jsonb_to_recordset($1) as r (check_id uuid, schedule text, interval_ms bigint, budget_ms integer, first_due timestamptz)
  on conflict (check_id) do update set
    schedule = excluded.schedule,
    interval_ms = excluded.interval_ms,
    budget_ms = excluded.budget_ms,
    due_at = case
      when excluded.schedule is null then null
      when s.schedule is distinct from excluded.schedule or s.due_at is null then excluded.due_at
      else s.due_at end,
    first_due_at = coalesce(s.first_due_at, excluded.first_due_at)`;

export const RUN_CHANGED_AT_ONCE = `
  update health.check_states s set due_at = r.first_due
  from jsonb_to_recordset($1) as r (check_id uuid, first_due timestamptz)
  where s.check_id = r.check_id`;

export const TELL_CANARIES = `
  update health.canaries c set schedule_error = r.schedule_error, warnings = r.warnings, shown_spec = r.shown_spec
  from jsonb_to_recordset($1) as r (id uuid, schedule_error text, warnings text[], shown_spec jsonb)
  where c.id = r.id
    and (c.schedule_error, c.warnings, c.shown_spec) is distinct from (r.schedule_error, r.warnings, r.shown_spec)`;
