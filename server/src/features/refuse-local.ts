import { LOCAL_REFUSAL } from '@watchroom/contract/features';
import type { WriteHook } from '@watchroom/data-api';
import { CatalogueError } from '../platform/http/errors.ts';
import type { LocalProperties } from './local.ts';

/** Keeps every write of the data API away from the names of local properties: none is stored, changed, renamed or deleted. */
export function refuseLocalWrites(local: LocalProperties): WriteHook {
  return async (_, { before, after }) => {
    const names = local.current();
    if ([...before, ...after].some((row) => names.has(String(row['name']))))
      throw new CatalogueError('source_owned', LOCAL_REFUSAL);
  };
}
