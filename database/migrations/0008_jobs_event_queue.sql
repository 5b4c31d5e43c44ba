-- The engine of the event queue: when an event is taken, what has reacted to it, and a word to those who wait for it.

alter table jobs.event_queue
  -- When it may be taken: after its delay, when the lease of a drain that took it ends, or after the pause that follows a
  -- failure. Null: it failed too often, is dead, and nobody takes it again.
  add column due_at timestamptz default now(),
  -- Names of the reactions that succeeded; the next attempt leaves them out.
  add column reacted text[] not null default '{}';

drop index jobs.event_queue_pending;
create index event_queue_due on jobs.event_queue (priority desc, created_at) where due_at is not null;

-- Wakes the drain (`event_queue`, which no browser may hear) and the pages that show the queue. Statements that only take
-- events do not write `error`, and so nobody hears of them.
create function jobs.announce_events() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  views text[] := array['event_queue_summary', 'failed_events'];
  name text;
begin
  if tg_op = 'DELETE' then
    if not exists (select from changed) then return null; end if;
  elsif tg_op = 'INSERT' then
    views := views || 'event_queue'::text;
  end if;
  foreach name in array views loop
    perform pg_notify('watchroom_changes',
      json_build_object('table', name, 'ids', 'many', 'tx', pg_current_xact_id()::text)::text);
  end loop;
  return null;
end $$;
create trigger announce_insert after insert on jobs.event_queue
  for each statement execute function jobs.announce_events();
create trigger announce_failure after update of error on jobs.event_queue
  for each statement execute function jobs.announce_events();
create trigger announce_delete after delete on jobs.event_queue referencing old table as changed
  for each statement execute function jobs.announce_events();

create trigger announce_insert after insert on jobs.job_history referencing new table as changed
  for each statement execute function platform.announce('job_history');
create trigger announce_update after update on jobs.job_history referencing new table as changed
  for each statement execute function platform.announce('job_history');
create trigger announce_delete after delete on jobs.job_history referencing old table as changed
  for each statement execute function platform.announce('job_history');
