-- Saved views: named states of lists. A private one is its owner's alone.

create schema views;

create table views.saved_views (
  id uuid primary key default platform.new_id(),
  name text not null constraint saved_views_name_check check (name ~ '^\S(.*\S)?$' and length(name) <= 253),
  -- Path of the screen: of ours, and never an address that leads elsewhere.
  page text not null constraint saved_views_page_check
    check (page ~ '^/[A-Za-z0-9._~%:@/-]*$' and page !~ '//|/\.{1,2}(/|$)' and length(page) <= 1000),
  -- What follows the question mark of the address.
  query text not null default '' constraint saved_views_query_check
    check (octet_length(query) <= 8192 and query !~ '[\x01-\x20\x7f#]' and query not like '?%'),
  -- Ids of columns in their order: texts, or objects with an id and a width.
  columns jsonb constraint saved_views_columns_check
    check (jsonb_typeof(columns) = 'array' and octet_length(columns::text) <= 8192
           and not jsonb_path_exists(columns, '$[*].type() ? (@ != "string" && @ != "object")')
           and not jsonb_path_exists(columns, '$[*] ? (@.type() == "object" && !(@.id.type() == "string"))')),
  icon text constraint saved_views_icon_check check (length(icon) <= 500),
  description text constraint saved_views_description_check check (length(description) <= 2000),
  is_shared boolean not null default false,
  source text default 'UI',
  created_by uuid constraint saved_views_created_by_fkey references identity.people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index saved_views_key on views.saved_views (created_by, page, name) nulls not distinct where deleted_at is null;

-- The view shows a caller his own and the shared ones; of these he changes his own alone, and an administrator all. A
-- trigger, since an upsert reaches rows that the view does not show.
create function views.refuse_foreign() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  caller uuid := nullif(current_setting('watchroom.caller', true), '')::uuid;
begin
  if current_user = session_user or old.created_by = caller then return new; end if;
  if not old.is_shared or current_user <> '{{prefix}}admin' then
    raise exception using errcode = '42501', message = 'Only its owner or an administrator may change a saved view.';
  end if;
  if not new.is_shared then
    raise exception using errcode = '42501', message = 'Only its owner may make a saved view private.';
  end if;
  return new;
end $$;

create trigger refuse_foreign before update on views.saved_views
  for each row execute function views.refuse_foreign();
create trigger set_server_fields before insert or update on views.saved_views
  for each row execute function platform.set_server_fields();
create trigger set_source before insert or update on views.saved_views
  for each row execute function platform.set_source();
create trigger set_updated_at before update on views.saved_views
  for each row execute function platform.set_updated_at();
-- Administrators read the trail, and what is private stays so there.
create trigger audit after insert or update or delete on views.saved_views
  for each row execute function platform.audit('name', 'page', 'query', 'columns', 'icon', 'description');
create trigger announce_insert after insert on views.saved_views referencing new table as changed
  for each statement execute function platform.announce_many('saved_views');
create trigger announce_update after update on views.saved_views referencing new table as changed
  for each statement execute function platform.announce_many('saved_views');
create trigger announce_delete after delete on views.saved_views referencing old table as changed
  for each statement execute function platform.announce_many('saved_views');
