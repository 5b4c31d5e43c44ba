import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { wakeQueries } from './changes.ts';

/** Loads everything on the page again; busy until the slowest answer is there. */
export function usePageRefresh(): { readonly isBusy: boolean; readonly refresh: () => Promise<void> } {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const refresh = useCallback(async () => {
    setBusy(true);
    await wakeQueries(queries, (query) => query.isActive() && growsOld(query));
    setBusy(false);
  }, [queries]);
  return { isBusy, refresh };
}

/** What never grows old stays: it cannot have changed, or a form is being filled from it. A failed answer is worth another try. */
export function growsOld({ state, observers }: Pick<Query, 'state' | 'observers'>): boolean {
  return state.status === 'error' || observers.some(({ options }) => options.staleTime !== Infinity);
}
