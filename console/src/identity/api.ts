import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setUp, type SetupInput } from '@watchroom/contract/identity';
import { call } from '../app/call.ts';
import { sessionKeys, setupQuery } from '../app/session.ts';

export function useSetup() {
  return useQuery(setupQuery);
}

/** Makes the administrator, who is then signed in. */
export function useSetUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SetupInput) => call(setUp, { body }),
    onSuccess: (me) => {
      queries.setQueryData(setupQuery.queryKey, (before) => before && { ...before, needed: false });
      queries.setQueryData(sessionKeys.me, me);
    },
  });
}
