import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '@watchroom/ui';
import { useMemo } from 'react';
import { ApiError, errorMessage } from '../app/api-error.ts';
import { rowsQuery } from '../app/data.ts';
import { type Flag, joinFlags } from './flags.ts';
import { featureKeys } from './keys.ts';
import { useProperties } from './use-features.ts';

/** Every flag that holds, stored or local; `data` is undefined until both are there. */
export function useFlags() {
  const stored = useQuery({
    ...rowsQuery({
      from: 'properties',
      select: 'name,value,description,created_at,updated_at,author:people!created_by(name)',
      refine: (query) => query.is('deleted_at', null),
    }),
    queryKey: featureKeys.stored,
  });
  const listed = useProperties();
  const data = useMemo(
    () => stored.data && listed.data && joinFlags(stored.data, listed.data),
    [stored.data, listed.data],
  );
  return {
    data,
    error: stored.error ?? listed.error,
    refetch: () => void Promise.all([stored.refetch(), listed.refetch()]),
  };
}

/** What a person fills in. */
export interface FlagDraft {
  readonly name: string;
  readonly value: string;
  readonly description: string;
}

interface Save {
  readonly draft: FlagDraft;
  /** The flag as it was seen; absent for a new one. */
  readonly seen?: Flag;
}

/** Stores a new flag, or a changed one unless somebody changed it after it was seen. */
export function useSaveFlag() {
  return useFlagWrite(async ({ draft, seen }: Save) => {
    const row = { ...draft, description: draft.description === '' ? null : draft.description };
    const table = (await properties()).from('properties');
    if (!seen) {
      await table.insert(row).throwOnError();
      return 'Feature flag added successfully';
    }
    const found = table
      .update(row)
      .eq('name', seen.name)
      .eq('updated_at', seen.updatedAt ?? '');
    const { data } = await found.select('name').throwOnError();
    if (data.length === 0)
      throw new ApiError('stale', 'Someone else changed or deleted this in the meantime. Close it and open it again.');
    return 'Feature flag updated successfully';
  });
}

export function useDeleteFlag() {
  return useFlagWrite(async (name: string) => {
    await (await properties()).from('properties').delete().eq('name', name).throwOnError();
    return 'Feature flag removed successfully';
  });
}

const properties = async () => (await import('../app/data-client.ts')).dataClient();

/** @param write answers what the toast says. */
function useFlagWrite<Input>(write: (input: Input) => Promise<string>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (said) => toast(said),
    onError: (error) => toastError(errorMessage(error)),
    // What hangs on the flags follows at once, without waiting for the change stream.
    onSettled: () => void queries.invalidateQueries({ queryKey: featureKeys.all }),
  });
}
