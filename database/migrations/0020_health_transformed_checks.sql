-- A check whose transform makes others of its result is their parent. They have no entry of their own in the spec of the source.

alter table health.checks
  add column transformed_from uuid constraint checks_transformed_from_fkey references health.checks (id) on delete cascade,
  -- What is recorded when the parent gives it no more: MarkHealthy or MarkUnhealthy; anything else records nothing.
  add column transform_delete_strategy text;
create index checks_transformed_from on health.checks (transformed_from) where transformed_from is not null;
