import { useMutation } from '@tanstack/react-query';
import type { ListedCheck } from '@watchroom/contract/health';
import { toast, toastError, toastWithAction } from '@watchroom/ui';
import { errorMessage } from '../app/api-error.ts';
import { useKinds, useRefreshHealth } from './api.ts';
import { changeCanary, deleteCanary, readCanary, restoreCanary } from './canary.ts';
import { withoutCheck } from './canary-entry.ts';

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
    mutationFn: async (check: ListedCheck): Promise<() => Promise<unknown>> => {
      const canary = await readCanary(check.canary_id);
      const key = kinds.find((kind) => kind.id === check.type)?.documentKey ?? check.type;
      const { id, name, namespace, labels, spec } = canary;
      const others = withoutCheck(spec, key, check.name);
      if (!others) {
        await deleteCanary(id);
        return () => restoreCanary(id);
      }
      const saved = await changeCanary(canary, { name, namespace, labels, spec: others });
      return () => changeCanary(saved, { name, namespace, labels, spec });
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
