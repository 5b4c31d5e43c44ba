-- Accounts: who may sign in and in which state, all that proves it (second factors, passkeys, providers, codes), the flows in
-- which people do so, invitations, access tokens, mails that wait, and the trail of it all.

-- Whose change it was and from where: the server sets both per transaction.
create function platform.caller_address() returns inet language sql stable
  as $$ select nullif(current_setting('watchroom.address', true), '')::inet $$;

alter table platform.audit_log add column address inet default platform.caller_address();

-- What was written is the truth about the past, for the owner too.
create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on platform.audit_log
  for each row execute function platform.refuse_change();
create trigger append_only_whole before truncate on platform.audit_log
  for each statement execute function platform.refuse_change();

-- The account of a person; its id is the person's. It goes when the person is removed, and the person stays for history.
create table identity.identities (
  id uuid primary key references identity.people (id) on delete cascade,
  first_name text not null check (length(first_name) between 1 and 200),
  last_name text not null default '' check (length(last_name) <= 200),
  -- `invited` until the invitation is used; nobody but `active` is let in.
  state text not null default 'active' check (state in ('active', 'inactive', 'invited')),
  state_changed_at timestamptz not null default now(),
  email_verified_at timestamptz,
  -- The assurance level that a session needs; kept by the triggers of what raises it.
  required_level text not null default 'aal1' check (required_level in ('aal1', 'aal2')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create function identity.set_state_changed_at() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state then new.state_changed_at := clock_timestamp(); end if;
  return new;
end $$;
create trigger set_state_changed_at before update on identity.identities
  for each row execute function identity.set_state_changed_at();
create trigger set_updated_at before update on identity.identities
  for each row execute function platform.set_updated_at('required_level');

-- One name: what the account says is what the person is called.
create function identity.name_person() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  update identity.people set name = trim(new.first_name || ' ' || new.last_name)
  where id = new.id and name is distinct from trim(new.first_name || ' ' || new.last_name);
  return null;
end $$;
create trigger name_person after insert or update of first_name, last_name on identity.identities
  for each row execute function identity.name_person();

insert into identity.identities (id, first_name, created_at)
  select p.id, left(coalesce(nullif(trim(p.name), ''), 'Nameless'), 200), p.created_at
  from identity.people p join identity.credentials c on c.person_id = p.id
  where p.deleted_at is null;

-- Another address has to be verified anew, whoever changed it.
create function identity.forget_verification() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  update identity.identities set email_verified_at = null where id = new.id and email_verified_at is not null;
  return null;
end $$;
create trigger forget_verification after update of email on identity.people
  for each row when (lower(old.email) is distinct from lower(new.email))
  execute function identity.forget_verification();

create trigger audit after insert or update or delete on identity.identities
  for each row execute function platform.audit('-required_level');

-- A password is the PHC string of argon2id; the secret of an authenticator app is encrypted under the server's key.
alter table identity.credentials drop constraint credentials_type_check;
alter table identity.credentials add constraint credentials_type_check check (type in ('password', 'totp'));
-- The last time step whose code was taken: a code works once (RFC 6238, 5.2).
alter table identity.credentials add column last_step bigint;
-- Taking a code changes nothing that the trail or a remembered password is about.
create or replace trigger set_updated_at before update on identity.credentials
  for each row execute function platform.set_updated_at('last_step');
create or replace trigger audit after insert or update or delete on identity.credentials
  for each row execute function platform.audit('secret', '-last_step');

create table identity.backup_codes (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  -- SHA-256: the code is random enough that no list of guesses meets it.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (person_id, code_hash)
);
create trigger audit after insert or update or delete on identity.backup_codes
  for each row execute function platform.audit('code_hash');

create table identity.passkeys (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- Whether the key checked its owner when it was made (WebAuthn, 6.1): only such a key can be the only factor.
  verifies_user boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_person on identity.passkeys (person_id);
create trigger audit after insert or update or delete on identity.passkeys
  for each row execute function platform.audit('-counter', '-last_used_at', 'credential_id', 'public_key');

create function identity.set_required_level() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  update identity.identities set required_level =
    case when exists (select from identity.credentials where person_id = person and type = 'totp')
           or exists (select from identity.passkeys where person_id = person) then 'aal2' else 'aal1' end
  where id = person;
  return null;
end $$;
create trigger set_required_level after insert or delete on identity.credentials
  for each row execute function identity.set_required_level();
create trigger set_required_level after insert or delete on identity.passkeys
  for each row execute function identity.set_required_level();

-- An account at another provider (OpenID Connect) that signs a person in; `subject` is the provider's own id.
create table identity.provider_accounts (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  provider text not null,
  subject text not null,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider, subject),
  unique (person_id, provider)
);
create trigger audit after insert or update or delete on identity.provider_accounts
  for each row execute function platform.audit('-last_used_at');

-- [{method, aal, completed_at}], as the flow protocol tells it.
alter table identity.sessions add column authentication_methods jsonb not null default '[]';

-- One self-service flow of one browser, from its creation until it is used or expires.
create table identity.flows (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('login', 'registration', 'recovery', 'verification', 'settings')),
  -- SHA-256 of the anti-forgery cookie of the browser that began it: no other browser can read or use the flow.
  browser_hash bytea not null,
  -- Of settings: whose they are.
  person_id uuid references identity.people (id) on delete cascade,
  request_url text not null,
  return_to text,
  requested_level text not null default 'aal1' check (requested_level in ('aal1', 'aal2')),
  refresh boolean not null default false,
  state text not null,
  -- What the methods keep between two steps: challenges, secrets that are not confirmed yet (encrypted), the address asked for.
  internal jsonb not null default '{}',
  -- What the last step answered: messages and fields.
  shown jsonb not null default '{}',
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index flows_expiry on identity.flows (expires_at);

-- One-time codes by mail. Code and link are two forms of one right: whichever is used ends the other. A few wrong codes end the code.
create table identity.codes (
  id uuid primary key default platform.new_id(),
  purpose text not null check (purpose in ('recovery', 'verification')),
  -- Null where the address has no account that may use it; the flow behaves as for anybody else.
  person_id uuid references identity.people (id) on delete cascade,
  flow_id uuid references identity.flows (id) on delete cascade,
  email text not null,
  code_hash bytea not null,
  -- SHA-256 of the token of the link.
  token_hash bytea not null unique,
  attempts_left integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_flow on identity.codes (flow_id);
create index codes_email on identity.codes (email, created_at);

create table identity.invitations (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  token_hash bytea not null unique,
  created_by uuid references identity.people (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index invitations_person on identity.invitations (person_id);
create trigger audit after insert or update or delete on identity.invitations
  for each row execute function platform.audit('token_hash');

-- For scripts. Of the token only a hash is kept; `scope` is `read_only` or the role that it acts as.
create table identity.access_tokens (
  id uuid primary key default platform.new_id(),
  person_id uuid not null references identity.people (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  scope text not null check (scope in ('read_only', 'admin', 'editor', 'commander', 'responder', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address inet,
  unique (person_id, name)
);
create trigger audit after insert or update or delete on identity.access_tokens
  for each row execute function platform.audit('token_hash', '-last_used_at', '-last_used_address');
-- What was opened with a token ends with it.
create trigger announce_delete after delete on identity.access_tokens referencing old table as changed
  for each statement execute function platform.announce('access_tokens');

-- Mails that wait, were sent, or could not be. The text of a sent one is dropped: it holds a code that opens an account.
create table identity.mails (
  id uuid primary key default platform.new_id(),
  kind text not null,
  recipient text not null,
  subject text not null,
  body text,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_waiting on identity.mails (next_attempt_at) where status = 'waiting';
create index mails_created on identity.mails (created_at);

-- Who shows people hears of them. A person's roles and account are told of by the person, whose ids everybody may hear.
create trigger announce_insert after insert on identity.people referencing new table as changed
  for each statement execute function platform.announce('people');
create trigger announce_update after update on identity.people referencing new table as changed
  for each statement execute function platform.announce('people');
create trigger announce_insert after insert on identity.person_roles referencing new table as changed
  for each statement execute function platform.announce_many('people_roles', 'identities');
create trigger announce_update after update on identity.person_roles referencing new table as changed
  for each statement execute function platform.announce_many('people_roles', 'identities');
create trigger announce_delete after delete on identity.person_roles referencing old table as changed
  for each statement execute function platform.announce_many('people_roles', 'identities');
create trigger announce_insert after insert on identity.identities referencing new table as changed
  for each statement execute function platform.announce('identities');
create trigger announce_update after update on identity.identities referencing new table as changed
  for each statement execute function platform.announce('identities');
create trigger announce_delete after delete on identity.identities referencing old table as changed
  for each statement execute function platform.announce('identities');
-- Whoever delivers hears of a new mail, and not of its own attempts.
create trigger announce_insert after insert on identity.mails referencing new table as changed
  for each statement execute function platform.announce('mails');

-- Whoever listens with a session or a token of this person is judged anew at once.
create function identity.tell_sessions() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := case when tg_op = 'DELETE' then (to_jsonb(old) ->> tg_argv[0])::uuid else (to_jsonb(new) ->> tg_argv[0])::uuid end;
begin
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'sessions', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(s.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.sessions s where s.person_id = person having count(*) > 0;
  perform pg_notify('watchroom_changes',
    json_build_object('table', 'access_tokens', 'ids', case when count(*) > 100 then to_json('many'::text) else json_agg(t.id) end, 'tx', pg_current_xact_id()::text)::text)
  from identity.access_tokens t where t.person_id = person having count(*) > 0;
  return null;
end $$;
create trigger tell_sessions after insert or update or delete on identity.person_roles
  for each row execute function identity.tell_sessions('person_id');
create trigger tell_sessions after update of state, required_level on identity.identities
  for each row execute function identity.tell_sessions('id');
