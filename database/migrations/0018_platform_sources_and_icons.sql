-- Clients of the wire contract edit what has no source and draw an icon of their own where a check has none. So what people
-- make has no source, and a check has the icon that its document sets.

create or replace function platform.set_source() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if current_user <> session_user then
    new.source := case when tg_op = 'UPDATE' then old.source end;
  end if;
  return new;
end $$;

create or replace function health.set_canary_origin() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if current_user = session_user then return new; end if;
  if tg_op = 'INSERT' then
    new.agent_id := '00000000-0000-0000-0000-000000000000';
    new.source := null;
    new.is_pushed := false;
    new.schedule_error := null;
    new.warnings := '{}';
  else
    new.agent_id := old.agent_id;
    new.source := old.source;
    new.is_pushed := old.is_pushed;
    new.schedule_error := old.schedule_error;
    new.warnings := old.warnings;
  end if;
  return new;
end $$;

alter table identity.teams alter column source drop default;
alter table views.saved_views alter column source drop default;

-- Nobody changed these rows: the trail and `updated_at` stay as they are.
alter table health.canaries disable trigger user;
-- A row whose name is taken by one without a source keeps its own, which means the same.
update health.canaries c set source = null
where source = 'UI'
  and not exists (select from health.canaries o
                  where o.source is null and (o.agent_id, o.name, o.namespace) = (c.agent_id, c.name, c.namespace)
                    and o.deleted_at is null);
alter table health.canaries enable trigger user;

alter table identity.teams disable trigger user;
update identity.teams set source = null where source = 'UI';
alter table identity.teams enable trigger user;

alter table views.saved_views disable trigger user;
update views.saved_views set source = null where source = 'UI';
alter table views.saved_views enable trigger user;

alter table health.checks disable trigger user;
update health.checks c set icon = null
from health.canaries k
where k.id = c.canary_id and c.icon is not null and c.transformed is not true
  and not coalesce(jsonb_typeof(c.spec -> 'icon') = 'string' and c.spec ->> 'icon' <> '', false)
  and not coalesce(jsonb_typeof(k.spec -> 'icon') = 'string' and k.spec ->> 'icon' <> '', false);
alter table health.checks enable trigger user;
