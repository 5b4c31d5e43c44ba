-- What ends the right to an open stream is announced by the database, whoever changes it; and good sign-ins over HTTP Basic are
-- told in the audit log once per person, network and hour.

-- Whoever listens as this person is judged anew at once. Processes of the version before listen for the ids of sessions and tokens.
create or replace function identity.tell_sessions() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := case when tg_op = 'DELETE' then (to_jsonb(old) ->> tg_argv[0])::uuid else (to_jsonb(new) ->> tg_argv[0])::uuid end;
begin
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'person_rights', 'ids', json_build_array(person), 'tx', pg_current_xact_id()::text)::text);
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'sessions', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(s.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.sessions s where s.person_id = person having count(*) > 0;
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'access_tokens', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(t.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.access_tokens t where t.person_id = person having count(*) > 0;
  return null;
end $$;
create trigger tell_sessions_of_deleted after delete on identity.identities
  for each row execute function identity.tell_sessions('id');
create trigger tell_sessions after update of email, deleted_at on identity.people
  for each row when (old.email is distinct from new.email or old.deleted_at is distinct from new.deleted_at)
  execute function identity.tell_sessions('id');
-- A password, and what HTTP Basic needs besides. Taking a code writes `last_step` alone.
create trigger tell_sessions after insert or delete or update of secret on identity.credentials
  for each row execute function identity.tell_sessions('person_id');

-- Sessions and tokens, however they end or are cut short.
create trigger announce_delete after delete on identity.sessions referencing old table as changed
  for each statement execute function platform.announce('sessions');
create trigger tell_sessions after update of assurance_level on identity.sessions
  for each row when (old.assurance_level is distinct from new.assurance_level)
  execute function identity.tell_sessions('person_id');
create trigger tell_shortened after update of expires_at on identity.sessions
  for each row when (new.expires_at < old.expires_at)
  execute function identity.tell_sessions('person_id');
create trigger tell_sessions after update of scope, expires_at on identity.access_tokens
  for each row execute function identity.tell_sessions('person_id');

-- The row is the right to write the line of the audit log; rows are deleted after a day.
create table identity.basic_sign_ins (
  -- No key: who is refused at another provider may never have come here.
  person_id uuid not null,
  -- An address, or the network that one holder of IPv6 addresses has.
  network text not null,
  hour timestamptz not null,
  -- `signed_in`, or why a right password was refused.
  outcome text not null,
  primary key (person_id, network, hour, outcome)
);
create index basic_sign_ins_hour on identity.basic_sign_ins (hour);
