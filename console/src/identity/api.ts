import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setUp, type SetupInput, signIn, type SignInInput } from '@watchroom/contract/identity';
import { call } from '../app/call.ts';
import { sessionKeys, setupQuery } from '../app/session.ts';

export function useSetup() {
  return useQuery(setupQuery);
}

/** Signs in; what an earlier person saw in this tab is forgotten. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SignInInput) => call(signIn, { body }),
    onSuccess: (me) => {
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.all[0] });
      queries.setQueryData(sessionKeys.me, me);
    },
  });
}

/** Makes the administrator, who is then signed in. */
export function useSetUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SetupInput) => call(setUp, { body }),
    onSuccess: (me) => {
      queries.setQueryData(sessionKeys.setup, { needed: false, auth: 'password', permissions: [] });
      queries.setQueryData(sessionKeys.me, me);
    },
  });
}
