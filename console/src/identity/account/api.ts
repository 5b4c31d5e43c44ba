import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CreateTokenInput,
  createToken,
  listMySessions,
  listMyTokens,
  revokeMySession,
  revokeMyToken,
} from '@watchroom/contract/identity';
import { call } from '../../app/call.ts';
import { meQuery } from '../../app/session.ts';

/** The only place where keys of this folder are made. */
const accountKeys = {
  sessions: ['account', 'sessions'],
  tokens: ['account', 'tokens'],
} as const;

export function useMySessions() {
  return useQuery({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => call(listMySessions, { signal }),
  });
}

/** Ends sessions one after the other; the first that fails leaves the rest. */
export function useRevokeMySessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await call(revokeMySession, { params: { id } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.sessions }),
  });
}

export function useMyTokens() {
  return useQuery({
    queryKey: accountKeys.tokens,
    queryFn: ({ signal }) => call(listMyTokens, { signal }),
  });
}

export function useCreateToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTokenInput) => call(createToken, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: accountKeys.tokens }),
    // The token is nowhere else: it goes with the dialog that shows it.
    gcTime: 0,
  });
}

export function useRevokeMyToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeMyToken, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.tokens }),
  });
}

/** The caller's own roles; undefined until they are known. */
export function useMyRoles() {
  return useQuery(meQuery).data?.payload.roles;
}
