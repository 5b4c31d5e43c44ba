import type { CheckDetail } from '@watchroom/contract/health';
import { getCanary } from '../canaries/store.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { STRIP_LENGTH } from './list-checks.ts';
import { listedChecks } from './listed-check.ts';

/** @throws CatalogueError not_found for an unknown or deleted check. */
export async function getCheck(reader: Queryable, id: string): Promise<CheckDetail> {
  const [listed] = await listedChecks(reader, [id], STRIP_LENGTH);
  if (!listed || listed.deleted_at !== null)
    throw new CatalogueError('not_found', 'There is no such check, or it was deleted.');
  const found = await reader.query<{ spec: Entry | null }>('select spec from api.checks where id = $1', [id]);
  const { spec: _, labels: __, created_at: ___, ...canary } = await getCanary(reader, listed.canary_id);
  return { ...listed, spec: found.rows[0]?.spec ?? {}, canary };
}
