-- What the room features exposes. Properties of a file are in no table; `GET /api/properties` gives both.

create view api.properties as
  select name, value, description, type, source, created_by, created_at, updated_at, deleted_at
  from features.properties;
