import type { CanarySummary, CheckDetail } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { UI_SOURCE } from '../../platform/ownership/ownership.ts';
import { STRIP_LENGTH } from './list-checks.ts';
import { listedChecks } from './listed-check.ts';

/** @throws CatalogueError not_found for an unknown or deleted check. */
export async function getCheck(reader: Queryable, id: string): Promise<CheckDetail> {
  const [listed] = await listedChecks(reader, [id], STRIP_LENGTH);
  const found = listed?.deleted_at === null ? await reader.query<Detail>(DETAIL, [id, UI_SOURCE]) : undefined;
  const [detail] = found?.rows ?? [];
  if (!listed || !detail) throw new CatalogueError('not_found', 'There is no such check, or it was deleted.');
  const { check_spec, made_by, ...canary } = detail;
  return { ...listed, spec: check_spec ?? {}, canary, made_by };
}

type Detail = CanarySummary & { readonly check_spec: Entry | null } & Pick<CheckDetail, 'made_by'>;

const DETAIL = `
  select c.spec as check_spec, k.id, k.name, k.namespace, coalesce(k.source, $2) as source, coalesce(k.source, $2) = $2 as editable,
         k.schedule_error, k.warnings, k.updated_at,
         (select json_build_object('id', p.id, 'name', p.name) from api.checks p where p.id = c.transformed_from) as made_by
  from api.checks c join api.canaries k on k.id = c.canary_id
  where c.id = $1 and k.deleted_at is null`;
