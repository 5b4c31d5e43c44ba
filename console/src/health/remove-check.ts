import { useMutation } from '@tanstack/react-query';
import { type CheckDetail, deleteCanary, getCanary, restoreCanary, updateCanary } from '@watchroom/contract/health';
import { toast, toastError, toastWithAction } from '@watchroom/ui';
import { errorMessage } from '../app/api-error.ts';
import { call } from '../app/call.ts';
import { useKinds, useRefreshHealth } from './api.ts';
import { countEntries, placeOfCheck, withoutEntry } from './canary-entry.ts';

/** Deletes a check: its entry, or the whole canary when it is the only one. The toast undoes it. */
export function useRemoveCheck() {
  const kinds = useKinds().data ?? [];
  const refresh = useRefreshHealth();
  const undo = (name: string, act: () => Promise<unknown>) => async () => {
    try {
      await act();
      toast(`${name} restored`);
    } catch (error) {
      toastError(errorMessage(error));
    }
    await refresh();
  };
  return useMutation({
    mutationFn: async (check: CheckDetail): Promise<() => Promise<unknown>> => {
      const params = { id: check.canary_id };
      const canary = await call(getCanary, { params });
      const key = kinds.find((kind) => kind.id === check.type)?.documentKey ?? check.type;
      const place = placeOfCheck(canary.spec, key, check.name);
      const { name, namespace, labels, spec } = canary;
      if (!place || countEntries(spec, Object.keys(spec)) <= 1) {
        await call(deleteCanary, { params });
        return () => call(restoreCanary, { params });
      }
      const without = { name, namespace, labels, spec: withoutEntry(spec, place) };
      const saved = await call(updateCanary, { params, body: without, ifMatch: canary.updated_at });
      return () => call(updateCanary, { params, body: { name, namespace, labels, spec }, ifMatch: saved.updated_at });
    },
    onSuccess: (restore, check) => {
      toastWithAction(`${check.name} deleted successfully`, {
        label: 'Undo',
        run: () => void undo(check.name, restore)(),
      });
      // Not awaited: the dialog closes first, so that nobody asks for the deleted check again.
      void refresh(check.id);
    },
  });
}
