-- What the room views exposes: of the saved views the caller's own and the shared ones, whatever a request filters by.

create view api.saved_views with (security_barrier, check_option = cascaded) as
  select id, name, page, query, columns, icon, description, is_shared, source, created_by, created_at, updated_at, deleted_at
  from views.saved_views
  where is_shared or created_by = nullif(current_setting('watchroom.caller', true), '')::uuid;
